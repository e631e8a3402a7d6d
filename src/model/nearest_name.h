#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/model.h"

namespace mmd {

/// Matches a pose's name to one of a model's names. Ignores width (ﾈｸﾀｲ１, 左足D), case, kana (ひざ, ヒザ,
/// small and long ones), separators, common variants (捻 for 捩, 膝 for ひざ) and one or two wrong kana in a
/// long name. Never ignores sides, kanji, digits or single letters, which distinguish bones. Prefers no match
/// to a wrong one.
class NearestNames {
 public:
  /// `aliases`, if any: another name for each one (English), matched exactly apart from width and case.
  explicit NearestNames(std::vector<std::string> names, const std::vector<std::string>& aliases = {});

  /// The matching name; nullopt if none or several match.
  std::optional<std::string> find(std::string_view name) const;

  /// Suggestions for a typed name, for a question only: the matching name, or up to three nearest by any
  /// edits; empty if more than three are nearest.
  std::vector<std::string> suggestions(std::string_view name) const;

 private:
  static constexpr std::size_t several = static_cast<std::size_t>(-1);

  std::vector<std::string> names_;
  std::vector<std::u32string> keys_;        ///< by name: normalised letters
  std::vector<std::u32string> alias_keys_;  ///< the same for its alias; empty: none
  std::unordered_map<std::string, std::size_t> by_fold_;
  std::unordered_map<std::u32string, std::size_t> by_key_;  ///< name index or `several`
};

NearestNames nearest_bone_names(const Model& model);
NearestNames nearest_morph_names(const Model& model);

/// Whether a Japanese or English name, in any width and case, is a standard bone of MikuMikuDance models
/// (body, semi-standard additions, IK goals).
bool is_standard_bone(std::string_view name);

/// The Japanese name of a standard bone or morph, from its English one ("knee_L", "blink") or from a bone's
/// Japanese name in any width and case; nullopt if it is not standard.
std::optional<std::string> standard_japanese_name(std::string_view english);

/// The English name of a standard bone, from its Japanese one in any width and case; empty if it is not
/// standard.
std::string standard_english_name(std::string_view japanese);

/// The accessory that a non-standard bone moves by its name: "hair", "skirt", "sleeves" …; empty if unknown.
std::string_view accessory_of(std::string_view name);

}  // namespace mmd
