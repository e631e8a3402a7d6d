#pragma once

// Every operation of a type of lanes (src/base/simd) against the same on single numbers. Each instruction
// set's types are checked in a file compiled for it, so nothing here may be a function of the standard
// library or of GoogleTest: the linker could keep that file's copy for all.

#include <cstddef>
#include <cstdint>

namespace mmd {
namespace {  // NOLINT(google-build-namespaces): see src/base/simd/plain.h

/// Numbers that are exact in sums and products, so that fused operations have nothing to round away.
template <class T>
struct Samples {
  alignas(32) T a[8] = {1, -2, T(0.5), 4, -8, T(0.25), 3, T(-1.5)};
  alignas(32) T b[8] = {2, -2, 4, T(-0.5), 16, 8, T(0.125), -3};
  alignas(32) T c[8] = {-1, 3, T(0.75), 2, 5, -6, T(-0.5), 7};
};

/// Whether `lanes` holds what `expected(i)` says of lane i.
template <class V, class T, class F>
bool holds(const V& lanes, const T*, F expected) {
  alignas(32) T out[8] = {};
  lanes.store(out);
  for (std::size_t i = 0; i < V::width; ++i)
    if (!(out[i] == expected(i))) return false;
  return true;
}

/// The name of an operation whose result is wrong; null if none is.
template <class V, class T>
const char* wrong_arithmetic() {
  const Samples<T> s;
  const T *a = s.a, *b = s.b, *c = s.c;
  const V x = V::load(a), y = V::load(b);
  if (!holds(x, a, [&](std::size_t i) { return a[i]; })) return "load, store";
  if (!holds(V::all(T(2.5)), a, [&](std::size_t) { return T(2.5); })) return "all";
  if (!holds(x + y, a, [&](std::size_t i) { return a[i] + b[i]; })) return "+";
  if (!holds(x - y, a, [&](std::size_t i) { return a[i] - b[i]; })) return "-";
  if (!holds(x * y, a, [&](std::size_t i) { return a[i] * b[i]; })) return "*";
  if (!holds(x / y, a, [&](std::size_t i) { return a[i] / b[i]; })) return "/";
  if (!holds((x * x).sqrt(), a, [&](std::size_t i) { return a[i] < 0 ? -a[i] : a[i]; })) return "sqrt";
  if (!holds(V::min(x, y), a, [&](std::size_t i) { return a[i] < b[i] ? a[i] : b[i]; })) return "min";
  if (!holds(V::max(x, y), a, [&](std::size_t i) { return a[i] > b[i] ? a[i] : b[i]; })) return "max";
  const auto size_and_sign = [&](std::size_t i) { return (a[i] < 0) == (c[i] < 0) ? a[i] : -a[i]; };
  if (!holds(V::with_sign_of(x, V::load(c)), a, size_and_sign)) return "with_sign_of";
  return nullptr;
}

template <class V, class T>
const char* wrong_mask() {
  const Samples<T> s;
  const T *a = s.a, *b = s.b;
  const V x = V::load(a), y = V::load(b), zero = V::all(0), one = V::all(1);
  const auto told = [&](const V& mask, auto expected) {
    return holds(V::choose(mask, one, zero), a, [&](std::size_t i) { return expected(i) ? T(1) : T(0); });
  };
  if (!told(x < y, [&](std::size_t i) { return a[i] < b[i]; })) return "<";
  if (!told(x <= y, [&](std::size_t i) { return a[i] <= b[i]; })) return "<=";
  if (!told(x > y, [&](std::size_t i) { return a[i] > b[i]; })) return ">";
  if (!told(x >= y, [&](std::size_t i) { return a[i] >= b[i]; })) return ">=";
  if (!told(x != y, [&](std::size_t i) { return a[i] != b[i]; })) return "!=";
  const V less = x<y, positive = x> zero;
  if (!told(less & positive, [&](std::size_t i) { return a[i] < b[i] && a[i] > 0; })) return "&";
  if (!told(less | positive, [&](std::size_t i) { return a[i] < b[i] || a[i] > 0; })) return "|";
  if (!told(less.and_not(positive), [&](std::size_t i) { return !(a[i] < b[i]) && a[i] > 0; }))
    return "and_not";
  const auto where_greater = [&](std::size_t i) { return b[i] > a[i] ? a[i] : T(0); };
  if (!holds(V::where_greater(y, x, x), a, where_greater)) return "where_greater";
  for (std::size_t lane = 0; lane < V::width; ++lane) {
    alignas(32) T one_lane[8] = {};
    one_lane[lane] = 1;
    const V only = V::load(one_lane) > zero;
    if (!only.any() || only.every() != (V::width == 1)) return "any, every of one lane";
    if ((V::load(one_lane) <= zero).every()) return "every of all lanes but one";
  }
  if ((x != x).any() || !(x <= x).every()) return "any, every";
  return nullptr;
}

template <class V, class T>
const char* wrong_products() {
  const Samples<T> s;
  const T *a = s.a, *b = s.b, *c = s.c;
  const V x = V::load(a), y = V::load(b), z = V::load(c);
  if (!holds(V::fma(x, y, z), a, [&](std::size_t i) { return a[i] * b[i] + c[i]; })) return "fma";
  if (!holds(V::fms(x, y, z), a, [&](std::size_t i) { return a[i] * b[i] - c[i]; })) return "fms";
  if (!holds(V::fnma(x, y, z), a, [&](std::size_t i) { return c[i] - a[i] * b[i]; })) return "fnma";
  return nullptr;
}

/// Vectors in a row and scattered, there and back.
template <class V>
const char* wrong_vectors() {
  alignas(32) float from[8 * 12 + 4], to[8 * 12] = {};
  for (std::size_t i = 0; i < 8 * 12 + 4; ++i) from[i] = static_cast<float>(i) - 40.0f;
  const std::uint32_t index[8] = {5, 0, 11, 7, 2, 9, 1, 6};
  V x{}, y{}, z{}, w{};
  V::load_threes(from + 3, x, y, z);
  if (!holds(x, from, [&](std::size_t i) { return from[3 + 3 * i]; })) return "load_threes, x";
  if (!holds(y, from, [&](std::size_t i) { return from[4 + 3 * i]; })) return "load_threes, y";
  if (!holds(z, from, [&](std::size_t i) { return from[5 + 3 * i]; })) return "load_threes, z";
  V::store_threes(to + 3, x, y, z);
  for (std::size_t i = 0; i < 8 * 12; ++i)
    if (to[i] != (i < 3 || i >= 3 + 3 * V::width ? 0.0f : from[i])) return "store_threes";
  V::gather_threes(from, index, x, y, z);
  if (!holds(x, from, [&](std::size_t i) { return from[3 * index[i]]; })) return "gather_threes, x";
  if (!holds(y, from, [&](std::size_t i) { return from[3 * index[i] + 1]; })) return "gather_threes, y";
  if (!holds(z, from, [&](std::size_t i) { return from[3 * index[i] + 2]; })) return "gather_threes, z";
  for (float& f : to) f = 0.0f;
  V::scatter_threes(to, index, x, y, z);
  for (std::size_t v = 0; v < 12; ++v) {
    bool written = false;
    for (std::size_t i = 0; i < V::width; ++i) written = written || index[i] == v;
    for (std::size_t k = 3 * v; k < 3 * v + 3; ++k)
      if (to[k] != (written ? from[k] : 0.0f)) return "scatter_threes";
  }
  V::gather_fours(from, index, x, y, z, w);
  if (!holds(x, from, [&](std::size_t i) { return from[4 * index[i]]; })) return "gather_fours, x";
  if (!holds(w, from, [&](std::size_t i) { return from[4 * index[i] + 3]; })) return "gather_fours, w";
  V::store_fours(to + 4, 12, x, y, z, w);
  for (std::size_t i = 0; i < V::width; ++i)
    for (std::size_t k = 0; k < 4; ++k)
      if (to[4 + 12 * i + k] != from[4 * index[i] + k]) return "store_fours";
  return nullptr;
}

/// Columns of rows that stand anywhere, there and back.
template <class V>
const char* wrong_columns() {
  constexpr std::size_t size = V::columns + 3;
  alignas(32) float from[8 * size], to[8 * size] = {};
  for (std::size_t i = 0; i < 8 * size; ++i) from[i] = static_cast<float>(i) - 20.0f;
  const float* rows[8];
  float* out[8];
  for (std::size_t i = 0; i < 8; ++i) {
    rows[i] = from + size * ((i * 3) % 8);
    out[i] = to + size * ((i * 3) % 8);
  }
  V columns[4]{}, all[V::columns]{};
  V::load_columns(rows, 2, columns);
  for (std::size_t c = 0; c < 4; ++c)
    if (!holds(columns[c], from, [&](std::size_t i) { return rows[i][2 + c]; })) return "load_columns";
  for (std::size_t c = 0; c < V::columns; c += 4) V::load_columns(rows, 2 + c, all + c);
  V::store_columns(out, 2, all);
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t c = 0; c < size; ++c)
      if (out[i][c] != (i < V::width && c >= 2 && c < 2 + V::columns ? rows[i][c] : 0.0f))
        return "store_columns";
  return nullptr;
}

template <class V>
const char* wrong_rows() {
  const Samples<float> s;
  const V x = V::load_row(s.a);
  const auto in_row = [](std::size_t i, std::size_t k) { return i / 4 * 4 + k; };
  if (!holds(V::repeat_row(s.b), s.a, [&](std::size_t i) { return s.b[i % 4]; })) return "repeat_row";
  if (!holds(x.template spread<0>(), s.a, [&](std::size_t i) { return s.a[in_row(i, 0)]; }))
    return "spread<0>";
  if (!holds(x.template spread<2>(), s.a, [&](std::size_t i) { return s.a[in_row(i, 2)]; }))
    return "spread<2>";
  if (!holds(x.only_last(), s.a, [&](std::size_t i) { return i % 4 == 3 ? s.a[i] : 0.0f; }))
    return "only_last";
  float out[8] = {};
  x.store_row(out);
  for (std::size_t i = 0; i < V::width; ++i)
    if (out[i] != s.a[i]) return "store_row";
  return nullptr;
}

template <class V, class T>
const char* wrong_numbers() {
  const char* wrong = wrong_arithmetic<V, T>();
  if (wrong == nullptr) wrong = wrong_products<V, T>();
  return wrong != nullptr ? wrong : wrong_mask<V, T>();
}

template <class V>
const char* wrong_floats() {
  const char* wrong = wrong_numbers<V, float>();
  if (wrong == nullptr) wrong = wrong_vectors<V>();
  if (wrong == nullptr) wrong = wrong_columns<V>();
  if constexpr (V::width % 4 == 0) {
    if (wrong == nullptr) wrong = wrong_rows<V>();
  }
  return wrong;
}

}  // namespace

/// What is wrong with the lanes of an instruction set: null if nothing is, or if the program has none.
const char* wrong_sse41_lanes();
const char* wrong_avx2_lanes();

}  // namespace mmd
