#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

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

/// Numbers of length 1 in double precision that round to these (x, y, z, w); nullopt: there are none.
inline std::optional<glm::dvec4> unit_rounding_to(const vec4& q) {
  glm::dvec4 out(q);
  for (int i = 0; i < 40; ++i) {
    out = unit_or_identity(out);
    if (vec4(out) == q) return out;
    for (int c = 0; c < 4; ++c) {  // back to where it rounds to, a little within
      const double low = 0.51 * q[c] + 0.49 * std::nextafter(q[c], -2.0f);
      const double high = 0.51 * q[c] + 0.49 * std::nextafter(q[c], 2.0f);
      out[c] = std::clamp(out[c], low, high);
    }
  }
  return std::nullopt;
}

}  // namespace mmd
