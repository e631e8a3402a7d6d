#pragma once

// Which bones move a vertex: one function per region of the body, for its left side and the middle. Where a
// joint bends like a hinge (elbow, knee) the vertices are SDEF about the joint.

#include "make_sample/mesh.h"
#include "make_sample/rig.h"

namespace mmd::sample {

WeightFunction on_bone(const Rig& rig, const std::string& name);
/// Shirt: trunk, shoulders and upper arms, both sides.
WeightFunction trunk_weights(const Rig& rig);
/// Neck and head.
WeightFunction head_weights(const Rig& rig);
/// The left arm from the shoulder to the palm.
WeightFunction arm_weights(const Rig& rig);
/// A finger of the left hand.
WeightFunction finger_weights(const Rig& rig, const Finger& finger);
/// The left leg from the hip to the toes.
WeightFunction leg_weights(const Rig& rig);
/// Shorts: waist, lower body and both thighs.
WeightFunction hip_weights(const Rig& rig);
/// Skirt: lower body and the four nearest bones of its columns.
WeightFunction skirt_weights(const Rig& rig);
/// The bow: its ends hang by bones of their own from what is on the chest.
WeightFunction bow_weights(const Rig& rig);
/// A tail of hair and the head it hangs from.
WeightFunction tail_weights(const Rig& rig, const Chain& chain);

}  // namespace mmd::sample
