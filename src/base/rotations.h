#pragma once

#include "base/math.h"

namespace mmd {

/// The unit quaternion (x, y, z, w) in the direction of `q`; the identity for zero and for what is no number.
inline glm::dvec4 unit_or_identity(const glm::dvec4& q) {
  const double length = glm::length(q);
  return length > 1e-12 ? q / length : glm::dvec4(0.0, 0.0, 0.0, 1.0);
}

/// A file's rotation (x, y, z, w as stored) as a unit quaternion in the file's space.
inline quat rotation_from_file(const vec4& stored) {
  const vec4 q(unit_or_identity(glm::dvec4(stored)));
  return quat(q.w, q.x, q.y, q.z);
}

}  // namespace mmd
