#pragma once

// Lanes in registers of 32 bytes; see plain.h. For files that are compiled for AVX2 and FMA.

#include "base/simd/sse41.h"

namespace mmd {
namespace {  // NOLINT(google-build-namespaces): see plain.h

struct Floats8 {
  static constexpr std::size_t width = 8;
  static constexpr bool fuses = true;
  __m256 v;

  static Floats8 all(float x) { return {_mm256_set1_ps(x)}; }
  static Floats8 load(const float* p) { return {_mm256_load_ps(p)}; }
  void store(float* p) const { _mm256_store_ps(p, v); }

  friend Floats8 operator+(Floats8 a, Floats8 b) { return {_mm256_add_ps(a.v, b.v)}; }
  friend Floats8 operator-(Floats8 a, Floats8 b) { return {_mm256_sub_ps(a.v, b.v)}; }
  friend Floats8 operator*(Floats8 a, Floats8 b) { return {_mm256_mul_ps(a.v, b.v)}; }
  friend Floats8 operator/(Floats8 a, Floats8 b) { return {_mm256_div_ps(a.v, b.v)}; }
  static Floats8 fma(Floats8 a, Floats8 b, Floats8 c) { return {_mm256_fmadd_ps(a.v, b.v, c.v)}; }
  static Floats8 fms(Floats8 a, Floats8 b, Floats8 c) { return {_mm256_fmsub_ps(a.v, b.v, c.v)}; }
  static Floats8 fnma(Floats8 a, Floats8 b, Floats8 c) { return {_mm256_fnmadd_ps(a.v, b.v, c.v)}; }
  Floats8 sqrt() const { return {_mm256_sqrt_ps(v)}; }
  static Floats8 min(Floats8 a, Floats8 b) { return {_mm256_min_ps(a.v, b.v)}; }
  static Floats8 max(Floats8 a, Floats8 b) { return {_mm256_max_ps(a.v, b.v)}; }
  static Floats8 with_sign_of(Floats8 a, Floats8 sign) {
    const __m256 bit = _mm256_set1_ps(-0.0f);
    return {_mm256_or_ps(_mm256_andnot_ps(bit, a.v), _mm256_and_ps(bit, sign.v))};
  }

  friend Floats8 operator<(Floats8 a, Floats8 b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_LT_OQ)}; }
  friend Floats8 operator<=(Floats8 a, Floats8 b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_LE_OQ)}; }
  friend Floats8 operator>(Floats8 a, Floats8 b) { return b < a; }
  friend Floats8 operator>=(Floats8 a, Floats8 b) { return b <= a; }
  friend Floats8 operator!=(Floats8 a, Floats8 b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_NEQ_UQ)}; }
  friend Floats8 operator&(Floats8 a, Floats8 b) { return {_mm256_and_ps(a.v, b.v)}; }
  friend Floats8 operator|(Floats8 a, Floats8 b) { return {_mm256_or_ps(a.v, b.v)}; }
  Floats8 and_not(Floats8 x) const { return {_mm256_andnot_ps(v, x.v)}; }
  static Floats8 choose(Floats8 mask, Floats8 a, Floats8 b) { return {_mm256_blendv_ps(b.v, a.v, mask.v)}; }
  static Floats8 where_greater(Floats8 a, Floats8 b, Floats8 x) { return {_mm256_and_ps(x.v, (a > b).v)}; }
  bool any() const { return _mm256_movemask_ps(v) != 0; }
  bool every() const { return _mm256_movemask_ps(v) == 0xFF; }

  /// Four floats into each half.
  static __m256 halves(const float* low, const float* high) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
  }
  /// Four rows of lanes i, each with lane i + 4 in its upper half, become four columns; and back.
  static void transpose(__m256 r0, __m256 r1, __m256 r2, __m256 r3, Floats8* out) {
    const __m256 a = _mm256_unpacklo_ps(r0, r1), b = _mm256_unpacklo_ps(r2, r3);
    const __m256 c = _mm256_unpackhi_ps(r0, r1), d = _mm256_unpackhi_ps(r2, r3);
    out[0].v = _mm256_shuffle_ps(a, b, 0x44);
    out[1].v = _mm256_shuffle_ps(a, b, 0xEE);
    out[2].v = _mm256_shuffle_ps(c, d, 0x44);
    out[3].v = _mm256_shuffle_ps(c, d, 0xEE);
  }

  static void load_threes(const float* p, Floats8& x, Floats8& y, Floats8& z) {
    const __m256 m03 = halves(p, p + 12), m14 = halves(p + 4, p + 16), m25 = halves(p + 8, p + 20);
    const __m256 xy = _mm256_shuffle_ps(m14, m25, _MM_SHUFFLE(2, 1, 3, 2));
    const __m256 yz = _mm256_shuffle_ps(m03, m14, _MM_SHUFFLE(1, 0, 2, 1));
    x.v = _mm256_shuffle_ps(m03, xy, _MM_SHUFFLE(2, 0, 3, 0));
    y.v = _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0));
    z.v = _mm256_shuffle_ps(yz, m25, _MM_SHUFFLE(3, 0, 3, 1));
  }
  static void store_threes(float* p, Floats8 x, Floats8 y, Floats8 z) {
    const __m256 xy = _mm256_shuffle_ps(x.v, y.v, _MM_SHUFFLE(2, 0, 2, 0));
    const __m256 yz = _mm256_shuffle_ps(y.v, z.v, _MM_SHUFFLE(3, 1, 3, 1));
    const __m256 zx = _mm256_shuffle_ps(z.v, x.v, _MM_SHUFFLE(3, 1, 2, 0));
    const __m256 m03 = _mm256_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0));
    const __m256 m14 = _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0));
    const __m256 m25 = _mm256_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1));
    _mm256_storeu_ps(p, _mm256_permute2f128_ps(m03, m14, 0x20));
    _mm256_storeu_ps(p + 8, _mm256_permute2f128_ps(m25, m03, 0x30));
    _mm256_storeu_ps(p + 16, _mm256_permute2f128_ps(m14, m25, 0x31));
  }
  template <class Index>
  static void gather_threes(const float* p, const Index* index, Floats8& x, Floats8& y, Floats8& z) {
    const auto at = [&](std::size_t i) { return p + 3 * static_cast<std::size_t>(index[i]); };
    const auto row = [&](std::size_t i) { return halves(at(i), at(i + 4)); };
    const __m256 r0 = row(0), r1 = row(1), r2 = row(2), r3 = row(3);
    const __m256 a = _mm256_unpacklo_ps(r0, r1), b = _mm256_unpacklo_ps(r2, r3);
    x.v = _mm256_shuffle_ps(a, b, 0x44);
    y.v = _mm256_shuffle_ps(a, b, 0xEE);
    z.v = _mm256_shuffle_ps(_mm256_unpackhi_ps(r0, r1), _mm256_unpackhi_ps(r2, r3), 0x44);
  }
  /// x and y of two neighbouring lanes.
  static void store_pair(float* first, float* second, __m128 xy) {
    _mm_storel_pi(reinterpret_cast<__m64*>(first), xy);
    _mm_storeh_pi(reinterpret_cast<__m64*>(second), xy);
  }
  template <class Index>
  static void scatter_threes(float* p, const Index* index, Floats8 x, Floats8 y, Floats8 z) {
    const auto at = [&](std::size_t i) { return p + 3 * static_cast<std::size_t>(index[i]); };
    const __m256 low = _mm256_unpacklo_ps(x.v, y.v), high = _mm256_unpackhi_ps(x.v, y.v);
    store_pair(at(0), at(1), _mm256_castps256_ps128(low));
    store_pair(at(2), at(3), _mm256_castps256_ps128(high));
    store_pair(at(4), at(5), _mm256_extractf128_ps(low, 1));
    store_pair(at(6), at(7), _mm256_extractf128_ps(high, 1));
    const auto store_last = [&](std::size_t i, __m128 last) {
      _mm_store_ss(at(i) + 2, last);
      _MM_EXTRACT_FLOAT(at(i + 1)[2], last, 1);
      _MM_EXTRACT_FLOAT(at(i + 2)[2], last, 2);
      _MM_EXTRACT_FLOAT(at(i + 3)[2], last, 3);
    };
    store_last(0, _mm256_castps256_ps128(z.v));
    store_last(4, _mm256_extractf128_ps(z.v, 1));
  }
  template <class Index>
  static void gather_fours(const float* p, const Index* index, Floats8& x, Floats8& y, Floats8& z,
                           Floats8& w) {
    const auto at = [&](std::size_t i) { return p + 4 * static_cast<std::size_t>(index[i]); };
    const auto row = [&](std::size_t i) { return halves(at(i), at(i + 4)); };
    Floats8 out[4];
    transpose(row(0), row(1), row(2), row(3), out);
    x = out[0];
    y = out[1];
    z = out[2];
    w = out[3];
  }
  static void store_fours(float* p, std::size_t stride, Floats8 x, Floats8 y, Floats8 z, Floats8 w) {
    Floats8 rows[4];
    transpose(x.v, y.v, z.v, w.v, rows);
    for (std::size_t i = 0; i < 4; ++i) {
      _mm_store_ps(p + i * stride, _mm256_castps256_ps128(rows[i].v));
      _mm_store_ps(p + (i + 4) * stride, _mm256_extractf128_ps(rows[i].v, 1));
    }
  }

  static void load_columns(const float* const* rows, std::size_t k, Floats8* out) {
    const auto row = [&](std::size_t i) { return halves(rows[i] + k, rows[i + 4] + k); };
    transpose(row(0), row(1), row(2), row(3), out);
  }
  static constexpr std::size_t columns = 8;
  static void store_columns(float* const* rows, std::size_t k, const Floats8* in) {
    Floats8 low[4], high[4];
    transpose(in[0].v, in[1].v, in[2].v, in[3].v, low);
    transpose(in[4].v, in[5].v, in[6].v, in[7].v, high);
    for (std::size_t i = 0; i < 4; ++i) {
      _mm256_storeu_ps(rows[i] + k, _mm256_permute2f128_ps(low[i].v, high[i].v, 0x20));
      _mm256_storeu_ps(rows[i + 4] + k, _mm256_permute2f128_ps(low[i].v, high[i].v, 0x31));
    }
  }

  static Floats8 load_row(const float* p) { return {_mm256_loadu_ps(p)}; }
  void store_row(float* p) const { _mm256_storeu_ps(p, v); }
  Floats4 first_row() const { return {_mm256_castps256_ps128(v)}; }
  static Floats8 repeat_row(const float* p) {
    return {_mm256_broadcast_ps(reinterpret_cast<const __m128*>(p))};
  }
  template <int K>
  Floats8 spread() const {
    return {_mm256_permute_ps(v, K * 0x55)};
  }
  Floats8 only_last() const {
    return {_mm256_and_ps(v, _mm256_castsi256_ps(_mm256_set_epi32(-1, 0, 0, 0, -1, 0, 0, 0)))};
  }
};

struct Doubles4 {
  static constexpr std::size_t width = 4;
  __m256d v;

  static Doubles4 all(double x) { return {_mm256_set1_pd(x)}; }
  static Doubles4 load(const double* p) { return {_mm256_load_pd(p)}; }
  void store(double* p) const { _mm256_store_pd(p, v); }

  friend Doubles4 operator+(Doubles4 a, Doubles4 b) { return {_mm256_add_pd(a.v, b.v)}; }
  friend Doubles4 operator-(Doubles4 a, Doubles4 b) { return {_mm256_sub_pd(a.v, b.v)}; }
  friend Doubles4 operator*(Doubles4 a, Doubles4 b) { return {_mm256_mul_pd(a.v, b.v)}; }
  friend Doubles4 operator/(Doubles4 a, Doubles4 b) { return {_mm256_div_pd(a.v, b.v)}; }
  static Doubles4 fma(Doubles4 a, Doubles4 b, Doubles4 c) { return {_mm256_fmadd_pd(a.v, b.v, c.v)}; }
  static Doubles4 fms(Doubles4 a, Doubles4 b, Doubles4 c) { return {_mm256_fmsub_pd(a.v, b.v, c.v)}; }
  static Doubles4 fnma(Doubles4 a, Doubles4 b, Doubles4 c) { return {_mm256_fnmadd_pd(a.v, b.v, c.v)}; }
  Doubles4 sqrt() const { return {_mm256_sqrt_pd(v)}; }
  static Doubles4 min(Doubles4 a, Doubles4 b) { return {_mm256_min_pd(a.v, b.v)}; }
  static Doubles4 max(Doubles4 a, Doubles4 b) { return {_mm256_max_pd(a.v, b.v)}; }
  static Doubles4 with_sign_of(Doubles4 a, Doubles4 sign) {
    const __m256d bit = _mm256_set1_pd(-0.0);
    return {_mm256_or_pd(_mm256_andnot_pd(bit, a.v), _mm256_and_pd(bit, sign.v))};
  }

  friend Doubles4 operator<(Doubles4 a, Doubles4 b) { return {_mm256_cmp_pd(a.v, b.v, _CMP_LT_OQ)}; }
  friend Doubles4 operator<=(Doubles4 a, Doubles4 b) { return {_mm256_cmp_pd(a.v, b.v, _CMP_LE_OQ)}; }
  friend Doubles4 operator>(Doubles4 a, Doubles4 b) { return b < a; }
  friend Doubles4 operator>=(Doubles4 a, Doubles4 b) { return b <= a; }
  friend Doubles4 operator!=(Doubles4 a, Doubles4 b) { return {_mm256_cmp_pd(a.v, b.v, _CMP_NEQ_UQ)}; }
  friend Doubles4 operator&(Doubles4 a, Doubles4 b) { return {_mm256_and_pd(a.v, b.v)}; }
  friend Doubles4 operator|(Doubles4 a, Doubles4 b) { return {_mm256_or_pd(a.v, b.v)}; }
  Doubles4 and_not(Doubles4 x) const { return {_mm256_andnot_pd(v, x.v)}; }
  static Doubles4 choose(Doubles4 mask, Doubles4 a, Doubles4 b) {
    return {_mm256_blendv_pd(b.v, a.v, mask.v)};
  }
  static Doubles4 where_greater(Doubles4 a, Doubles4 b, Doubles4 x) {
    return {_mm256_and_pd(x.v, (a > b).v)};
  }
  bool any() const { return _mm256_movemask_pd(v) != 0; }
  bool every() const { return _mm256_movemask_pd(v) == 15; }
};

}  // namespace
}  // namespace mmd
