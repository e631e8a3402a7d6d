// x86-64 with SSE4.1. Compiled with that instruction set and run only where the processor has it.

#include "skeleton/pose_kernels.h"

#if defined(__SSE4_1__)

#include "base/simd/sse41.h"
#include "skeleton/ik_lanes.h"
#include "skeleton/pose_ops.h"

namespace mmd {
namespace {

/// Everything becomes part of one loop: lanes in several registers would be passed through memory.
#if defined(__GNUC__)
[[gnu::flatten]]
#endif
void solve_poses(LaneGroup* const* groups, std::size_t count) {
  ik_lanes::solve_together<TwoOf<Doubles2>, PoseKernels::most_together>(groups, count);
}

constexpr PoseKernels kernels_of_poses = pose_kernels_over<Floats4, Doubles2>("sse4.1", solve_poses);

}  // namespace

const PoseKernels* sse41_pose_kernels() {
  return __builtin_cpu_supports("sse4.1") ? &kernels_of_poses : nullptr;
}

}  // namespace mmd

#else

namespace mmd {
const PoseKernels* sse41_pose_kernels() {
  return nullptr;
}
}  // namespace mmd

#endif
