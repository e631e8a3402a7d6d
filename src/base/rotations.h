#pragma once

#include "base/math.h"

namespace mmd {

/// The unit quaternion (x, y, z, w) in the direction of `q`; the identity for zero and for what is no number.
inline glm::dvec4 unit_or_identity(const glm::dvec4& q) {
  const double length = glm::length(q);
  return length > 1e-12 ? q / length : glm::dvec4(0.0, 0.0, 0.0, 1.0);
}

/// A file's rotation (x, y, z, w as written) as a unit quaternion in the file's space, with all its digits.
inline glm::dquat exact_rotation_from_file(const glm::dvec4& stored) {
  const glm::dvec4 q = unit_or_identity(stored);
  return glm::dquat(q.w, q.x, q.y, q.z);
}

/// A file's rotation (x, y, z, w as stored) as a unit quaternion in the file's space.
inline quat rotation_from_file(const vec4& stored) {
  return quat(exact_rotation_from_file(glm::dvec4(stored)));
}

}  // namespace mmd
