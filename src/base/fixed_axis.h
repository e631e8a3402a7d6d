#pragma once

#include "base/math.h"

namespace mmd {

/// The rotation about `axis` (unit, or zero) that has the angle of q (semantics, "From pose to bone
/// matrices", 1); none at all about a zero axis.
inline quat about_fixed_axis(const quat& q, const vec3& axis) {
  const vec3 v(q.x, q.y, q.z);
  if (axis == vec3(0.0f)) return identity_rotation();
  const float length = glm::length(v) * (glm::dot(v, axis) < 0.0f ? -1.0f : 1.0f);
  return quat(q.w, axis.x * length, axis.y * length, axis.z * length);
}

}  // namespace mmd
