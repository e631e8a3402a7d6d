#pragma once

#include <cmath>

#include "base/math.h"

namespace mmd {

/// slerp(identity, q, ratio) on the shortest path; extrapolates for ratios below 0 and above 1.
inline quat scaled_rotation(quat q, float ratio) {
  if (ratio == 1.0f) return q;
  if (ratio == -1.0f) return glm::conjugate(q);
  if (q.w < 0.0f) q = -q;
  const float sine = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
  if (!(sine > 1e-12f)) return identity_rotation();
  const float half_angle = std::atan2(sine, q.w) * ratio;
  const float s = std::sin(half_angle) / sine;
  return quat(std::cos(half_angle), q.x * s, q.y * s, q.z * s);
}

}  // namespace mmd
