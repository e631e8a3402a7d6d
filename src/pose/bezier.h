#pragma once

// The curves by which a motion goes from key to key (docs/dev/semantics.md, "Files", VMD): cubic Bezier from
// (0, 0) to (1, 1), y as a function of x.

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace mmd {

/// The two inner control points in 1/127; bytes above 127 count as 127, so that y is a function of x.
struct BezierControl {
  std::uint8_t x1 = 20, y1 = 20, x2 = 107, y2 = 107;

  /// Then y = x whatever the numbers are.
  bool straight() const { return x1 == y1 && x2 == y2; }
  friend bool operator==(const BezierControl&, const BezierControl&) = default;
};

/// y where x is `u` (0-1), to the accuracy of a float, for any control points. Slow but sure.
double bezier_at(BezierControl control, double u);

/// The curves of a motion, each once. Most are asked for over and over, so they are prepared: where a table
/// of first guesses and one step of Halley's method reach the accuracy of a float, that is all an evaluation
/// takes.
class BezierCurves {
 public:
  using Id = std::uint32_t;
  static constexpr Id straight = 0;

  BezierCurves();
  /// The id of the curve, which is added if it is new.
  Id add(BezierControl control);
  /// y where x is `u` (0 <= u < 1). The same bits every time.
  double at(Id id, double u) const {
    if (id == straight) return u;
    if (id < prepared_.size()) {
      const Prepared& c = prepared_[id];
      const double scaled = u * cells;
      const auto cell = static_cast<std::uint32_t>(scaled);
      if ((c.good_cells >> cell & 1u) != 0) return c.y(c.step(c.guess(cell, scaled), u));
    }
    return bezier_at(controls_[id], u);
  }

 private:
  static constexpr std::uint32_t cells = 64;
  /// More curves than any real motion has; the rest of a hostile file's are solved the slow way.
  static constexpr std::size_t most_prepared = 4096;

  /// t * (c + t * (b + t * a)).
  struct Cubic {
    double a = 0.0, b = 0.0, c = 0.0;
    double at(double t) const { return t * (c + t * (b + t * a)); }
    double slope(double t) const { return c + t * (2.0 * b + t * (3.0 * a)); }
  };
  struct Prepared {
    Cubic x_, y_;
    std::array<float, cells + 1> guesses{};  ///< t where x is i / cells
    std::uint64_t good_cells = 0;            ///< bit per cell in which one step is enough

    double guess(std::uint32_t cell, double scaled) const {
      const auto low = static_cast<double>(guesses[cell]), high = static_cast<double>(guesses[cell + 1]);
      return low + (scaled - static_cast<double>(cell)) * (high - low);
    }
    double step(double t, double u) const {
      // Half of the second derivative, then Halley's step.
      const double at = x_.a * t, bend = x_.b + 3.0 * at, whole = at + x_.b;
      const double inner = x_.c + t * whole;
      const double error = t * inner - u, slope = inner + t * (whole + at);
      return t - error * slope / (slope * slope - error * bend);
    }
    double y(double t) const { return y_.at(t); }
  };

  static Cubic cubic(std::uint8_t p1, std::uint8_t p2);
  static double solve(const Cubic& x, double u);
  static float guess_at(const Cubic& x, double u, double last_t);
  static Prepared prepare(BezierControl control);
  friend double bezier_at(BezierControl control, double u);

  std::vector<Prepared> prepared_;
  std::vector<BezierControl> controls_;
  std::unordered_map<std::uint32_t, Id> ids_;
};

}  // namespace mmd
