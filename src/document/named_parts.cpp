#include "document/named_parts.h"

#include <algorithm>

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
  return fail(fmt::format("{}: the model has no bone \"{}\"", asked_by, name),
              did_you_mean(nearest_bone_names(model).near(name), "`mmdview bones MODEL` lists its bones"));
}

Result<std::int32_t> morph_called(const Model& model, std::string_view name, std::string_view asked_by) {
  const std::int32_t morph = find_morph_called(model, name);
  if (morph != none) return morph;
  return fail(fmt::format("{}: the model has no morph \"{}\"", asked_by, name),
              did_you_mean(nearest_morph_names(model).near(name), "`mmdview info MODEL` lists its morphs"));
}

}  // namespace mmd
