#pragma once

#include <cmath>

#include "base/math.h"
#include "skeleton/evaluation_plan.h"

namespace mmd {

/// slerp(identity, q, ratio) on the shortest path; extrapolates for ratios below 0 and above 1.
inline quat scaled_rotation(quat q, float ratio, const SlerpPolynomials* fitted) {
  if (ratio == 1.0f) return q;
  if (ratio == -1.0f) return glm::conjugate(q);
  if (q.w < 0.0f) q = -q;
  if (fitted != nullptr) {
    const float u = q.w - 0.5f;
    float cosine = fitted->cosine.back(), sine = fitted->sine.back();
    for (std::size_t k = SlerpPolynomials::terms - 1; k-- > 0;) {
      cosine = cosine * u + fitted->cosine[k];
      sine = sine * u + fitted->sine[k];
    }
    return quat(cosine, q.x * sine, q.y * sine, q.z * sine);
  }
  const float sine = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
  if (!(sine > 1e-12f)) return identity_rotation();
  const float half_angle = std::atan2(sine, q.w) * ratio;
  const float s = std::sin(half_angle) / sine;
  return quat(std::cos(half_angle), q.x * s, q.y * s, q.z * s);
}

}  // namespace mmd
