#pragma once

// Interpolation curves of motion keys (docs/dev/layouts.md, "VMD"): cubic Bezier curves from (0, 0) to (1,
// 1), y as a function of x.

#include <cstdint>

namespace mmd {

/// The two inner control points in 1/127. Values above 127 count as 127, so that y is a function of x.
struct BezierControl {
  std::uint8_t x1 = 20, y1 = 20, x2 = 107, y2 = 107;

  /// Whether y = x.
  bool straight() const { return x1 == y1 && x2 == y2; }
  friend bool operator==(const BezierControl&, const BezierControl&) = default;
};

/// y at x = `u` (0-1), 0-1 and exactly 0 at 0. The same bits on every system.
double bezier_at(BezierControl control, double u);

}  // namespace mmd
