#include "app/platform/lapse.h"

#include <algorithm>
#include <cmath>

namespace mmd {

int Lapse::wait(double now, int timeout_ms) const {
  if (!runs_) return timeout_ms;
  constexpr double longest = 1e6;
  const int left = static_cast<int>(std::ceil(std::clamp(1000.0 * (end_ - now), 0.0, longest)));
  return timeout_ms < 0 ? left : std::min(left, timeout_ms);
}

}  // namespace mmd
