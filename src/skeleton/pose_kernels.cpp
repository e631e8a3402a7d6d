#include "skeleton/pose_kernels.h"

#include "base/simd.h"

namespace mmd {

const PoseKernels& best_pose_kernels() {
  static const PoseKernels* const found[] = {avx2_pose_kernels(), sse41_pose_kernels(),
                                             &portable_pose_kernels()};
  static const PoseKernels& best = choose_kernels<PoseKernels>(found);
  return best;
}

}  // namespace mmd
