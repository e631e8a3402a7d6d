// Compiled for SSE4.1.
#include "tests/base/lanes_checks.h"

#if defined(__SSE4_1__)

#include "base/simd/sse41.h"

namespace mmd {

const char* wrong_sse41_lanes() {
  const char* wrong = wrong_floats<Floats4>();
  if (wrong == nullptr) wrong = wrong_numbers<Doubles2, double>();
  if (wrong == nullptr) wrong = wrong_numbers<TwoOf<Doubles2>, double>();
  return wrong != nullptr ? wrong : wrong_numbers<TwoOf<TwoOf<Doubles2>>, double>();
}

}  // namespace mmd

#else

namespace mmd {
const char* wrong_sse41_lanes() {
  return nullptr;
}
}  // namespace mmd

#endif
