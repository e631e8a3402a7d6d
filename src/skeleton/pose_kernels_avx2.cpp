// x86-64 with AVX2 and FMA. Compiled with those instruction sets and run only where the processor has them.

#include "skeleton/pose_kernels.h"

#if defined(__AVX2__) && defined(__FMA__)

#include "base/simd/avx2.h"
#include "skeleton/ik_lanes.h"
#include "skeleton/pose_ops.h"

namespace mmd {
namespace {

/// Everything becomes part of one loop: lanes in several registers would be passed through memory.
#if defined(__GNUC__)
[[gnu::flatten]]
#endif
void solve_poses(LaneGroup* const* groups, std::size_t count) {
  ik_lanes::solve_together<Doubles4, PoseKernels::most_together>(groups, count);
}

constexpr PoseKernels kernels_of_poses = pose_kernels_over<Floats8, Doubles4>("avx2", solve_poses);

}  // namespace

const PoseKernels* avx2_pose_kernels() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &kernels_of_poses : nullptr;
}

}  // namespace mmd

#else

namespace mmd {
const PoseKernels* avx2_pose_kernels() {
  return nullptr;
}
}  // namespace mmd

#endif
