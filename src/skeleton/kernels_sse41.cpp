// x86-64 with SSE4.1. Compiled with that instruction set and run only where the processor has it.

#include "skeleton/kernels.h"

#if defined(__SSE4_1__)

#include "base/simd/sse41.h"
#include "skeleton/ik_lanes.h"
#include "skeleton/place_lanes.h"

namespace mmd {
namespace {

/// Everything that four lanes call becomes part of their loop: passing vectors of two registers through
/// memory costs more than it does for those of one.
#if defined(__GNUC__)
[[gnu::flatten]]
#endif
void solve_four(LaneGroup& group) {
  ik_lanes::solve<TwoOf<Doubles2>>(group);
}

void solve(LaneGroup& group) {
  if (group.used <= 2) {
    ik_lanes::solve<Doubles2>(group);
  } else {
    solve_four(group);
  }
}

constexpr SkeletonKernels kernels{"sse4.1", place<Floats4, Floats4, Floats4, Floats4>, solve};

}  // namespace

const SkeletonKernels* sse41_kernels() {
  return __builtin_cpu_supports("sse4.1") ? &kernels : nullptr;
}

}  // namespace mmd

#else

namespace mmd {
const SkeletonKernels* sse41_kernels() {
  return nullptr;
}
}  // namespace mmd

#endif
