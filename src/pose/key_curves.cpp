#include "pose/key_curves.h"

#include <algorithm>
#include <cmath>

namespace mmd {
namespace {

struct Point {
  double x = 0.0, y = 0.0;
};
Point between(const Point& a, const Point& b, double t) {
  return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

std::uint8_t in_127(double share) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(share, 0.0, 1.0) * 127.0));
}

/// The inner control points of a part of a curve from `from` to `to`, as a curve of its own.
BezierControl as_whole(const Point& from, const Point& one, const Point& two, const Point& to) {
  const double width = to.x - from.x, height = to.y - from.y;
  const auto part = [](double value, double all) { return all > 1e-9 ? value / all : 0.5; };
  return {in_127(part(one.x - from.x, width)), in_127(part(one.y - from.y, height)),
          in_127(part(two.x - from.x, width)), in_127(part(two.y - from.y, height))};
}

/// The first part of a curve, up to the parameter `t`.
std::array<Point, 4> half_of(const std::array<Point, 4>& p, double t) {
  const Point a = between(p[0], p[1], t), b = between(p[1], p[2], t), c = between(p[2], p[3], t);
  const Point ab = between(a, b, t), bc = between(b, c, t);
  return {p[0], a, ab, between(ab, bc, t)};
}

/// The parameter where x is `u`. x ascends.
double parameter_at(const std::array<Point, 4>& p, double u) {
  if (u <= 0.0 || u >= 1.0) return u <= 0.0 ? 0.0 : 1.0;
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (half_of(p, middle)[3].x < u ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace

BezierControl curve_of(const vmd::BoneKey& key, std::size_t curve) {
  const std::uint8_t* from = key.interpolation.data() + curve * 16;
  return {from[0], from[4], from[8], from[12]};
}

BezierControl curve_of(const vmd::CameraKey& key, std::size_t curve) {
  const std::uint8_t* from = key.interpolation.data() + curve * 4;
  return {from[0], from[2], from[1], from[3]};
}

bool switches_physics_off(const vmd::BoneKey& key) {
  return key.interpolation[2] == 0x63 && key.interpolation[3] == 0x0f;
}

void set_curves(vmd::BoneKey& key, const std::array<BezierControl, bone_curves>& curves, bool physics_off) {
  std::array<std::uint8_t, 16> row{};
  for (std::size_t c = 0; c < curves.size(); ++c) {
    row[c] = curves[c].x1;
    row[c + 4] = curves[c].y1;
    row[c + 8] = curves[c].x2;
    row[c + 12] = curves[c].y2;
  }
  key.interpolation = {};
  for (std::size_t shift = 0; shift < 4; ++shift)
    for (std::size_t i = shift; i < row.size(); ++i) key.interpolation[shift * 16 + i - shift] = row[i];
  key.interpolation[31] = key.interpolation[46] = key.interpolation[61] = 1;
  if (physics_off) {
    key.interpolation[2] = 0x63;
    key.interpolation[3] = 0x0f;
  }
}

void set_curve(vmd::CameraKey& key, std::size_t curve, const BezierControl& to) {
  std::uint8_t* bytes = key.interpolation.data() + curve * 4;
  bytes[0] = to.x1;
  bytes[1] = to.x2;
  bytes[2] = to.y1;
  bytes[3] = to.y2;
}

CurvePart part_of_curve(const BezierControl& curve, double from, double to) {
  if (curve.straight()) return {curve, 0.0};
  const auto share = [](std::uint8_t value) { return std::min<int>(value, 127) / 127.0; };
  const std::array<Point, 4> whole{Point{}, Point{share(curve.x1), share(curve.y1)},
                                   Point{share(curve.x2), share(curve.y2)}, Point{1.0, 1.0}};
  const double first = parameter_at(whole, from), last = parameter_at(whole, to);
  const std::array<Point, 4> until = half_of(whole, last);
  // The second half of the first part, by the first part's own parameter.
  std::array<Point, 4> rest = until;
  std::reverse(rest.begin(), rest.end());
  rest = half_of(rest, last > 0.0 ? 1.0 - first / last : 0.0);
  CurvePart out{as_whole(rest[3], rest[2], rest[1], rest[0]), 0.0};
  constexpr int samples = 16;
  const double start = bezier_at(curve, from), height = bezier_at(curve, to) - start;
  for (int i = 1; i < samples; ++i) {
    const double part = static_cast<double>(i) / samples;
    const double wanted = bezier_at(curve, from + part * (to - from));
    out.error = std::max(out.error, std::abs(start + height * bezier_at(out.curve, part) - wanted));
  }
  return out;
}

}  // namespace mmd
