#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/math.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// What morphs add to the bones (BoneInputs); empty if none does.
struct MorphedBones {
  std::span<const vec3> translation;
  std::span<const quat> rotation;
};

/// Finds the pose that, evaluated without IK and physics, puts the bones where an evaluation with them had
/// them (semantics, "Baking"). What morphs and append add then is taken off the pose, so that neither counts
/// twice. Where a bone cannot be turned as it should be, those below it are still where they were.
class PoseFromBones {
 public:
  /// `has_keys`: per bone, 0 for those whose pose stays at rest, for no file can name them. The skeleton
  /// stays.
  PoseFromBones(const Skeleton& skeleton, std::vector<std::uint8_t> has_keys);

  /// `palette`: of the evaluation, an entry per bone or more. Sets the bones' entries of `translation` and
  /// `rotation`; where what stands there already, the pose that was evaluated, differs by rounding only, it
  /// stays. Allocates nothing.
  void solve(std::span<const Affine> palette, const MorphedBones& morphed, std::span<vec3> translation,
             std::span<quat> rotation);

  /// The palette of the pose that was found last, by bone.
  std::span<const Affine> reached() const { return reached_; }

  /// The rotations off the axes of bones with a fixed one are lost. The largest of all poses found so far,
  /// radians, and whose; `none`: nothing was.
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
  quat kept(std::size_t bone, const quat& wanted);
  void solve_bone(std::size_t bone, std::span<const Affine> palette, const MorphedBones& morphed,
                  vec3& translation, quat& rotation);

  const Skeleton& skeleton_;
  std::vector<std::uint8_t> has_keys_;
  std::vector<std::int32_t> order_;  ///< append sources first, and parents where that is not one of them
  std::vector<std::uint8_t> solved_;
  std::vector<Local> total_;  ///< with what is appended, of the pose that is found
  std::vector<Affine> reached_;
  Loss loss_;
};

}  // namespace mmd
