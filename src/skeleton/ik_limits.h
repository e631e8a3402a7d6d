#pragma once

// The Euler limits of an IK link (semantics, "IK"). An angle is stored as its cosine and sine.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <glm/mat3x3.hpp>

#include "base/handedness.h"

namespace mmd {

struct AngleParts {
  double cosine = 1.0, sine = 0.0;
};

/// A number that increases with the angle, from -2 at -180° to 2 at 180°.
inline double rank_of(const AngleParts& angle) {
  return std::copysign(1.0 - angle.cosine, angle.sine);
}

inline constexpr double no_bound = std::numeric_limits<double>::infinity();

/// The range of one Euler angle. Bounds are ranks (rank_of()); -no_bound and no_bound where there is none.
struct AxisLimit {
  AngleParts lower, upper;
  AngleParts twice_lower, twice_upper;  ///< for mirroring at a bound
  double lower_rank = -no_bound, upper_rank = no_bound;
  /// Angles between these and the bounds have their mirror image in range.
  double mirrored_from = -no_bound, mirrored_to = no_bound;
  bool is_fixed = false;  ///< lower == upper
};

struct LinkLimits {
  /// Decomposition of the rotation: R(first) · R(middle) · R(last); axes 0 to 2.
  int first = 1, middle = 0, last = 2;
  std::array<AxisLimit, 3> axes;
  int hinge = -1;         ///< the only free axis, if the other two are fixed at 0; else -1
  bool is_rigid = false;  ///< whether all three axes are fixed at 0
};

LinkLimits plan_limits(const EulerLimits& limits);

/// twice - angle
inline AngleParts mirrored(const AngleParts& twice, const AngleParts& angle) {
  return {twice.cosine * angle.cosine + twice.sine * angle.sine,
          twice.sine * angle.cosine - twice.cosine * angle.sine};
}

/// The angle brought into its range. In the first half of the iterations, one beyond a bound is mirrored
/// there if its mirror image is in range.
inline AngleParts clamped(const AxisLimit& limit, const AngleParts& angle, bool is_first_half) {
  const double rank = rank_of(angle);
  if (rank < limit.lower_rank)
    return is_first_half && rank >= limit.mirrored_from ? mirrored(limit.twice_lower, angle) : limit.lower;
  if (rank > limit.upper_rank)
    return is_first_half && rank <= limit.mirrored_to ? mirrored(limit.twice_upper, angle) : limit.upper;
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

/// delta · turn with its Euler angles brought into their ranges; the middle angle also into ±88°.
inline glm::dmat3 within_limits(const LinkLimits& limits, const glm::dmat3& delta, const glm::dmat3& turn,
                                bool is_first_half) {
  constexpr double sine_of_88_degrees = 0.99939082701909573;
  if (limits.hinge == 0 && limits.last == 0) {  // a knee: two elements are enough, which saves a tenth
    const AngleParts bent = direction((delta * turn[2]).z, (delta * turn[1]).z);
    return about_axis(0, clamped(limits.axes[0], bent, is_first_half));
  }
  const glm::dmat3 wanted = delta * turn;
  const int i = limits.first, j = limits.middle, k = limits.last;
  const auto element = [&](int row, int column) { return wanted[column][row]; };
  const auto within = [&](int axis, const auto& angle) {
    const AxisLimit& limit = limits.axes[static_cast<std::size_t>(axis)];
    return limit.is_fixed ? limit.lower : clamped(limit, angle(), is_first_half);
  };
  // All three orders are anti-cyclic. There, element (i, k) of R(i) · R(j) · R(k) is minus the sine of the
  // middle angle, and each other angle is the direction of two elements.
  const AngleParts middle = within(j, [&] {
    const double sine = std::clamp(-element(i, k), -sine_of_88_degrees, sine_of_88_degrees);
    return AngleParts{std::sqrt(1.0 - sine * sine), sine};
  });
  const AngleParts first = within(i, [&] { return direction(element(k, k), element(j, k)); });
  const AngleParts last = within(k, [&] { return direction(element(i, i), element(i, j)); });
  if (limits.hinge >= 0) {
    const int hinge = limits.hinge;
    return about_axis(hinge, hinge == i ? first : hinge == j ? middle : last);
  }
  return about_axis(i, first) * about_axis(j, middle) * about_axis(k, last);
}

}  // namespace mmd
