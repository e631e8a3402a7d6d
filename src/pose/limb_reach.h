#pragma once

// Arms and legs that reach for a place in two bones. Results are plain rotations of the pose; twist bones
// (腕捩, 手捩) take the turns about their axes. Model space.

#include <cstdint>

#include "model/model.h"
#include "pose/posed_bones.h"

namespace mmd {

enum class Side : std::uint8_t { left, right };

/// The bones of an arm or a leg, by the usual names of MikuMikuDance; `none`: the model lacks it.
struct Limb {
  bool is_arm = true;
  std::int32_t shoulder = none;     ///< 肩
  std::int32_t upper = none;        ///< 腕 or 足
  std::int32_t upper_twist = none;  ///< 腕捩, if it is between upper and middle
  std::int32_t middle = none;       ///< ひじ or ひざ
  std::int32_t lower_twist = none;  ///< 手捩, if it is between middle and end
  std::int32_t end = none;          ///< 手首 or 足首
  std::int32_t chain = none;        ///< the IK chain that moves a foot to its goal

  bool is_whole() const { return upper != none && middle != none && end != none; }
};
Limb arm_of(const Model& model, Side side);
Limb leg_of(const Model& model, Side side);

/// Whether IK moves the leg in this state.
bool follows_goal(const PosedBones& bones, const Limb& limb);
/// Whether a bone is `above` or hangs on it.
bool hangs_on(const Model& model, std::int32_t bone, std::int32_t above);

/// Moves the end of a whole limb to a place: a leg by its goal while IK moves it, otherwise in two bones. Out
/// of reach, the limb is straight and points there. The middle keeps its side: it swivels with the limb as a
/// natural elbow or knee does, plus the swivel that it had before.
void reach(PosedBones& bones, const Limb& limb, const vec3& place);
/// Turns a bone so far that an arm comes near enough to a place, by `most` radians at most.
void lean(PosedBones& bones, std::int32_t bone, const Limb& arm, const vec3& place, float most);
/// Gives the end a rotation in model space. The twist about the lower part's axis goes to its twist bone.
void set_end_rotation(PosedBones& bones, const Limb& limb, const quat& rotation);

}  // namespace mmd
