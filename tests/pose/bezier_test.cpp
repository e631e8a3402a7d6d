#include "pose/bezier.h"

#include <array>
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

void expect_close(BezierCurves& curves, BezierControl c) {
  const BezierCurves::Id id = curves.add(c);
  const Reference reference(c);
  for (int i = 0; i < 200; ++i) {
    const double u = i < 20 ? std::pow(0.5, i + 1) : i < 30 ? 1.0 - std::pow(0.5, i) : (i - 30) / 170.0;
    const double expected = c.straight() ? u : reference.y(u);
    ASSERT_NEAR(curves.at(id, u), expected, tolerance(c))
        << int{c.x1} << ' ' << int{c.y1} << ' ' << int{c.x2} << ' ' << int{c.y2} << " at " << u;
    ASSERT_NEAR(bezier_at(c, u), expected, tolerance(c));
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
/// A coarse grid with flat and vertical handles.
std::vector<BezierControl> coarse_grid() {
  return grid({0, 21, 42, 63, 84, 105, 126, 127}, {0, 13, 127}, {0, 90, 127});
}

TEST(Bezier, EqualsBisection) {
  BezierCurves curves;
  for (const BezierControl& c : grid({0, 1, 64, 126, 127}, {0, 64, 127}, {0, 64, 127}))
    expect_close(curves, c);
  std::mt19937 random(3);
  const auto byte = [&] { return static_cast<std::uint8_t>(random() % 128); };
  for (int i = 0; i < 400; ++i) expect_close(curves, {byte(), byte(), byte(), byte()});
}

TEST(Bezier, StoresEachCurveOnceAndStraightLinesExactly) {
  BezierCurves curves;
  const auto id = curves.add({20, 20, 107, 107});
  EXPECT_EQ(id, BezierCurves::straight);
  EXPECT_EQ(curves.add({0, 0, 5, 5}), BezierCurves::straight);
  EXPECT_EQ(curves.at(id, 0.3), 0.3);
  EXPECT_EQ(bezier_at({1, 1, 90, 90}, 0.7), 0.7);
  const auto a = curves.add({1, 2, 3, 4}), b = curves.add({4, 3, 2, 1});
  EXPECT_NE(a, b);
  EXPECT_EQ(curves.add({1, 2, 3, 4}), a);
}

TEST(Bezier, SamplesCurvesBeyondTheTabulatedOnes) {
  BezierCurves curves;
  std::mt19937 random(5);
  const auto byte = [&] { return static_cast<std::uint8_t>(random() % 128); };
  for (int i = 0; i < 6000; ++i) curves.add({byte(), byte(), byte(), byte()});
  const double u = 0.37;
  for (int i = 0; i < 50; ++i) {
    const BezierControl control{static_cast<std::uint8_t>(i), 100, 101, 7};
    const BezierCurves::Id late = curves.add(control);
    EXPECT_NEAR(curves.at(late, u), Reference(control).y(u), 1e-9);
    vec4 y(-1.0f);
    curves.at_four({late, 1, BezierCurves::straight, late}, &u, {0, 0, 0, 0}, y);
    EXPECT_EQ(y.x, static_cast<float>(curves.at(late, u)));
    EXPECT_EQ(y.y, static_cast<float>(curves.at(1, u)));
    EXPECT_EQ(y.z, 0.37f);
    EXPECT_EQ(y.w, y.x);
  }
}

TEST(Bezier, ClampsHandlesBeyondTheSquare) {
  BezierCurves curves;
  for (const int wild : {128, 200, 255}) {
    const auto w = static_cast<std::uint8_t>(wild);
    const auto id = curves.add({w, 0, 0, w});
    for (double u = 0.0; u < 1.0; u += 0.01) {
      EXPECT_GE(curves.at(id, u), -1e-9);
      EXPECT_LE(curves.at(id, u), 1.0 + 1e-9);
    }
  }
}

TEST(Bezier, FourAtOnceEqualOneByOne) {
  BezierCurves curves;
  std::vector<BezierCurves::Id> ids;
  for (const BezierControl& c : coarse_grid()) ids.push_back(curves.add(c));
  std::mt19937 random(7);
  std::array<double, 9> u{};
  for (int i = 0; i < 20000; ++i) {
    for (double& x : u)
      x = i % 3 == 0 ? static_cast<double>(random() % 64) / 64.0
                     : static_cast<double>(random()) / 4294967296.0;
    std::array<BezierCurves::Id, 4> four{};
    std::array<std::uint32_t, 4> which{};
    for (std::size_t k = 0; k < 4; ++k) {
      four[k] = ids[random() % ids.size()];
      which[k] = static_cast<std::uint32_t>(random() % u.size());
    }
    vec4 y(-1.0f);
    curves.at_four(four, u.data(), which, y);
    for (std::size_t k = 0; k < 4; ++k) {
      const auto alone = static_cast<float>(curves.at(four[k], u[which[k]]));
      const float beside = y[static_cast<glm::length_t>(k)];
      if (four[k] == BezierCurves::straight) {
        ASSERT_NEAR(beside, alone, 1e-7f) << u[which[k]];
      } else {
        ASSERT_EQ(beside, alone) << "curve " << four[k] << " at " << u[which[k]];
      }
    }
  }
}

TEST(Bezier, StartsAtZeroAndStaysWithinTheSquare) {
  BezierCurves curves;
  for (const BezierControl& c : coarse_grid()) {
    const BezierCurves::Id id = curves.add(c);
    ASSERT_EQ(curves.at(id, 0.0), 0.0)
        << int{c.x1} << ' ' << int{c.y1} << ' ' << int{c.x2} << ' ' << int{c.y2};
    for (int i = 1; i < 1024; ++i) {
      const double y = curves.at(id, i / 1024.0);
      ASSERT_GE(y, 0.0);
      ASSERT_LE(y, 1.0);
    }
  }
}

}  // namespace
}  // namespace mmd
