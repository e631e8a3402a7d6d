#pragma once

// The inner loops of the evaluation of several poses at once, one pose per lane (pose_lanes.h), in versions
// for what the processor can do. Placing, appending and solving are the operations of kernels.h and
// bone_manager.cpp, each rounded as there.

#include <array>
#include <cstddef>
#include <string_view>

#include "skeleton/evaluation_plan.h"
#include "skeleton/kernels.h"

namespace mmd {

/// A number in each of the poses.
struct alignas(32) PerPose {
  std::array<float, poses_side_by_side> v{};
};

/// Poses side by side, number by number. Right-handed, MMD units. What lanes beyond `used` hold is never read
/// by another.
struct PoseBlock {
  std::size_t used = 0;            ///< lanes that hold a pose, from the first on
  PerPose* rotation = nullptr;     ///< x, y, z, w by bone: q_ik * q, append included
  PerPose* translation = nullptr;  ///< x, y, z by bone: t, append included
  PerPose* palette = nullptr;      ///< three rows of four by palette entry
  PerPose* link_q = nullptr;       ///< x, y, z, w of q of links, by turn slot
};

/// How rotations and translations come in.
struct PoseForm {
  bool mirrored = false;   ///< in MMD's own space: left-handed
  bool normalise = false;  ///< rotations may have any length; of those without one the identity is taken
};

/// What a bone appends; null: nothing.
struct PoseAppend {
  PerPose *rotation = nullptr, *translation = nullptr;  ///< the bone's own, which it changes
  const PerPose* from_rotation = nullptr;
  const PerPose* from_translation = nullptr;
  float ratio = 0.0f;                        ///< of the translation
  bool backwards = false;                    ///< the rotation is conjugated
  const SlerpPolynomials* fitted = nullptr;  ///< null: the rotation counts as it is
  const PerPose* appends = nullptr;          ///< 1 in the lanes in which append is on
  std::size_t used = 0;
};

/// Transforms row by row, for each lane to where its own stand.
struct StoredTransforms {
  float* const* rows = nullptr;  ///< by lane, all eight
  std::size_t bones = 0;
  bool mirrored = false;  ///< into MMD's own space
  /// The fourth is 0 0 0 1. Without one there must be room behind the last bone for one more, which may be
  /// written to.
  bool four_rows = false;
  const vec3* rest = nullptr;  ///< by bone, with four rows: stores Mconv; null: stores the palette
};

struct PoseKernels {
  std::string_view name;  ///< "avx2", "sse4.1", "portable"
  /// `count` floats of each row become `count` numbers; the rows of all eight lanes must be there.
  void (*load)(const float* const* rows, std::size_t count, std::size_t used, PerPose* out);
  void (*bring_in)(const PoseBlock& block, std::size_t bones, const PoseForm& form);
  /// A rotation is brought to an axis (FixedAxis).
  void (*fix_axis)(PerPose* rotation, const vec3& axis, std::size_t used);
  void (*append)(const PoseAppend& append);
  void (*place)(const PoseBlock& block, const PlaceBlock* blocks, std::size_t count);
  /// A simple chain's state into its group, the solution, and back where `solved` is 1.
  void (*load_chain)(const PlannedChain& chain, const PoseBlock& block, PoseGroup& group);
  /// Up to `most_together` groups, each by itself: what one waits for, the others fill.
  static constexpr std::size_t most_together = 4;
  void (*solve)(LaneGroup* const* groups, std::size_t count);
  void (*store_chain)(const PlannedChain& chain, const PoseGroup& group, const PerPose& solved,
                      const PoseBlock& block);
  void (*store)(const PoseBlock& block, const StoredTransforms& to);
};

const PoseKernels& portable_pose_kernels();
/// Null where the program was not built for it or the processor lacks it.
const PoseKernels* sse41_pose_kernels();
const PoseKernels* avx2_pose_kernels();
/// As best_kernels().
const PoseKernels& best_pose_kernels();

}  // namespace mmd
