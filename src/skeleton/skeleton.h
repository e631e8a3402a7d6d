#pragma once

// The bones of a model: the input of the evaluation. Right-handed, MMD units, radians, all indices in range,
// all numbers finite; order_evaluation() (evaluation_order.h) fills `steps`, IkChain::joints and
// IkLink::joint.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/handedness.h"
#include "base/math.h"

namespace mmd {

/// The index for "no bone, morph, texture …".
inline constexpr std::int32_t none = -1;

/// How a bone adds another bone's transform to its own (付与: D-bones, twist, eyes, shoulder cancel);
/// semantics, "From pose to bone matrices", 3.
struct Append {
  std::int32_t source = none;
  float ratio = 0.0f;  ///< may be negative or beyond 1
  bool rotation = false;
  bool translation = false;
  bool local = false;  ///< use the source's model-space transform instead of its local one
};

struct Bone {
  std::string name, name_english;
  vec3 rest{0.0f};  ///< model space, MMD units
  std::int32_t parent = none;
  std::int32_t layer = 0;
  Append append;
  bool has_fixed_axis = false;
  vec3 fixed_axis{0.0f};  ///< unit, or zero if the file's is zero
  bool rotatable = false, movable = false, visible = false, operable = false, after_physics = false;
  bool physics = false;  ///< whether a rigid body moves it in MikuMikuDance
  std::int32_t tail_bone = none;
  vec3 tail_offset{0.0f};  ///< from `rest`, if tail_bone is none
  std::int32_t ik = none;  ///< index into Skeleton::ik_chains if this is an IK bone (a goal)
};

struct IkLink {
  std::int32_t bone = none;
  bool limited = false;
  EulerLimits limits;  ///< radians, lower <= upper, right-handed
  std::int32_t joint =
      none;  ///< index into IkChain::joints; none: not above the effector, so it does not turn
};

struct IkChain {
  std::int32_t bone = none;      ///< the IK bone: its position is the goal
  std::int32_t effector = none;  ///< the file's "target": the bone that moves to the goal
  std::int32_t iterations = 0;   ///< 0-256
  float unit_angle = 0.0f;       ///< largest turn per iteration, radians; link i (from 0) has i + 1 times it
  std::vector<IkLink> links;     ///< file order, tip first
  /// The bones from the topmost link down to the effector's parent. Empty if no link is above the effector:
  /// the chain does nothing then.
  std::vector<std::int32_t> joints;
};

/// A step of the evaluation: compute a bone's local rotation and translation (own, then append), place it in
/// model space below its parent, or solve a chain, which rotates its links.
struct EvaluationStep {
  enum class Kind : std::uint8_t { local_transform, place_bone, solve_chain };
  Kind kind = Kind::place_bone;
  std::int32_t index = none;  ///< bone or chain
};

struct Skeleton {
  std::vector<Bone> bones;         ///< file order
  std::vector<IkChain> ik_chains;  ///< in the order of their IK bones in the file
  /// The evaluation as a program: running the steps in order gives the final transform of every bone. A step
  /// follows those whose results it reads: the local transform of an append source, the placing of a parent;
  /// for a chain the placing of its goal and of its topmost link's parent, and the local transforms of its
  /// joints and effector. Chains are in MMD's order (after physics, layer, index) except where a bone must
  /// wait (semantics, "From pose to bone matrices"). Bones are placed as late as the chains allow. A bone
  /// that a chain needs before another one turns it has a second place_bone step.
  std::vector<EvaluationStep> steps;

  /// Number of palette entries: one per bone, and the identity for vertices without a bone.
  std::size_t palette_size() const { return bones.size() + 1; }
};

}  // namespace mmd
