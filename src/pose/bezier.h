#pragma once

// Interpolation curves of motion keys (docs/dev/semantics.md, "VMD"): cubic Bezier curves from (0, 0) to (1,
// 1), y as a function of x.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/math.h"

namespace mmd {

/// The two inner control points in 1/127. Values above 127 count as 127, so that y is a function of x.
struct BezierControl {
  std::uint8_t x1 = 20, y1 = 20, x2 = 107, y2 = 107;

  /// Whether y = x.
  bool straight() const { return x1 == y1 && x2 == y2; }
  friend bool operator==(const BezierControl&, const BezierControl&) = default;
};

/// y at x = `u` (0-1), to the accuracy of a float, for any control points. Slow.
double bezier_at(BezierControl control, double u);

/// The distinct curves of a motion, prepared for fast evaluation: cells along x in which y is a polynomial to
/// the accuracy of a float. Cells in which a curve bends too much are divided once more; if that is not
/// enough (a vertical tangent), the equation is solved.
class BezierCurves {
 public:
  using Id = std::uint32_t;
  static constexpr Id straight = 0;

  BezierCurves();
  /// The id of a curve; adds a new one.
  Id add(BezierControl control);
  /// y at x = `u` (0 <= u < 1): within 0-1, exactly 0 at 0. Deterministic.
  double at(Id id, double u) const {
    if (id == straight) return u;
    if (id >= max_prepared) return bezier_at(controls_[id], u);
    const double scaled = u * cells;
    const auto number = static_cast<std::uint32_t>(scaled);
    const Cell& cell = cells_[id * cells + number];
    const double part = scaled - number;
    return cell.good() ? static_cast<double>(cell.y(static_cast<float>(part))) : in_parts(id, cell, u, part);
  }
  /// Four curves at once, curve i at x = u[which[i]]: equal to at(), for straight curves to float's last
  /// digit.
  void at_four(const std::array<Id, 4>& ids, const double* u, const std::array<std::uint32_t, 4>& which,
               vec4& y) const;

 private:
  static constexpr std::uint32_t cells = 64, parts_of_cell = 16;
  /// More curves than any real motion has; further ones (hostile files) are evaluated by bezier_at().
  static constexpr Id max_prepared = 4096;

  /// t * (c + t * (b + t * a)).
  struct Cubic {
    double a = 0.0, b = 0.0, c = 0.0;
    double at(double t) const { return t * (c + t * (b + t * a)); }
    double slope(double t) const { return c + t * (2.0 * b + t * (3.0 * a)); }
  };
  /// Half a cache line, so that one line contains it.
  struct alignas(32) Cell {
    static constexpr std::size_t terms = 6;
    /// Coefficients of y as a polynomial of the position in the cell (0-1), constant term first. If that is
    /// not accurate enough: NaN, then t at both ends.
    std::array<float, terms> c{};
    std::uint32_t parts = 0;  ///< if not good(): index of its first part; 0: none

    bool good() const { return c[0] == c[0]; }
    float y(float v) const {
      const float v2 = v * v;
      const float low = c[0] + c[1] * v, middle = c[2] + c[3] * v, high = c[4] + c[5] * v;
      return std::min(std::max(0.0f, low + v2 * (middle + v2 * high)), 1.0f);
    }
  };
  /// Positions in a cell at which its polynomial is fitted: densest at the ends, and including them so that
  /// neighbouring cells meet.
  using Nodes = std::array<double, Cell::terms>;
  struct Curve {
    Cubic x, y;
  };

  static Cubic cubic(std::uint8_t p1, std::uint8_t p2);
  static double solve(const Cubic& x, double u, double low, double high, double t);
  static double solve_from(const Cubic& x, double u, double low, double high, double t);
  struct Bracket {
    double low, high;
  };
  static Bracket bracket(const Cell& cell);
  static Cell fit(const Curve& curve, double from, double length, double low, double high);
  static void fit_row(const Curve& curve, std::span<Cell> row, double from, double to, double low,
                      double high);
  double in_parts(Id id, const Cell& cell, double u, double part) const;
  void prepare(BezierControl control);
  friend double bezier_at(BezierControl control, double u);

  std::vector<Cell> cells_;  ///< cells of each prepared curve, `straight` included
  std::vector<Cell> parts_;  ///< parts of cells that are not good(); index 0 means none
  std::vector<BezierControl> controls_;
  std::unordered_map<std::uint32_t, Id> ids_;
};

}  // namespace mmd
