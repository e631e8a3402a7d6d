#pragma once

// The bones of the body that a VRM names, in a model (table: docs/user/export.md).

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/model.h"

namespace mmd {

/// A humanoid bone and its candidates; the first that the model has counts.
struct HumanBoneRow {
  std::string_view name;   ///< VRM's name; "left…" stands for both sides
  std::string_view bones;  ///< candidates: "左親指０,左親指１"
  std::string_view below;  ///< VRM names of possible parents, the first present one counts; empty: the hips
  bool required = false;
  std::string_view copy = {};  ///< preferred bone that follows the candidate by append: "左足D"
};
std::span<const HumanBoneRow> human_bone_rows();

/// Why a bone of the model cannot be a bone of a VRM.
enum class HumanBoneFault : std::uint8_t {
  none,
  taken,            ///< it is already HumanBone::other
  other_lacks,      ///< it has to be below HumanBone::other, which the model lacks
  not_below,        ///< it is not below HumanBone::other
  not_between_legs  ///< the hips: it is not directly above the spine and both legs
};

/// A bone of a VRM, as a model has it. Model::given_names chooses bones by VRM's names; the others are found
/// by the names of the table.
struct HumanBone {
  std::string name;          ///< VRM's: "leftUpperArm"
  std::string usual;         ///< MikuMikuDance's usual name: "左腕"; empty for the hips
  std::int32_t bone = none;  ///< none: the model lacks it
  bool required = false;
  bool is_chosen = false;       ///< by VRM's name
  std::int32_t refused = none;  ///< the chosen bone, if it cannot be this one
  HumanBoneFault fault = HumanBoneFault::none;
  std::string other;  ///< VRM's name of the bone that `fault` is about
};
/// All bones that a VRM can have, hips first.
std::vector<HumanBone> human_bones_of(const Model& model);
/// The bone of that name; null if VRM has none.
const HumanBone* find_human(std::span<const HumanBone> bones, std::string_view name);

/// The names of the bones that the model lacks and a VRM needs.
std::vector<std::string> missing_human_bones(std::span<const HumanBone> bones);
/// Sentences about chosen bones that cannot serve, for messages of the command line.
std::vector<std::string> refused_human_bones(const Model& model, std::span<const HumanBone> bones);

/// The joints of an arm; none for missing bones.
struct ArmBones {
  std::int32_t shoulder = none, elbow = none, wrist = none;
  bool is_whole() const { return shoulder != none && elbow != none && wrist != none; }
};
/// The left and the right arm.
std::array<ArmBones, 2> arms_of(const Model& model);

}  // namespace mmd
