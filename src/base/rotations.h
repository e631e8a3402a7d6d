#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include <glm/geometric.hpp>
#include <glm/vec4.hpp>

#include "base/math.h"

namespace mmd {

/// `q` (x, y, z, w) normalised; the identity if it is zero or not a number.
inline glm::dvec4 unit_or_identity(const glm::dvec4& q) {
  const double length = glm::length(q);
  return length > 1e-12 ? q / length : glm::dvec4(0.0, 0.0, 0.0, 1.0);
}

/// A file's rotation (x, y, z, w) as a unit quaternion in the file's space, in double precision.
inline glm::dquat exact_rotation_from_file(const glm::dvec4& stored) {
  const glm::dvec4 q = unit_or_identity(stored);
  return glm::dquat(q.w, q.x, q.y, q.z);
}

/// A file's rotation (x, y, z, w) as a unit quaternion in the file's space.
inline quat rotation_from_file(const vec4& stored) {
  return quat(exact_rotation_from_file(glm::dvec4(stored)));
}

/// A unit quaternion in double precision that rounds to the floats of `q` (x, y, z, w); nullopt if none does.
inline std::optional<glm::dvec4> unit_rounding_to(const vec4& q) {
  glm::dvec4 out(q);
  for (int i = 0; i < 40; ++i) {
    out = unit_or_identity(out);
    if (vec4(out) == q) return out;
    for (int c = 0; c < 4; ++c) {  // into the interval that rounds to q[c], with a small margin
      const double low = 0.51 * q[c] + 0.49 * std::nextafter(q[c], -2.0f);
      const double high = 0.51 * q[c] + 0.49 * std::nextafter(q[c], 2.0f);
      out[c] = std::clamp(out[c], low, high);
    }
  }
  return std::nullopt;
}

/// The rotation about `axis` (unit or zero) with the angle of `q`; the identity for a zero axis (semantics,
/// "From pose to bone matrices", 1).
inline quat about_fixed_axis(const quat& q, const vec3& axis) {
  const vec3 v(q.x, q.y, q.z);
  if (axis == vec3(0.0f)) return identity_rotation();
  const float length = glm::length(v) * (glm::dot(v, axis) < 0.0f ? -1.0f : 1.0f);
  return quat(q.w, axis.x * length, axis.y * length, axis.z * length);
}

/// slerp(identity, q, ratio) on the shortest path; extrapolates for ratios below 0 and above 1.
inline quat scaled_rotation(quat q, float ratio) {
  if (ratio == 1.0f) return q;
  if (ratio == -1.0f) return glm::conjugate(q);
  if (q.w < 0.0f) q = -q;
  const float sine = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
  if (!(sine > 1e-12f)) return identity_rotation();
  // In double precision: C libraries round the float functions differently, and bones must not depend on
  // them.
  const double half_angle = std::atan2(static_cast<double>(sine), static_cast<double>(q.w)) * ratio;
  const auto s = static_cast<float>(std::sin(half_angle)) / sine;
  return quat(static_cast<float>(std::cos(half_angle)), q.x * s, q.y * s, q.z * s);
}

/// slerp(a, b, share) on the shortest path, share 0-1: unit quaternions (x, y, z, w) in and out.
inline glm::dvec4 on_shortest_arc(const glm::dvec4& a, glm::dvec4 b, double share) {
  double cosine = glm::dot(a, b);
  if (cosine < 0.0) {
    b = -b;
    cosine = -cosine;
  }
  if (cosine > 1.0 - 1e-9) return glm::normalize(a + share * (b - a));
  const double angle = std::acos(cosine);
  return glm::normalize(std::sin((1.0 - share) * angle) * a + std::sin(share * angle) * b);
}

/// -value, but a zero keeps its sign: mirrored text and files do not turn 0 into "-0.000000".
inline float negated(float value) {
  return value == 0.0f ? value : -value;
}

/// The shortest rotation between two directions; identity if they are opposite.
inline quat turn_between(const vec3& from, const vec3& to) {
  const float lengths = glm::length(from) * glm::length(to);
  if (!(lengths > 1e-6f)) return identity_rotation();
  const float cosine = glm::dot(from, to) / lengths;
  if (cosine < -0.999f) return identity_rotation();
  const vec3 axis = glm::cross(from, to) / lengths;
  return glm::normalize(quat(1.0f + cosine, axis.x, axis.y, axis.z));
}

}  // namespace mmd
