// x86-64 with AVX2 and FMA. Compiled with those instruction sets and run only where the processor has them.

#include "skeleton/kernels.h"

#if defined(__AVX2__) && defined(__FMA__)

#include "base/simd/avx2.h"
#include "skeleton/ik_lanes.h"
#include "skeleton/place_lanes.h"

namespace mmd {
namespace {

void solve(LaneGroup& group) {
  if (group.used <= 2) {  // square roots and divisions take half as long in half a register
    ik_lanes::solve<Doubles2>(group);
  } else {
    ik_lanes::solve<Doubles4>(group);
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
