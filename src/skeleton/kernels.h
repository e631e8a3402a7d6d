#pragma once

// The inner loops of the evaluation, in versions for what the processor can do. All agree to float's last
// digits.

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "base/math.h"
#include "skeleton/evaluation_plan.h"

namespace mmd {

/// One position in up to four chains that are solved side by side (position 0: the tips). Lanes without a
/// chain, or whose chain is shorter, are inert: they turn nothing.
struct LaneLink {
  using Lanes = std::array<double, LaneChains::lanes>;
  bool hinge = false;  ///< all lanes turn about X only, with limits; else all are free
  // Constants of the plan.
  alignas(32) Lanes present{};  ///< 1 where there is a link that may turn
  Lanes cos_limit{}, sin_limit{}, cos_half_limit{},
      sin_half_limit{};  ///< of the greatest angle per iteration
  Lanes yxz{};           ///< hinge: 1 where the Euler order takes X as the middle angle
  // Hinge limits. An angle a in (-pi, pi] is compared by (1 - cos a) with the sign of sin a, which grows with
  // it.
  Lanes low_key{}, high_key{}, cos_low{}, sin_low{}, cos_high{}, sin_high{};
  Lanes cos_twice_low{}, sin_twice_low{}, cos_twice_high{}, sin_twice_high{};
  Lanes mirror_low_key{};   ///< greatest angle whose mirror in the upper bound stays above the lower one
  Lanes mirror_high_key{};  ///< least angle whose mirror in the lower bound stays below the upper one
  // State, loaded for every evaluation.
  std::array<Lanes, 4> turned{};  ///< q_ik * q as x, y, z, w
  std::array<Lanes, 3> offset{};  ///< where this link (for the tip: the effector) hangs below; see LaneGroup
  Lanes cos{}, sin{};             ///< hinge: of the angle, once the link is pure
  Lanes pure{};                   ///< hinge: 1 once the link is nothing but a turn about X
};

/// Chains side by side, with everything in the frames of the links' parents: `links[i].offset` is the
/// position of link i - 1 (for i = 0, of the effector) in the space of link i, and `goal` is seen from the
/// last link in its parent's frame.
struct LaneGroup {
  using Lanes = std::array<double, LaneChains::lanes>;
  std::size_t link_count = 0;
  std::size_t used = 0;  ///< lanes that hold a chain, from the first on
  std::vector<LaneLink> links;
  alignas(32) Lanes iterations{}, half{};  ///< per lane; 0 where there is nothing to solve
  std::array<Lanes, 3> goal{};
  // Results.
  Lanes ran{};       ///< iterations
  Lanes residual{};  ///< |goal - effector|
};

/// One chain in several poses (pose_lanes.h): in parts, which are solved together.
inline constexpr std::size_t poses_side_by_side = 8;
struct PoseGroup {
  static constexpr std::size_t parts = poses_side_by_side / LaneChains::lanes;
  std::array<LaneGroup, parts> part;
};

/// What places bones: see PlaceBlock. `rotation` and `translation` are indexed by bone; both arrays end with
/// at least four readable bytes beyond the last element.
struct PlaceArguments {
  const PlaceBlock* blocks = nullptr;
  std::size_t count = 0;
  const quat* rotation = nullptr;
  const vec3* translation = nullptr;
  Affine* palette = nullptr;
};

struct SkeletonKernels {
  std::string_view name;  ///< "avx2", "sse4.1", "portable"
  void (*place)(const PlaceArguments& arguments);
  void (*solve)(LaneGroup& group);
};

const SkeletonKernels& portable_kernels();
/// Null where the program was not built for it or the processor lacks it.
const SkeletonKernels* sse41_kernels();
const SkeletonKernels* avx2_kernels();
/// The fastest that runs here. The environment variable MMDVIEW_SIMD (avx2, sse4.1, portable) chooses
/// another, for comparing.
const SkeletonKernels& best_kernels();

}  // namespace mmd
