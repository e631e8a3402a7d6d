// x86-64 with AVX2 and FMA. Compiled with those instruction sets and run only where the processor has them.

#include "skeleton/kernels.h"

#if defined(__AVX2__) && defined(__FMA__)

#include "base/simd/avx2.h"
#include "skeleton/ik_lanes.h"
#include "skeleton/place_lanes.h"

namespace mmd {
namespace {

/// Everything that these call becomes part of their loop: compilers take fused operations for calls and find
/// what holds many of them too large.
#if defined(__GNUC__)
[[gnu::flatten]]
#endif
void solve_two(LaneGroup& group) {
  ik_lanes::solve<Doubles2>(group);
}
#if defined(__GNUC__)
[[gnu::flatten]]
#endif
void solve_four(LaneGroup& group) {
  ik_lanes::solve<Doubles4>(group);
}

void solve(LaneGroup& group) {
  if (group.used <= 2) {  // square roots and divisions take half as long in half a register
    solve_two(group);
  } else {
    solve_four(group);
  }
}

constexpr SkeletonKernels kernels{"avx2", place<Floats8, Floats8, Floats4>, solve};

}  // namespace

const SkeletonKernels* avx2_kernels() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &kernels : nullptr;
}

}  // namespace mmd

#else

namespace mmd {
const SkeletonKernels* avx2_kernels() {
  return nullptr;
}
}  // namespace mmd

#endif
