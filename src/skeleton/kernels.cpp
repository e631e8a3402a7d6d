#include "skeleton/kernels.h"

#include <cstdlib>

namespace mmd {
namespace {

const SkeletonKernels& choose_kernels() {
  const SkeletonKernels* found[] = {avx2_kernels(), sse41_kernels(), &portable_kernels()};
  const char* wanted = std::getenv("MMDVIEW_SIMD");
  for (const SkeletonKernels* k : found) {
    if (k != nullptr && (wanted == nullptr || *wanted == '\0' || k->name == wanted)) return *k;
  }
  return portable_kernels();
}

}  // namespace

const SkeletonKernels& best_kernels() {
  static const SkeletonKernels& best = choose_kernels();
  return best;
}

}  // namespace mmd
