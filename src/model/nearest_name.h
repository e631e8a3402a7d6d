#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/model.h"

namespace mmd {

/// Guesses which of a model's names a name in a pose means: the same but for width (ﾈｸﾀｲ１, 左足D), case,
/// kana (ひざ, ヒザ, small and long ones), separators and common variants (捻 for 捩, 膝 for ひざ), or a slip
/// of one or two kana in a long name. What tells bones apart is never guessed: sides, kanji, digits, single
/// letters. Nothing is better than a wrong guess.
class NearestNames {
 public:
  /// `aliases`, if there are any: another word for each name (its English one), which is guessed as it
  /// stands, whatever its width and case.
  explicit NearestNames(std::vector<std::string> names, const std::vector<std::string>& aliases = {});

  /// The name that is meant; nullopt if no or more than one is likely.
  std::optional<std::string> find(std::string_view name) const;

  /// Which names someone who typed this may have had in mind, for a question only: the one that is meant, or
  /// the up to three that are as near as none other, whatever letters it takes; empty if there are more.
  std::vector<std::string> near(std::string_view name) const;

 private:
  static constexpr std::size_t several = static_cast<std::size_t>(-1);

  std::vector<std::string> names_;
  std::vector<std::u32string> keys_;        ///< by name, without what does not matter
  std::vector<std::u32string> alias_keys_;  ///< the same of its alias; empty: it has none
  std::unordered_map<std::string, std::size_t> by_fold_;
  std::unordered_map<std::u32string, std::size_t> by_key_;  ///< or `several`
};

NearestNames nearest_bone_names(const Model& model);
NearestNames nearest_morph_names(const Model& model);

/// Whether a bone of that name, Japanese or English, is one of those that MikuMikuDance's models share (the
/// body, its semi-standard additions, IK goals), however it is written (width, case).
bool is_standard_bone(std::string_view name);

/// The Japanese name of a standard bone or morph by its English one ("knee_L", "blink"), of a bone also by
/// itself, however they are written; nullopt if it is none.
std::optional<std::string> standard_japanese_name(std::string_view english);

/// What the name of a bone that is not standard says it moves beside the body: "hair", "skirt", "sleeves" and
/// so on; empty if it says nothing of that.
std::string_view accessory_of(std::string_view name);

}  // namespace mmd
