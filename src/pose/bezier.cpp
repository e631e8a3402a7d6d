#include "pose/bezier.h"

#include <algorithm>
#include <cmath>

namespace mmd {

BezierCurves::Cubic BezierCurves::cubic(std::uint8_t p1, std::uint8_t p2) {
  const double one = std::min<int>(p1, 127) / 127.0, two = std::min<int>(p2, 127) / 127.0;
  return {1.0 + 3.0 * one - 3.0 * two, 3.0 * two - 6.0 * one, 3.0 * one};
}

/// Newton's method kept inside a shrinking bracket. Control points may make x flat somewhere (a triple root
/// for x1 = 127, x2 = 0), where Newton alone crawls or leaps.
double BezierCurves::solve(const Cubic& x, double u) {
  double low = 0.0, high = 1.0, t = u;
  for (int i = 0; i < 100 && high - low > 1e-14; ++i) {
    const double error = x.at(t) - u;
    if (error == 0.0) break;
    (error < 0.0 ? low : high) = t;
    const double next = t - error / x.slope(t);
    const double middle = 0.5 * (low + high);
    // Newton's point is taken if it lies inside; every fourth time the bracket is halved in any case.
    const double to = next > low && next < high && i % 4 != 3 ? next : middle;
    if (std::abs(to - t) < 1e-15) break;
    t = to;
  }
  return t;
}

double bezier_at(BezierControl control, double u) {
  if (control.straight()) return u;
  const double t = BezierCurves::solve(BezierCurves::cubic(control.x1, control.x2), u);
  return BezierCurves::cubic(control.y1, control.y2).at(t);
}

/// t where x is `u`, nearly: `last_t` is the same for a slightly smaller u.
float BezierCurves::guess_at(const Cubic& x, double u, double last_t) {
  double t = last_t;
  for (int i = 0; i < 3; ++i) t -= (x.at(t) - u) / x.slope(t);
  const bool there = t >= last_t && t <= 1.0 && std::abs(x.at(t) - u) < 1e-6;
  return static_cast<float>(there ? t : solve(x, u));
}

BezierCurves::Prepared BezierCurves::prepare(BezierControl control) {
  constexpr double enough = 5e-8;
  Prepared out;
  out.x_ = cubic(control.x1, control.x2);
  out.y_ = cubic(control.y1, control.y2);
  out.guesses[cells] = 1.0f;
  for (std::uint32_t i = 1; i < cells; ++i) {
    out.guesses[i] =
        guess_at(out.x_, static_cast<double>(i) / cells, static_cast<double>(out.guesses[i - 1]));
  }
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    bool good = true;
    for (const double part : {0.0, 0.2, 0.5, 0.8, 0.999}) {
      const double scaled = static_cast<double>(cell) + part, u = scaled / cells;
      const double t = out.step(out.guess(cell, scaled), u);
      // How far y is off, by the error that is left in x.
      const double off = std::abs((out.x_.at(t) - u) * out.y_.slope(t));
      good = good && t >= 0.0 && t <= 1.0 && off <= enough * out.x_.slope(t);
    }
    if (good) out.good_cells |= std::uint64_t{1} << cell;
  }
  return out;
}

BezierCurves::BezierCurves() : prepared_(1), controls_(1) {}

BezierCurves::Id BezierCurves::add(BezierControl control) {
  if (control.straight()) return straight;
  const auto key = static_cast<std::uint32_t>(control.x1) | static_cast<std::uint32_t>(control.y1) << 8 |
                   static_cast<std::uint32_t>(control.x2) << 16 |
                   static_cast<std::uint32_t>(control.y2) << 24;
  const auto [entry, is_new] = ids_.try_emplace(key, static_cast<Id>(controls_.size()));
  if (is_new) {
    controls_.push_back(control);
    if (prepared_.size() < most_prepared) prepared_.push_back(prepare(control));
  }
  return entry->second;
}

}  // namespace mmd
