#include "skeleton/kernels.h"

#include "base/simd.h"

namespace mmd {

const SkeletonKernels& best_kernels() {
  static const SkeletonKernels* const found[] = {avx2_kernels(), sse41_kernels(), &portable_kernels()};
  static const SkeletonKernels& best = choose_kernels<SkeletonKernels>(found);
  return best;
}

}  // namespace mmd
