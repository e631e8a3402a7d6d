// For every processor.

#include "base/simd/plain.h"
#include "skeleton/ik_lanes.h"
#include "skeleton/kernels.h"
#include "skeleton/place_lanes.h"

namespace mmd {
namespace {

void solve(LaneGroup& group) {
  if (group.used == 1) {
    ik_lanes::solve<PlainLanes<double, 1>>(group);
  } else if (group.used == 2) {
    ik_lanes::solve<PlainLanes<double, 2>>(group);
  } else {
    ik_lanes::solve<PlainLanes<double, 4>>(group);
  }
}

/// One bone at a time: vectors of plain floats would go through memory.
constexpr SkeletonKernels kernels{"portable", place<PlainLanes<float, 1>, PlainLanes<float, 12>>, solve};

}  // namespace

const SkeletonKernels& portable_kernels() {
  return kernels;
}

}  // namespace mmd
