#include "document/named_parts.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
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

namespace {

/// What a pattern says for a model of that number; nullopt: nothing.
std::optional<std::string_view> pattern_for(std::string_view pattern, std::size_t number) {
  const std::size_t colon = pattern.find(':');
  std::size_t meant = 0;
  const auto read = std::from_chars(pattern.data(), pattern.data() + std::min(colon, pattern.size()), meant);
  const bool names_model = colon != std::string_view::npos && colon > 0 &&
                           read.ptr == pattern.data() + colon && read.ec == std::errc();
  if (!names_model) return pattern;
  return meant == number ? std::optional(pattern.substr(colon + 1)) : std::nullopt;
}

bool names_material(std::string_view pattern, const Model& model, std::size_t index) {
  if (pattern == fmt::format("#{}", index)) return true;
  const Material& material = model.materials[index];
  const std::string folded = fold_name(pattern);
  return fits_pattern(fold_name(material.name), folded) ||
         (!material.name_english.empty() && fits_pattern(fold_name(material.name_english), folded));
}

}  // namespace

std::vector<std::int32_t> materials_named(const std::vector<std::string>& patterns, const Model& model,
                                          std::size_t number) {
  std::vector<std::int32_t> out;
  for (std::size_t i = 0; i < model.materials.size(); ++i)
    if (std::any_of(patterns.begin(), patterns.end(), [&](const std::string& one) {
          const auto pattern = pattern_for(one, number);
          return pattern && names_material(*pattern, model, i);
        }))
      out.push_back(static_cast<std::int32_t>(i));
  return out;
}

bool names_whole_model(const std::vector<std::string>& patterns, std::size_t number) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& one) {
    const auto pattern = pattern_for(one, number);
    return pattern && *pattern == "*";
  });
}

std::vector<std::int32_t> materials_named_singly(std::vector<std::string> patterns, const Model& model,
                                                 std::size_t number) {
  const auto is_whole = [&](const std::string& one) { return names_whole_model({one}, number); };
  patterns.erase(std::remove_if(patterns.begin(), patterns.end(), is_whole), patterns.end());
  return materials_named(patterns, model, number);
}

std::vector<std::string> without_materials(const std::vector<std::string>& patterns, const Model& model,
                                           std::size_t number) {
  std::vector<std::string> out;
  for (const std::string& one : patterns)
    if (pattern_for(one, number) && materials_named({one}, model, number).empty()) out.push_back(one);
  return out;
}

}  // namespace mmd
