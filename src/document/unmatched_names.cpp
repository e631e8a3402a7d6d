#include "document/unmatched_names.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/words.h"
#include "model/nearest_name.h"

namespace mmd {
namespace {

/// "a, b (did you mean B?), c" of the first few names, and how many more. `further`: beyond those.
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

/// Bones that are missing, by how much they matter.
struct MissingBones {
  std::vector<std::string> named;       ///< standard ones, then others
  std::vector<std::string_view> kinds;  ///< of the accessories, each once
  std::size_t accessories = 0;
};

MissingBones sorted(const std::vector<std::string>& names, const NearestNames& nearest) {
  MissingBones out;
  std::vector<std::string> others;
  for (const std::string& name : names) {
    const std::string_view kind = accessory_of(name);
    if (is_standard_bone(name)) {
      out.named.push_back(name);
    } else if (kind.empty() || nearest.find(name)) {  // one that is only misspelt is worth a word
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

/// Empty if nothing that matters is missing.
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
