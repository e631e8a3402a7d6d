// For every processor.

#include "base/simd/plain.h"
#include "skeleton/ik_lanes.h"
#include "skeleton/pose_ops.h"

namespace mmd {
namespace {

void solve_poses(LaneGroup* const* groups, std::size_t count) {
  ik_lanes::solve_together<PlainLanes<double, LaneChains::lanes>, PoseKernels::most_together>(groups, count);
}

/// One pose at a time: vectors of plain floats would go through memory.
constexpr PoseKernels kernels_of_poses =
    pose_kernels_over<PlainLanes<float, 1>, PlainLanes<double, 1>>("portable", solve_poses);

}  // namespace

const PoseKernels& portable_pose_kernels() {
  return kernels_of_poses;
}

}  // namespace mmd
