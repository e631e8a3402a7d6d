#include "document/named_parts.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/number_text.h"
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

/// An error whose hint lists similar names, or the advice `otherwise` if there are none.
Diagnostic absence(std::string what, const std::vector<std::string>& meant, Advice otherwise) {
  if (meant.empty()) return with_advice(make_error(std::move(what)), otherwise);
  return make_error(std::move(what), did_you_mean(meant, {}));
}

/// The model number before a pattern; nullopt without one.
std::optional<std::size_t> number_in(std::string_view pattern) {
  const std::size_t colon = pattern.find(':');
  std::size_t out = 0;
  if (colon == std::string_view::npos || !read_whole(pattern.substr(0, colon), out)) return std::nullopt;
  return out;
}

/// The pattern without a model number; nullopt if the number is that of another model.
std::optional<std::string_view> pattern_for(std::string_view pattern, std::size_t number) {
  const auto meant = number_in(pattern);
  if (!meant) return pattern;
  return *meant == number ? std::optional(pattern.substr(pattern.find(':') + 1)) : std::nullopt;
}

bool names_material(std::string_view pattern, const Model& model, std::size_t index) {
  if (pattern == fmt::format("#{}", index)) return true;
  const Material& material = model.materials[index];
  const std::string folded = fold_name(pattern);
  return fits_pattern(fold_name(material.name), folded) ||
         (!material.name_english.empty() && fits_pattern(fold_name(material.name_english), folded));
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
                      nearest_bone_names(model).suggestions(name), Advice::list_bones));
}

Result<std::int32_t> morph_called(const Model& model, std::string_view name, std::string_view asked_by) {
  const std::int32_t morph = find_morph_called(model, name);
  if (morph != none) return morph;
  return fail(absence(fmt::format("{}: the model has no morph \"{}\"", asked_by, name),
                      nearest_morph_names(model).suggestions(name), Advice::list_morphs));
}

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

std::vector<std::string> without_models(const std::vector<std::string>& patterns, std::size_t models) {
  std::vector<std::string> out;
  std::copy_if(patterns.begin(), patterns.end(), std::back_inserter(out), [&](const std::string& one) {
    const auto number = number_in(one);
    return number && (*number == 0 || *number > models);
  });
  return out;
}

namespace {

/// "a, b (did you mean B?), c and 3 more". `further`: the number of names that are missing from `names`.
std::string some_names(const std::vector<std::string>& names, std::size_t further,
                       const NearestNames& nearest) {
  constexpr std::size_t shown = 8;
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), shown); ++i) {
    const auto meant = nearest.find(names[i]);
    out += fmt::format("{}{}", i > 0 ? ", " : "", names[i]);
    if (meant) out += fmt::format(" (did you mean {}?)", *meant);
  }
  const std::size_t more = names.size() - std::min(names.size(), shown) + further;
  if (more > 0) out += fmt::format(" and {} more", more);
  return out;
}

/// Missing bones, sorted by importance.
struct MissingBones {
  std::vector<std::string> named;       ///< standard bones, then others
  std::vector<std::string_view> kinds;  ///< kinds of accessory bones ("hair"), each once
  std::size_t accessories = 0;          ///< number of accessory bones
};

MissingBones sorted(const std::vector<std::string>& names, const NearestNames& nearest) {
  MissingBones out;
  std::vector<std::string> others;
  for (const std::string& name : names) {
    const std::string_view kind = accessory_of(name);
    if (is_standard_bone(name)) {
      out.named.push_back(name);
    } else if (kind.empty() || nearest.find(name)) {  // a misspelt accessory bone is named, too
      others.push_back(name);
    } else {
      ++out.accessories;
      if (std::find(out.kinds.begin(), out.kinds.end(), kind) == out.kinds.end()) out.kinds.push_back(kind);
    }
  }
  out.named.insert(out.named.end(), others.begin(), others.end());
  return out;
}

/// "hair", "hair and skirt", "hair, skirt and tie".
std::string listed(const std::vector<std::string_view>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i)
    out += fmt::format("{}{}", i == 0 ? "" : i + 1 == words.size() ? " and " : ", ", words[i]);
  return out;
}

/// The bones' part of the warning; empty if only accessory bones are missing.
std::string about_bones(const UnmatchedNames& unmatched, const Model& model) {
  if (unmatched.bones.empty()) return {};
  const NearestNames nearest = nearest_bone_names(model);
  const MissingBones missing = sorted(unmatched.bones, nearest);
  if (missing.named.empty()) return {};
  std::string out = fmt::format("{} that the model lacks: {}", counted(unmatched.bone_count(), "bone"),
                                some_names(missing.named, unmatched.further_bones, nearest));
  if (missing.accessories > 0)
    out += fmt::format(", and {} of {}", missing.accessories, listed(missing.kinds));
  return out;
}

}  // namespace

std::optional<Diagnostic> unmatched_warning(const UnmatchedNames& unmatched, const Model& model,
                                            const std::string& pose_name) {
  std::string what = about_bones(unmatched, model);
  if (!unmatched.morphs.empty()) {
    what += fmt::format("{}{} that the model lacks: {}", what.empty() ? "" : "; ",
                        counted(unmatched.morph_count(), "morph"),
                        some_names(unmatched.morphs, unmatched.further_morphs, nearest_morph_names(model)));
  }
  if (what.empty()) return std::nullopt;
  return in_file(make_warning(what, "the rest is applied"), pose_name);
}

}  // namespace mmd
