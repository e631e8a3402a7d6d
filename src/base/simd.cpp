#include "base/simd.h"

#include <cstdlib>

namespace mmd {

std::string_view simd_asked_for() {
  const char* wanted = std::getenv("MMDVIEW_SIMD");
  return wanted == nullptr ? std::string_view() : std::string_view(wanted);
}

int simd_rank(std::string_view name) {
  if (name == "avx2") return 2;
  return name == "sse4.1" ? 1 : 0;
}

}  // namespace mmd
