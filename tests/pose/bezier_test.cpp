#include "pose/bezier.h"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace mmd {
namespace {

/// The definition, solved by halving the interval: slow and sure.
struct Reference {
  long double x1, y1, x2, y2;
  explicit Reference(BezierControl c)
      : x1(c.x1 / 127.0L), y1(c.y1 / 127.0L), x2(c.x2 / 127.0L), y2(c.y2 / 127.0L) {}

  static long double at(long double p1, long double p2, long double t) {
    const long double s = 1.0L - t;
    return 3.0L * s * s * t * p1 + 3.0L * s * t * t * p2 + t * t * t;
  }
  double y(double u) const {
    long double low = 0.0L, high = 1.0L;
    for (int i = 0; i < 120; ++i) {
      const long double middle = (low + high) / 2.0L;
      (at(x1, x2, middle) < u ? low : high) = middle;
    }
    return static_cast<double>(at(y1, y2, (low + high) / 2.0L));
  }
};

/// Where both x handles cross (127 and 0), x is flat at 1/2: accuracy drops there to the cube root of a
/// double's.
double tolerance(BezierControl c) {
  return c.x1 >= 125 && c.x2 <= 2 ? 2e-5 : 3e-7;
}

void expect_close(BezierControl c) {
  const Reference reference(c);
  for (int i = 0; i < 200; ++i) {
    const double u = i < 20 ? std::pow(0.5, i + 1) : i < 30 ? 1.0 - std::pow(0.5, i) : (i - 30) / 170.0;
    const double expected = c.straight() ? u : reference.y(u);
    ASSERT_NEAR(bezier_at(c, u), expected, tolerance(c))
        << int{c.x1} << ' ' << int{c.y1} << ' ' << int{c.x2} << ' ' << int{c.y2} << " at " << u;
  }
}

/// All control points with these coordinates.
std::vector<BezierControl> grid(const std::vector<std::uint8_t>& xs, const std::vector<std::uint8_t>& y1s,
                                const std::vector<std::uint8_t>& y2s) {
  std::vector<BezierControl> out;
  for (const std::uint8_t x1 : xs)
    for (const std::uint8_t x2 : xs)
      for (const std::uint8_t y1 : y1s)
        for (const std::uint8_t y2 : y2s) out.push_back({x1, y1, x2, y2});
  return out;
}

TEST(Bezier, EqualsBisection) {
  for (const BezierControl& c : grid({0, 1, 64, 126, 127}, {0, 64, 127}, {0, 64, 127})) expect_close(c);
  std::mt19937 random(3);
  const auto byte = [&] { return static_cast<std::uint8_t>(random() % 128); };
  for (int i = 0; i < 400; ++i) expect_close({byte(), byte(), byte(), byte()});
}

TEST(Bezier, StraightLinesAreExact) {
  EXPECT_EQ(bezier_at({20, 20, 107, 107}, 0.3), 0.3);
  EXPECT_EQ(bezier_at({1, 1, 90, 90}, 0.7), 0.7);
}

TEST(Bezier, StartsAtZeroAndStaysWithinTheSquare) {
  for (const BezierControl& c :
       grid({0, 21, 42, 63, 84, 105, 126, 127, 200, 255}, {0, 13, 127, 255}, {0, 90, 127})) {
    ASSERT_EQ(bezier_at(c, 0.0), 0.0);
    for (int i = 1; i < 1024; ++i) {
      const double y = bezier_at(c, i / 1024.0);
      ASSERT_GE(y, 0.0);
      ASSERT_LE(y, 1.0);
    }
  }
}

}  // namespace
}  // namespace mmd
