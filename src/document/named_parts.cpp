#include "document/named_parts.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/words.h"
#include "model/nearest_name.h"

namespace mmd {
namespace {

template <class Elements>
std::int32_t find_english(const Elements& elements, std::string_view name) {
  if (name.empty()) return none;
  const auto found =
      std::find_if(elements.begin(), elements.end(), [&](const auto& e) { return e.name_english == name; });
  return found == elements.end() ? none : static_cast<std::int32_t>(found - elements.begin());
}

/// An error with the names that may be meant, or else the advice to list them.
Diagnostic absence(std::string what, const std::vector<std::string>& meant, Advice otherwise) {
  if (meant.empty()) return with_advice(make_error(std::move(what)), otherwise);
  return make_error(std::move(what), did_you_mean(meant, {}));
}

}  // namespace

std::int32_t find_bone_called(const Model& model, std::string_view name) {
  const std::int32_t bone = model.find_bone(name);
  return bone != none ? bone : find_english(model.skeleton.bones, name);
}

std::int32_t find_morph_called(const Model& model, std::string_view name) {
  const std::int32_t morph = model.find_morph(name);
  return morph != none ? morph : find_english(model.morphs, name);
}

Result<std::int32_t> bone_called(const Model& model, std::string_view name, std::string_view asked_by) {
  const std::int32_t bone = find_bone_called(model, name);
  if (bone != none) return bone;
  return fail(absence(fmt::format("{}: the model has no bone \"{}\"", asked_by, name),
                      nearest_bone_names(model).near(name), Advice::list_bones));
}

Result<std::int32_t> morph_called(const Model& model, std::string_view name, std::string_view asked_by) {
  const std::int32_t morph = find_morph_called(model, name);
  if (morph != none) return morph;
  return fail(absence(fmt::format("{}: the model has no morph \"{}\"", asked_by, name),
                      nearest_morph_names(model).near(name), Advice::list_morphs));
}

}  // namespace mmd
