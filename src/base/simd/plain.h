#pragma once

// Lanes without any instruction set: plain loops, which compilers make vectors of where they can.
//
// A type of lanes, here and in the headers beside this one, holds `width` floats or doubles. In all of them:
//   all(x), load(p), x.store(p)     x in every lane; `width` numbers at p, which is aligned as the lanes are
//   + - * /, sqrt, min, max, with_sign_of
//   fma(a, b, c), fms, fnma         a * b + c, a * b - c, c - a * b; rounded once if `fuses`, else twice
//   < <= > >= !=, &, |, m.and_not(x)   masks; of what a mask is made only its own type knows
//   choose(m, a, b)                 a where the mask holds, else b
//   where_greater(a, b, x)          x where a > b, else 0
//   m.any(), m.every()              of the lanes
// and, of those of floats, what brings arrays of vectors into lanes and back:
//   load_threes, store_threes       `width` neighbouring (x, y, z)
//   gather_threes, scatter_threes, gather_fours   (x, y, z) or (x, y, z, w) by index
//   store_fours(p, stride, …)       (x, y, z, w) of lane i to p + i * stride
//   load_columns(rows, k, out)      four numbers of lane i from rows[i] + k on, one to each of out[0] to [3]
//   store_columns(rows, k, in)      and back: `columns` of them, 4 or 8. Unaligned; nothing else is touched
// gather_threes may read one number beyond each vector. Lanes of floats whose width is a multiple of four can
// also be rows of four: load_row (unaligned), store_row, repeat_row, spread<K> (element K in all four
// places), only_last (0 in place of the first three).
//
// Everything is in an unnamed namespace on purpose: each file that includes these headers is compiled for a
// processor of its own, and none may end up with another's code.

#include <array>
#include <cmath>
#include <cstddef>

namespace mmd {
namespace {  // NOLINT(google-build-namespaces): see above

template <class T, std::size_t N>
struct PlainLanes {
  static constexpr std::size_t width = N;
  static constexpr bool fuses = false;
  std::array<T, N> v;

  template <class F>
  static PlainLanes each(F f) {
    PlainLanes out;
    for (std::size_t i = 0; i < N; ++i) out.v[i] = f(i);
    return out;
  }
  template <class F>
  static PlainLanes mask(F f) {
    return each([&](std::size_t i) { return f(i) ? T(1) : T(0); });
  }

  static PlainLanes all(T x) {
    return each([&](std::size_t) { return x; });
  }
  static PlainLanes load(const T* p) {
    return each([&](std::size_t i) { return p[i]; });
  }
  void store(T* p) const {
    for (std::size_t i = 0; i < N; ++i) p[i] = v[i];
  }

  friend PlainLanes operator+(const PlainLanes& a, const PlainLanes& b) {
    return each([&](std::size_t i) { return a.v[i] + b.v[i]; });
  }
  friend PlainLanes operator-(const PlainLanes& a, const PlainLanes& b) {
    return each([&](std::size_t i) { return a.v[i] - b.v[i]; });
  }
  friend PlainLanes operator*(const PlainLanes& a, const PlainLanes& b) {
    return each([&](std::size_t i) { return a.v[i] * b.v[i]; });
  }
  friend PlainLanes operator/(const PlainLanes& a, const PlainLanes& b) {
    return each([&](std::size_t i) { return a.v[i] / b.v[i]; });
  }
  static PlainLanes fma(const PlainLanes& a, const PlainLanes& b, const PlainLanes& c) { return a * b + c; }
  static PlainLanes fms(const PlainLanes& a, const PlainLanes& b, const PlainLanes& c) { return a * b - c; }
  static PlainLanes fnma(const PlainLanes& a, const PlainLanes& b, const PlainLanes& c) { return c - a * b; }
  PlainLanes sqrt() const {
    return each([&](std::size_t i) { return std::sqrt(v[i]); });
  }
  static PlainLanes min(const PlainLanes& a, const PlainLanes& b) {
    return each([&](std::size_t i) { return a.v[i] < b.v[i] ? a.v[i] : b.v[i]; });
  }
  static PlainLanes max(const PlainLanes& a, const PlainLanes& b) {
    return each([&](std::size_t i) { return a.v[i] > b.v[i] ? a.v[i] : b.v[i]; });
  }
  static PlainLanes with_sign_of(const PlainLanes& a, const PlainLanes& sign) {
    return each([&](std::size_t i) { return std::copysign(a.v[i], sign.v[i]); });
  }

  // A mask is 1 or 0 per lane.
  friend PlainLanes operator<(const PlainLanes& a, const PlainLanes& b) {
    return mask([&](std::size_t i) { return a.v[i] < b.v[i]; });
  }
  friend PlainLanes operator<=(const PlainLanes& a, const PlainLanes& b) {
    return mask([&](std::size_t i) { return a.v[i] <= b.v[i]; });
  }
  friend PlainLanes operator>(const PlainLanes& a, const PlainLanes& b) { return b < a; }
  friend PlainLanes operator>=(const PlainLanes& a, const PlainLanes& b) { return b <= a; }
  friend PlainLanes operator!=(const PlainLanes& a, const PlainLanes& b) {
    return mask([&](std::size_t i) { return a.v[i] != b.v[i]; });
  }
  friend PlainLanes operator&(const PlainLanes& a, const PlainLanes& b) {
    return mask([&](std::size_t i) { return a.v[i] != T(0) && b.v[i] != T(0); });
  }
  friend PlainLanes operator|(const PlainLanes& a, const PlainLanes& b) {
    return mask([&](std::size_t i) { return a.v[i] != T(0) || b.v[i] != T(0); });
  }
  PlainLanes and_not(const PlainLanes& b) const {
    return mask([&](std::size_t i) { return v[i] == T(0) && b.v[i] != T(0); });
  }
  static PlainLanes choose(const PlainLanes& mask, const PlainLanes& a, const PlainLanes& b) {
    return each([&](std::size_t i) { return mask.v[i] != T(0) ? a.v[i] : b.v[i]; });
  }
  static PlainLanes where_greater(const PlainLanes& a, const PlainLanes& b, const PlainLanes& x) {
    return each([&](std::size_t i) { return a.v[i] > b.v[i] ? x.v[i] : T(0); });
  }
  bool any() const {
    bool out = false;
    for (std::size_t i = 0; i < N; ++i) out = out || v[i] != T(0);
    return out;
  }
  bool every() const {
    bool out = true;
    for (std::size_t i = 0; i < N; ++i) out = out && v[i] != T(0);
    return out;
  }

  static void load_threes(const T* p, PlainLanes& x, PlainLanes& y, PlainLanes& z) {
    x = each([&](std::size_t i) { return p[3 * i]; });
    y = each([&](std::size_t i) { return p[3 * i + 1]; });
    z = each([&](std::size_t i) { return p[3 * i + 2]; });
  }
  static void store_threes(T* p, const PlainLanes& x, const PlainLanes& y, const PlainLanes& z) {
    for (std::size_t i = 0; i < N; ++i) {
      p[3 * i] = x.v[i];
      p[3 * i + 1] = y.v[i];
      p[3 * i + 2] = z.v[i];
    }
  }
  template <class Index>
  static void gather_threes(const T* p, const Index* index, PlainLanes& x, PlainLanes& y, PlainLanes& z) {
    const auto element = [&](std::size_t k) {
      return each([&](std::size_t i) { return p[3 * static_cast<std::size_t>(index[i]) + k]; });
    };
    x = element(0);
    y = element(1);
    z = element(2);
  }
  template <class Index>
  static void scatter_threes(T* p, const Index* index, const PlainLanes& x, const PlainLanes& y,
                             const PlainLanes& z) {
    for (std::size_t i = 0; i < N; ++i) {
      T* to = p + 3 * static_cast<std::size_t>(index[i]);
      to[0] = x.v[i];
      to[1] = y.v[i];
      to[2] = z.v[i];
    }
  }
  template <class Index>
  static void gather_fours(const T* p, const Index* index, PlainLanes& x, PlainLanes& y, PlainLanes& z,
                           PlainLanes& w) {
    const auto element = [&](std::size_t k) {
      return each([&](std::size_t i) { return p[4 * static_cast<std::size_t>(index[i]) + k]; });
    };
    x = element(0);
    y = element(1);
    z = element(2);
    w = element(3);
  }
  static void store_fours(T* p, std::size_t stride, const PlainLanes& x, const PlainLanes& y,
                          const PlainLanes& z, const PlainLanes& w) {
    for (std::size_t i = 0; i < N; ++i) {
      T* to = p + i * stride;
      to[0] = x.v[i];
      to[1] = y.v[i];
      to[2] = z.v[i];
      to[3] = w.v[i];
    }
  }

  static void load_columns(const T* const* rows, std::size_t k, PlainLanes* out) {
    for (std::size_t c = 0; c < 4; ++c) out[c] = each([&](std::size_t i) { return rows[i][k + c]; });
  }
  static constexpr std::size_t columns = 4;
  static void store_columns(T* const* rows, std::size_t k, const PlainLanes* in) {
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t c = 0; c < 4; ++c) rows[i][k + c] = in[c].v[i];
  }

  static PlainLanes load_row(const T* p) { return load(p); }
  void store_row(T* p) const { store(p); }
  PlainLanes<T, 4> first_row() const {
    PlainLanes<T, 4> out;
    for (std::size_t i = 0; i < 4; ++i) out.v[i] = v[i];
    return out;
  }
  static PlainLanes repeat_row(const T* p) {
    return each([&](std::size_t i) { return p[i % 4]; });
  }
  template <std::size_t K>
  PlainLanes spread() const {
    return each([&](std::size_t i) { return v[i / 4 * 4 + K]; });
  }
  PlainLanes only_last() const {
    return each([&](std::size_t i) { return i % 4 == 3 ? v[i] : T(0); });
  }
};

}  // namespace
}  // namespace mmd
