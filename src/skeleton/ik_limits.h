#pragma once

// The Euler limits of an IK link (semantics, "IK"). An angle is stored as its cosine and sine.

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/mat3x3.hpp>

#include "base/handedness.h"

namespace mmd {

struct AngleParts {
  double cosine = 1.0, sine = 0.0;
};

/// A number that increases with the angle, from -2 at -180° to 2 at 180°.
inline double order_of(const AngleParts& angle) {
  return std::copysign(1.0 - angle.cosine, angle.sine);
}

/// The range of one Euler angle.
struct AxisLimit {
  AngleParts lower, upper;
  AngleParts twice_lower, twice_upper;           ///< for mirroring at a bound
  double lower_order = -3.0, upper_order = 3.0;  ///< order_of(); beyond ±2: no bound
  double mirrored_below = -3.0,
         mirrored_above = 3.0;  ///< angles between these and the bounds have their mirror image in range
  bool is_fixed = false;        ///< lower == upper
};

struct LinkLimits {
  /// Decomposition of the rotation: R(first) · R(middle) · R(last); axes 0 to 2.
  int first = 1, middle = 0, last = 2;
  std::array<AxisLimit, 3> axes;
  int hinge = -1;         ///< the only free axis, if the other two are fixed at 0; else -1
  bool is_rigid = false;  ///< all three axes are fixed at 0
};

LinkLimits plan_limits(const EulerLimits& limits);

/// twice - angle
inline AngleParts mirrored(const AngleParts& twice, const AngleParts& angle) {
  return {twice.cosine * angle.cosine + twice.sine * angle.sine,
          twice.sine * angle.cosine - twice.cosine * angle.sine};
}

inline AngleParts clamped(const AxisLimit& limit, const AngleParts& angle, bool is_first_half) {
  const double order = order_of(angle);
  if (order < limit.lower_order)
    return is_first_half && order >= limit.mirrored_below ? mirrored(limit.twice_lower, angle) : limit.lower;
  if (order > limit.upper_order)
    return is_first_half && order <= limit.mirrored_above ? mirrored(limit.twice_upper, angle) : limit.upper;
  return angle;
}

/// The angle of the direction (x, y): atan2(y, x).
inline AngleParts direction(double x, double y) {
  const double length = std::sqrt(x * x + y * y);
  return length > 0.0 ? AngleParts{x / length, y / length} : AngleParts{};
}

inline glm::dmat3 about_axis(int axis, const AngleParts& angle) {
  const int next = (axis + 1) % 3, last = (axis + 2) % 3;
  glm::dmat3 out(1.0);
  out[next][next] = out[last][last] = angle.cosine;
  out[next][last] = angle.sine;
  out[last][next] = -angle.sine;
  return out;
}

/// Clamps a rotation's Euler angles to their ranges. `element(row, column)` returns an element of its matrix;
/// only the necessary ones are evaluated. In the first half of the iterations, an angle beyond a bound is
/// mirrored at the bound if its mirror image is in range. The middle angle is clamped to ±88°.
template <class Element>
glm::dmat3 within_limits(const LinkLimits& limits, const Element& element, bool is_first_half) {
  constexpr double sine_of_88_degrees = 0.99939082701909573;
  const int i = limits.first, j = limits.middle, k = limits.last;
  // In R(i) · R(j) · R(k), element (i, k) is the sine of the middle angle, and each other angle is the
  // direction of two elements; the signs of the sines change for axis orders that are not cyclic.
  const double sign = (i + 1) % 3 == j ? 1.0 : -1.0;
  const auto limit_of = [&](int axis) -> const AxisLimit& {
    return limits.axes[static_cast<std::size_t>(axis)];
  };
  std::array<AngleParts, 3> angles{limit_of(0).lower, limit_of(1).lower, limit_of(2).lower};
  if (!limit_of(j).is_fixed) {
    const double sine = std::clamp(sign * element(i, k), -sine_of_88_degrees, sine_of_88_degrees);
    angles[static_cast<std::size_t>(j)] =
        clamped(limit_of(j), {std::sqrt(1.0 - sine * sine), sine}, is_first_half);
  }
  if (!limit_of(i).is_fixed)
    angles[static_cast<std::size_t>(i)] =
        clamped(limit_of(i), direction(element(k, k), -sign * element(j, k)), is_first_half);
  if (!limit_of(k).is_fixed)
    angles[static_cast<std::size_t>(k)] =
        clamped(limit_of(k), direction(element(i, i), -sign * element(i, j)), is_first_half);
  const auto about = [&](int axis) { return about_axis(axis, angles[static_cast<std::size_t>(axis)]); };
  if (limits.hinge >= 0) return about(limits.hinge);
  return about(i) * about(j) * about(k);
}

}  // namespace mmd
