#include "pose/bezier.h"

#include <algorithm>
#include <cmath>

namespace mmd {
namespace {

/// One coordinate of the curve: t * (c + t * (b + t * a)).
struct Cubic {
  double a, b, c;

  /// `p1`, `p2`: the coordinate of the inner control points.
  Cubic(std::uint8_t p1, std::uint8_t p2) {
    const double one = std::min<int>(p1, 127) / 127.0, two = std::min<int>(p2, 127) / 127.0;
    a = 1.0 + 3.0 * one - 3.0 * two;
    b = 3.0 * two - 6.0 * one;
    c = 3.0 * one;
  }
  double at(double t) const { return t * (c + t * (b + t * a)); }
  double slope(double t) const { return c + t * (2.0 * b + t * (3.0 * a)); }
};

/// t at x = `u`: Newton's method within a shrinking bracket. If x is flat somewhere (a triple root for x1 =
/// 127, x2 = 0), Newton's method alone is slow or diverges.
double solve(const Cubic& x, double u) {
  double low = 0.0, high = 1.0, t = u;
  for (int i = 0; i < 100 && high - low > 1e-14; ++i) {
    const double error = x.at(t) - u;
    if (error == 0.0) break;
    (error < 0.0 ? low : high) = t;
    const double next = t - error / x.slope(t);
    const double middle = 0.5 * (low + high);
    // Use Newton's point if it is inside, but halve the bracket every fourth time.
    const double to = next > low && next < high && i % 4 != 3 ? next : middle;
    if (std::abs(to - t) < 1e-12) return to;
    t = to;
  }
  return t;
}

}  // namespace

double bezier_at(BezierControl control, double u) {
  if (control.straight() || !(u > 0.0)) return u;
  const double t = solve(Cubic(control.x1, control.x2), u);
  return std::clamp(Cubic(control.y1, control.y2).at(t), 0.0, 1.0);
}

}  // namespace mmd
