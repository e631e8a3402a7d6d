#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/math.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// The bone morphs' part of BoneInputs; empty if none is active.
struct MorphedBones {
  std::span<const vec3> translation;
  std::span<const quat> rotation;
};

/// Finds the pose that, evaluated without IK and physics, gives the bones the transforms of an evaluation
/// with them (semantics, "Baking"). The pose does not contain the effects of morphs and append, which
/// playback adds again. If a bone cannot take its rotation, the bones below it still get their places.
/// Right-handed, MMD units.
class PoseFromBones {
 public:
  /// `has_keys`: per bone; 0: stays at rest, because no file can name it. The skeleton must outlive this
  /// object.
  PoseFromBones(const Skeleton& skeleton, std::vector<std::uint8_t> has_keys);

  /// `palette`: the evaluation's, at least one entry per bone. `translation`, `rotation`: in: the evaluated
  /// pose; out: the result, per bone. Values that differ only by rounding stay. Does not allocate.
  void solve(std::span<const Affine> palette, const MorphedBones& morphed, std::span<vec3> translation,
             std::span<quat> rotation);

  /// The palette of the last result, by bone.
  std::span<const Affine> reached() const { return reached_; }

  /// The largest rotation lost so far at a bone with a fixed axis, radians; `none`: nothing lost.
  struct Loss {
    std::int32_t bone = none;
    float angle = 0.0f;
  };
  const Loss& largest_loss() const { return loss_; }

 private:
  struct Local {
    quat rotation = identity_rotation();
    vec3 translation{0.0f};
  };
  Local appended(const Bone& bone, std::span<const Affine> palette) const;
  quat storable(std::size_t bone, const quat& wanted);
  void solve_bone(std::size_t bone, std::span<const Affine> palette, const MorphedBones& morphed,
                  vec3& translation, quat& rotation);

  const Skeleton& skeleton_;
  std::vector<std::uint8_t> has_keys_;
  std::vector<std::int32_t> order_;  ///< see SolvingOrder
  std::vector<std::uint8_t> solved_;
  std::vector<Local> total_;  ///< the result's local transforms with morphs and append
  std::vector<Affine> reached_;
  Loss loss_;
};

}  // namespace mmd
