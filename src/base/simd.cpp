#include "base/simd.h"

#include <cstdlib>

namespace mmd {

std::string_view simd_asked_for() {
  const char* wanted = std::getenv("MMDVIEW_SIMD");
  return wanted == nullptr ? std::string_view() : std::string_view(wanted);
}

}  // namespace mmd
