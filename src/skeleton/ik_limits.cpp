#include "skeleton/ik_limits.h"

#include <cmath>

namespace mmd {
namespace {

constexpr double half_turn = 3.14159265358979323846;

AngleParts parts_of(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

/// rank_of() for radians; a bound that no angle exceeds is none.
double bound_of(double angle) {
  if (angle <= -half_turn) return -no_bound;
  return angle >= half_turn ? no_bound : rank_of(parts_of(angle));
}

AxisLimit plan_axis(double lower, double upper) {
  AxisLimit out;
  out.lower = parts_of(lower);
  out.upper = parts_of(upper);
  out.twice_lower = parts_of(2.0 * lower);
  out.twice_upper = parts_of(2.0 * upper);
  out.lower_rank = bound_of(lower);
  out.upper_rank = bound_of(upper);
  out.mirrored_from = bound_of(2.0 * lower - upper);
  out.mirrored_to = bound_of(2.0 * upper - lower);
  out.is_fixed = lower == upper;
  return out;
}

}  // namespace

LinkLimits plan_limits(const EulerLimits& limits) {
  LinkLimits out;
  const auto within_right_angle = [&](glm::length_t axis) {
    return -pi / 2 < limits.lower[axis] && limits.upper[axis] < pi / 2;
  };
  if (!within_right_angle(0)) {
    out.first = within_right_angle(1) ? 2 : 0;
    out.middle = within_right_angle(1) ? 1 : 2;
    out.last = within_right_angle(1) ? 0 : 1;
  }
  int free_axes = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const float lower = limits.lower[axis], upper = limits.upper[axis];
    out.axes[static_cast<std::size_t>(axis)] =
        plan_axis(static_cast<double>(lower), static_cast<double>(upper));
    if (lower == 0.0f && upper == 0.0f) continue;
    ++free_axes;
    out.hinge = axis;
  }
  if (free_axes != 1) out.hinge = -1;
  out.is_rigid = free_axes == 0;
  return out;
}

}  // namespace mmd
