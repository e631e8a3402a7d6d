#pragma once

// The state that commands edit, and what differs between two states.

#include <cstdint>
#include <vector>

#include "model/model.h"
#include "pose/pose.h"

namespace mmd::edit {

/// Everything that a command can change.
struct EditState {
  Pose pose;
  std::vector<std::uint8_t> ik_chains;  ///< per chain, 1 on, 0 off: EvaluationSwitches::ik_chains

  EditState() = default;
  /// The rest pose with all IK on.
  explicit EditState(const Model& model);
  /// Whether the sizes match the model, all numbers are finite and rotations have unit length.
  bool fits(const Model& model) const;
};

/// The same test for a pose.
bool is_sound(const Pose& pose, const Model& model);

/// Normalises the bones that differ from `from`, as files store them: unit rotations, w not negative, no -0.
void settle_changed(const Pose& from, Pose& pose);

/// The work that a change requires; each level includes those before it.
enum class Dirty : std::uint8_t {
  nothing,
  look,  ///< draw again with the same bones
  pose,  ///< evaluate bones and morphs
  model  ///< rebuild everything: indices have changed
};

/// The effect of a command.
struct Change {
  Dirty level = Dirty::nothing;
  std::vector<std::int32_t> bones;   ///< bones whose own transforms differ in any bit, ascending
  std::vector<std::int32_t> morphs;  ///< morphs whose weights differ in any bit, ascending
  bool ik = false;                   ///< whether chains were switched
  UnmatchedNames lacking;            ///< names from Paste or Mirror that the model lacks
};

/// The bones and morphs that differ in any bit between two poses of a model.
Change difference(const Pose& before, const Pose& after);

/// For each bone, morph, material and IK chain of one model its index in another model, or `none`. Elements
/// match by name, the second of a name with the second of that name; a chain matches by its IK bone.
struct CarryOver {
  CarryOver(const Model& from, const Model& to);
  std::vector<std::int32_t> bones, morphs, materials, ik_chains;
};

/// The state for the other model: additional elements are at rest, missing ones are dropped.
EditState carried_over(const EditState& state, const CarryOver& carry, const Model& to);
/// The same for a pose.
Pose carried_over(const Pose& pose, const CarryOver& carry, const Model& to);

/// Names of posed bones and morphs that the other model lacks.
UnmatchedNames left_out(const Pose& pose, const CarryOver& carry, const Model& from);

}  // namespace mmd::edit
