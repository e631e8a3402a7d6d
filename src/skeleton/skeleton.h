#pragma once

// The bones of a model: what evaluation works off, without vertices. Right-handed, MMD units, all indices in
// range, all numbers finite; `steps` is filled by order_evaluation() (evaluation_order.h).

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/handedness.h"
#include "base/math.h"

namespace mmd {

/// Index of a bone, morph, texture … that is not there.
inline constexpr std::int32_t none = -1;

/// How a bone takes over another's transform (付与: D-bones, twist, eyes, shoulder cancel).
struct Append {
  std::int32_t source = none;
  float ratio = 0.0f;  ///< may be negative or beyond 1
  bool rotation = false;
  bool translation = false;
  bool local = false;  ///< from the source's model-space transform instead of its own one
};

struct Bone {
  std::string name, name_english;
  vec3 rest{0.0f};  ///< model space, MMD units
  std::int32_t parent = none;
  std::int32_t layer = 0;
  Append append;
  bool has_fixed_axis = false;
  vec3 fixed_axis{0.0f};  ///< unit, or zero if the file's was
  bool rotatable = false, movable = false, visible = false, operable = false, after_physics = false;
  bool physics = false;  ///< a rigid body moves it in MikuMikuDance
  std::int32_t tail_bone = none;
  vec3 tail_offset{0.0f};  ///< from rest, when tail_bone is none
  std::int32_t ik = none;  ///< index into Skeleton::ik_chains if this is an IK bone (goal)
};

struct IkLink {
  std::int32_t bone = none;
  bool limited = false;
  EulerLimits limits;  ///< radians, lower <= upper, right-handed
};

struct IkChain {
  std::int32_t bone = none;      ///< the IK bone: its position is the goal
  std::int32_t effector = none;  ///< the file's "target": the bone that is brought to the goal
  std::int32_t iterations = 0;   ///< 0-256
  float unit_angle = 0.0f;       ///< radians per iteration and link
  std::vector<IkLink> links;     ///< file order, tip first
};

/// One thing the evaluation does, in order: settle a bone's rotation and translation (own, then append),
/// place it in model space below its parent, or solve a chain.
struct EvaluationStep {
  enum class Kind : std::uint8_t { local_transform, place_bone, solve_chain };
  Kind kind = Kind::place_bone;
  std::int32_t index = none;  ///< bone or chain
};

struct Skeleton {
  std::vector<Bone> bones;         ///< file order
  std::vector<IkChain> ik_chains;  ///< in the order of their bones in the file
  /// Every bone settled and placed once, after what that depends on; every chain solved once, after its goal,
  /// links and effector are placed. Chains are in MMD's order (layer, then index; after-physics last) save
  /// where a bone has to wait (semantics, "From pose to bone matrices"). Bones come as late as the chains
  /// allow, so that most need placing only once.
  std::vector<EvaluationStep> steps;

  /// Entries of a palette: one per bone and the identity, which moves what hangs on no bone.
  std::size_t palette_size() const { return bones.size() + 1; }
};

}  // namespace mmd
