#include "pose/bezier.h"

#include <algorithm>
#include <cmath>
#include <limits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace mmd {

BezierCurves::Cubic BezierCurves::cubic(std::uint8_t p1, std::uint8_t p2) {
  const double one = std::min<int>(p1, 127) / 127.0, two = std::min<int>(p2, 127) / 127.0;
  return {1.0 + 3.0 * one - 3.0 * two, 3.0 * two - 6.0 * one, 3.0 * one};
}

/// t at x = `u`, between `low` and `high`, starting at `t`: Newton's method within a shrinking bracket. If x
/// is flat somewhere (a triple root for x1 = 127, x2 = 0), Newton's method alone is slow or diverges.
double BezierCurves::solve(const Cubic& x, double u, double low, double high, double t) {
  for (int i = 0; i < 100 && high - low > 1e-14; ++i) {
    const double error = x.at(t) - u;
    if (error == 0.0) break;
    (error < 0.0 ? low : high) = t;
    const double next = t - error / x.slope(t);
    const double middle = 0.5 * (low + high);
    // Use Newton's point if it is inside, but halve the bracket every fourth time.
    const double to = next > low && next < high && i % 4 != 3 ? next : middle;
    if (std::abs(to - t) < 1e-15) break;
    t = to;
  }
  return t;
}

double bezier_at(BezierControl control, double u) {
  if (control.straight()) return u;
  const double t = BezierCurves::solve(BezierCurves::cubic(control.x1, control.x2), u, 0.0, 1.0, u);
  return BezierCurves::cubic(control.y1, control.y2).at(t);
}

/// The same as `solve` from a good estimate `t`: two steps of Halley's method usually suffice.
double BezierCurves::solve_from(const Cubic& x, double u, double low, double high, double t) {
  const double start = std::clamp(t, low, high);
  double to = start;
  for (int i = 0; i < 2; ++i) {
    const double error = x.at(to) - u, slope = x.slope(to), half_bend = x.b + 3.0 * x.a * to;
    to -= error * slope / (slope * slope - error * half_bend);
  }
  const bool there = to >= low && to <= high && std::abs(x.at(to) - u) < 1e-12 * x.slope(to);
  return there ? to : solve(x, u, low, high, start);
}

/// The polynomial through the nodes of a cell that begins at x = `from`; good() if it is accurate between
/// them too. `low`, `high`: t at the cell's ends.
BezierCurves::Cell BezierCurves::fit(const Curve& curve, double from, double length, double low,
                                     double high) {
  constexpr double good_enough = 1.2e-7;
  constexpr std::size_t n = Cell::terms;
  static constexpr Nodes nodes{
      0.0, 0.095491502812526288, 0.34549150281252629, 0.65450849718747371, 0.90450849718747371, 1.0};
  static constexpr std::array<double, 3> between{0.04, 0.5, 0.96};
  const auto exact_at = [&](double v) {
    return curve.y.at(solve_from(curve.x, from + v * length, low, high, low + v * (high - low)));
  };
  Nodes d{curve.y.at(low), 0, 0, 0, 0, curve.y.at(high)};
  for (std::size_t i = 1; i + 1 < n; ++i) d[i] = exact_at(nodes[i]);
  // Newton's divided differences, then expanded into powers.
  for (std::size_t order = 1; order < n; ++order) {
    for (std::size_t i = n - 1; i >= order; --i) d[i] = (d[i] - d[i - 1]) / (nodes[i] - nodes[i - order]);
  }
  Nodes powers{};
  for (std::size_t i = n; i-- > 0;) {  // powers = powers * (v - nodes[i]) + d[i]
    for (std::size_t k = n - 1; k > 0; --k) powers[k] = powers[k - 1] - nodes[i] * powers[k];
    powers[0] = d[i] - nodes[i] * powers[0];
  }
  Cell cell;
  for (std::size_t k = 0; k < n; ++k) cell.c[k] = static_cast<float>(powers[k]);
  const bool good = std::all_of(between.begin(), between.end(), [&](double v) {
    return std::abs(static_cast<double>(cell.y(static_cast<float>(v))) - exact_at(v)) <= good_enough;
  });
  if (!good) {
    cell.c = {std::numeric_limits<float>::quiet_NaN(), static_cast<float>(low), static_cast<float>(high)};
  }
  return cell;
}

/// Fits adjacent cells from x = `from` to `to`, where t is `low` and `high`.
void BezierCurves::fit_row(const Curve& curve, std::span<Cell> row, double from, double to, double low,
                           double high) {
  const double length = (to - from) / static_cast<double>(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) {
    const double start = from + static_cast<double>(i) * length;
    const double end = i + 1 == row.size() ? high
                                           : solve_from(curve.x, start + length, low, high,
                                                        low + length / curve.x.slope(low));
    row[i] = fit(curve, start, length, low, end);
    low = end;
  }
}

/// The range of t of a cell that is not good(); its ends were rounded to floats.
BezierCurves::Bracket BezierCurves::bracket(const Cell& cell) {
  constexpr double rounding = 1e-7;
  return {std::max(static_cast<double>(cell.c[1]) - rounding, 0.0),
          std::min(static_cast<double>(cell.c[2]) + rounding, 1.0)};
}

/// y in a cell that is not good().
double BezierCurves::in_parts(Id id, const Cell& cell, double u, double part) const {
  const Cell* last = &cell;
  if (cell.parts != 0) {
    const double scaled = part * parts_of_cell;
    const auto number = static_cast<std::uint32_t>(scaled);
    last = &parts_[cell.parts + number];
    part = scaled - number;
    if (last->good()) return static_cast<double>(last->y(static_cast<float>(part)));
  }
  const BezierControl control = controls_[id];
  const auto [low, high] = bracket(*last);
  const double t = solve(cubic(control.x1, control.x2), u, low, high, low + part * (high - low));
  return cubic(control.y1, control.y2).at(t);
}

void BezierCurves::prepare(BezierControl control) {
  const Curve curve{cubic(control.x1, control.x2), cubic(control.y1, control.y2)};
  const std::size_t first = cells_.size();
  cells_.resize(first + cells);
  const std::span<Cell> row(cells_.data() + first, cells);
  fit_row(curve, row, 0.0, 1.0, 0.0, 1.0);
  for (std::size_t i = 0; i < cells; ++i) {
    Cell& cell = row[i];
    if (cell.good()) continue;
    cell.parts = static_cast<std::uint32_t>(parts_.size());
    parts_.resize(parts_.size() + parts_of_cell);
    const double from = static_cast<double>(i) / cells, to = static_cast<double>(i + 1) / cells;
    const auto [low, high] = bracket(cell);
    // Exact at the ends of the curve.
    const double first_t = i == 0 ? 0.0 : solve_from(curve.x, from, low, high, low);
    const double last_t = i + 1 == cells ? 1.0 : solve_from(curve.x, to, low, high, high);
    fit_row(curve, std::span(parts_).last(parts_of_cell), from, to, first_t, last_t);
  }
}

BezierCurves::BezierCurves() : cells_(cells), parts_(1), controls_(1) {
  for (std::uint32_t i = 0; i < cells; ++i) {
    cells_[i].c = {static_cast<float>(i) / cells, 1.0f / cells};
  }
}

void BezierCurves::at_four(const std::array<Id, 4>& ids, const double* u,
                           const std::array<std::uint32_t, 4>& which, vec4& y) const {
#if defined(__SSE2__)
  if ((ids[0] | ids[1] | ids[2] | ids[3]) < max_prepared) {
    const auto scaled = [&](std::size_t i) {
      const __m128d pair = _mm_loadh_pd(_mm_load_sd(u + which[i]), u + which[i + 1]);
      return _mm_mul_pd(pair, _mm_set1_pd(cells));
    };
    const __m128d s01 = scaled(0), s23 = scaled(2);
    const __m128i n01 = _mm_cvttpd_epi32(s01), n23 = _mm_cvttpd_epi32(s23);
    const auto part = [](__m128d s, __m128i n) { return _mm_cvtpd_ps(_mm_sub_pd(s, _mm_cvtepi32_pd(n))); };
    const __m128 v = _mm_movelh_ps(part(s01, n01), part(s23, n23));
    const auto row = [&](std::size_t i, int number) {
      return cells_[ids[i] * cells + static_cast<std::uint32_t>(number)].c.data();
    };
    const float *a = row(0, _mm_cvtsi128_si32(n01)), *b = row(1, _mm_extract_epi16(n01, 2)),
                *c = row(2, _mm_cvtsi128_si32(n23)), *d = row(3, _mm_extract_epi16(n23, 2));
    __m128 c0 = _mm_load_ps(a), c1 = _mm_load_ps(b), c2 = _mm_load_ps(c), c3 = _mm_load_ps(d);
    _MM_TRANSPOSE4_PS(c0, c1, c2, c3);
    const auto two_pairs = [](const float* low, const float* high) {
      const __m128 first = _mm_castpd_ps(_mm_load_sd(reinterpret_cast<const double*>(low)));
      return _mm_loadh_pi(first, reinterpret_cast<const __m64*>(high));
    };
    const __m128 ab = two_pairs(a + 4, b + 4), cd = two_pairs(c + 4, d + 4);
    const __m128 c4 = _mm_shuffle_ps(ab, cd, 0x88), c5 = _mm_shuffle_ps(ab, cd, 0xDD);
    const auto line = [v](__m128 low, __m128 high) { return _mm_add_ps(low, _mm_mul_ps(high, v)); };
    const __m128 v2 = _mm_mul_ps(v, v);
    __m128 sum = _mm_add_ps(line(c2, c3), _mm_mul_ps(v2, line(c4, c5)));
    sum = _mm_add_ps(line(c0, c1), _mm_mul_ps(v2, sum));
    _mm_storeu_ps(&y.x, _mm_min_ps(_mm_max_ps(sum, _mm_setzero_ps()), _mm_set1_ps(1.0f)));
    if (_mm_movemask_ps(_mm_cmpunord_ps(sum, sum)) == 0) return;
  }
#endif
  for (std::size_t i = 0; i < 4; ++i) {
    y[static_cast<glm::length_t>(i)] = static_cast<float>(at(ids[i], u[which[i]]));
  }
}

BezierCurves::Id BezierCurves::add(BezierControl control) {
  if (control.straight()) return straight;
  const auto key = static_cast<std::uint32_t>(control.x1) | static_cast<std::uint32_t>(control.y1) << 8 |
                   static_cast<std::uint32_t>(control.x2) << 16 |
                   static_cast<std::uint32_t>(control.y2) << 24;
  const auto [entry, is_new] = ids_.try_emplace(key, static_cast<Id>(controls_.size()));
  if (is_new) {
    controls_.push_back(control);
    if (entry->second < max_prepared) prepare(control);
  }
  return entry->second;
}

}  // namespace mmd
