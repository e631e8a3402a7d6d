// Compiled for AVX2 and FMA.
#include "tests/base/lanes_checks.h"

#if defined(__AVX2__) && defined(__FMA__)

#include "base/simd/avx2.h"

namespace mmd {

const char* wrong_avx2_lanes() {
  const char* wrong = wrong_floats<Floats8>();
  if (wrong == nullptr) wrong = wrong_floats<Floats4>();
  if (wrong == nullptr) wrong = wrong_numbers<Doubles2, double>();
  if (wrong == nullptr) wrong = wrong_numbers<Doubles4, double>();
  return wrong != nullptr ? wrong : wrong_numbers<TwoOf<Doubles4>, double>();
}

}  // namespace mmd

#else

namespace mmd {
const char* wrong_avx2_lanes() {
  return nullptr;
}
}  // namespace mmd

#endif
