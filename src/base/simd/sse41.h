#pragma once

// Lanes in registers of 16 bytes; see plain.h. For files that are compiled for SSE4.1 or for more: with FMA,
// floats fuse.

#include <cstddef>

#include <immintrin.h>

namespace mmd {
namespace {  // NOLINT(google-build-namespaces): see plain.h

struct Floats4 {
  static constexpr std::size_t width = 4;
  __m128 v;

  static Floats4 all(float x) { return {_mm_set1_ps(x)}; }
  static Floats4 load(const float* p) { return {_mm_load_ps(p)}; }
  void store(float* p) const { _mm_store_ps(p, v); }

  friend Floats4 operator+(Floats4 a, Floats4 b) { return {_mm_add_ps(a.v, b.v)}; }
  friend Floats4 operator-(Floats4 a, Floats4 b) { return {_mm_sub_ps(a.v, b.v)}; }
  friend Floats4 operator*(Floats4 a, Floats4 b) { return {_mm_mul_ps(a.v, b.v)}; }
  friend Floats4 operator/(Floats4 a, Floats4 b) { return {_mm_div_ps(a.v, b.v)}; }
#if defined(__FMA__)
  static constexpr bool fuses = true;
  static Floats4 fma(Floats4 a, Floats4 b, Floats4 c) {
    return {_mm_fmadd_ps(a.v, b.v, c.v)};
  }
  static Floats4 fms(Floats4 a, Floats4 b, Floats4 c) {
    return {_mm_fmsub_ps(a.v, b.v, c.v)};
  }
  static Floats4 fnma(Floats4 a, Floats4 b, Floats4 c) {
    return {_mm_fnmadd_ps(a.v, b.v, c.v)};
  }
#else
  static constexpr bool fuses = false;
  static Floats4 fma(Floats4 a, Floats4 b, Floats4 c) {
    return a * b + c;
  }
  static Floats4 fms(Floats4 a, Floats4 b, Floats4 c) {
    return a * b - c;
  }
  static Floats4 fnma(Floats4 a, Floats4 b, Floats4 c) {
    return c - a * b;
  }
#endif
  Floats4 sqrt() const {
    return {_mm_sqrt_ps(v)};
  }
  static Floats4 min(Floats4 a, Floats4 b) {
    return {_mm_min_ps(a.v, b.v)};
  }
  static Floats4 max(Floats4 a, Floats4 b) {
    return {_mm_max_ps(a.v, b.v)};
  }
  static Floats4 with_sign_of(Floats4 a, Floats4 sign) {
    const __m128 bit = _mm_set1_ps(-0.0f);
    return {_mm_or_ps(_mm_andnot_ps(bit, a.v), _mm_and_ps(bit, sign.v))};
  }

  friend Floats4 operator<(Floats4 a, Floats4 b) {
    return {_mm_cmplt_ps(a.v, b.v)};
  }
  friend Floats4 operator<=(Floats4 a, Floats4 b) {
    return {_mm_cmple_ps(a.v, b.v)};
  }
  friend Floats4 operator>(Floats4 a, Floats4 b) {
    return b < a;
  }
  friend Floats4 operator>=(Floats4 a, Floats4 b) {
    return b <= a;
  }
  friend Floats4 operator!=(Floats4 a, Floats4 b) {
    return {_mm_cmpneq_ps(a.v, b.v)};
  }
  friend Floats4 operator&(Floats4 a, Floats4 b) {
    return {_mm_and_ps(a.v, b.v)};
  }
  friend Floats4 operator|(Floats4 a, Floats4 b) {
    return {_mm_or_ps(a.v, b.v)};
  }
  Floats4 and_not(Floats4 x) const {
    return {_mm_andnot_ps(v, x.v)};
  }
  static Floats4 choose(Floats4 mask, Floats4 a, Floats4 b) {
    return {_mm_blendv_ps(b.v, a.v, mask.v)};
  }
  static Floats4 where_greater(Floats4 a, Floats4 b, Floats4 x) {
    return {_mm_and_ps(x.v, (a > b).v)};
  }
  bool any() const {
    return _mm_movemask_ps(v) != 0;
  }
  bool every() const {
    return _mm_movemask_ps(v) == 15;
  }

  /// Four rows become four columns.
  static void transpose(__m128 r0, __m128 r1, __m128 r2, __m128 r3, Floats4* out) {
    const __m128 a = _mm_unpacklo_ps(r0, r1), b = _mm_unpacklo_ps(r2, r3);
    const __m128 c = _mm_unpackhi_ps(r0, r1), d = _mm_unpackhi_ps(r2, r3);
    out[0].v = _mm_movelh_ps(a, b);
    out[1].v = _mm_movehl_ps(b, a);
    out[2].v = _mm_movelh_ps(c, d);
    out[3].v = _mm_movehl_ps(d, c);
  }

  static void load_threes(const float* p, Floats4& x, Floats4& y, Floats4& z) {
    const __m128 m0 = _mm_loadu_ps(p), m1 = _mm_loadu_ps(p + 4), m2 = _mm_loadu_ps(p + 8);
    const __m128 xy = _mm_shuffle_ps(m1, m2, _MM_SHUFFLE(2, 1, 3, 2));
    const __m128 yz = _mm_shuffle_ps(m0, m1, _MM_SHUFFLE(1, 0, 2, 1));
    x.v = _mm_shuffle_ps(m0, xy, _MM_SHUFFLE(2, 0, 3, 0));
    y.v = _mm_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0));
    z.v = _mm_shuffle_ps(yz, m2, _MM_SHUFFLE(3, 0, 3, 1));
  }
  static void store_threes(float* p, Floats4 x, Floats4 y, Floats4 z) {
    const __m128 xy = _mm_shuffle_ps(x.v, y.v, _MM_SHUFFLE(2, 0, 2, 0));
    const __m128 yz = _mm_shuffle_ps(y.v, z.v, _MM_SHUFFLE(3, 1, 3, 1));
    const __m128 zx = _mm_shuffle_ps(z.v, x.v, _MM_SHUFFLE(3, 1, 2, 0));
    _mm_storeu_ps(p, _mm_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0)));
    _mm_storeu_ps(p + 4, _mm_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0)));
    _mm_storeu_ps(p + 8, _mm_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1)));
  }
  template <class Index>
  static void gather_threes(const float* p, const Index* index, Floats4& x, Floats4& y, Floats4& z) {
    const auto row = [&](std::size_t i) { return _mm_loadu_ps(p + 3 * static_cast<std::size_t>(index[i])); };
    const __m128 r0 = row(0), r1 = row(1), r2 = row(2), r3 = row(3);
    const __m128 a = _mm_unpacklo_ps(r0, r1), b = _mm_unpacklo_ps(r2, r3);
    x.v = _mm_movelh_ps(a, b);
    y.v = _mm_movehl_ps(b, a);
    z.v = _mm_movelh_ps(_mm_unpackhi_ps(r0, r1), _mm_unpackhi_ps(r2, r3));
  }
  template <class Index>
  static void scatter_threes(float* p, const Index* index, Floats4 x, Floats4 y, Floats4 z) {
    const auto at = [&](std::size_t i) { return p + 3 * static_cast<std::size_t>(index[i]); };
    const __m128 low = _mm_unpacklo_ps(x.v, y.v), high = _mm_unpackhi_ps(x.v, y.v);
    _mm_storel_pi(reinterpret_cast<__m64*>(at(0)), low);
    _mm_storeh_pi(reinterpret_cast<__m64*>(at(1)), low);
    _mm_storel_pi(reinterpret_cast<__m64*>(at(2)), high);
    _mm_storeh_pi(reinterpret_cast<__m64*>(at(3)), high);
    _mm_store_ss(at(0) + 2, z.v);
    _MM_EXTRACT_FLOAT(at(1)[2], z.v, 1);
    _MM_EXTRACT_FLOAT(at(2)[2], z.v, 2);
    _MM_EXTRACT_FLOAT(at(3)[2], z.v, 3);
  }
  template <class Index>
  static void gather_fours(const float* p, const Index* index, Floats4& x, Floats4& y, Floats4& z,
                           Floats4& w) {
    const auto row = [&](std::size_t i) { return _mm_loadu_ps(p + 4 * static_cast<std::size_t>(index[i])); };
    Floats4 out[4];
    transpose(row(0), row(1), row(2), row(3), out);
    x = out[0];
    y = out[1];
    z = out[2];
    w = out[3];
  }
  static void store_fours(float* p, std::size_t stride, Floats4 x, Floats4 y, Floats4 z, Floats4 w) {
    Floats4 rows[4];
    transpose(x.v, y.v, z.v, w.v, rows);
    for (std::size_t i = 0; i < 4; ++i) _mm_store_ps(p + i * stride, rows[i].v);
  }

  static void load_columns(const float* const* rows, std::size_t k, Floats4* out) {
    transpose(_mm_loadu_ps(rows[0] + k), _mm_loadu_ps(rows[1] + k), _mm_loadu_ps(rows[2] + k),
              _mm_loadu_ps(rows[3] + k), out);
  }
  static constexpr std::size_t columns = 4;
  static void store_columns(float* const* rows, std::size_t k, const Floats4* in) {
    Floats4 out[4];
    transpose(in[0].v, in[1].v, in[2].v, in[3].v, out);
    for (std::size_t i = 0; i < 4; ++i) _mm_storeu_ps(rows[i] + k, out[i].v);
  }

  static Floats4 load_row(const float* p) {
    return {_mm_loadu_ps(p)};
  }
  void store_row(float* p) const {
    _mm_storeu_ps(p, v);
  }
  Floats4 first_row() const {
    return *this;
  }
  static Floats4 repeat_row(const float* p) {
    return load_row(p);
  }
  template <int K>
  Floats4 spread() const {
#if defined(__AVX__)
    return {_mm_permute_ps(v, K * 0x55)};
#else
    // As integers, because that instruction does not overwrite its source.
    return {_mm_castsi128_ps(_mm_shuffle_epi32(_mm_castps_si128(v), K * 0x55))};
#endif
  }
  Floats4 only_last() const {
    return {_mm_and_ps(v, _mm_castsi128_ps(_mm_set_epi32(-1, 0, 0, 0)))};
  }
};

struct Doubles2 {
  static constexpr std::size_t width = 2;
  __m128d v;

  static Doubles2 all(double x) { return {_mm_set1_pd(x)}; }
  static Doubles2 load(const double* p) { return {_mm_load_pd(p)}; }
  void store(double* p) const { _mm_store_pd(p, v); }

  friend Doubles2 operator+(Doubles2 a, Doubles2 b) { return {_mm_add_pd(a.v, b.v)}; }
  friend Doubles2 operator-(Doubles2 a, Doubles2 b) { return {_mm_sub_pd(a.v, b.v)}; }
  friend Doubles2 operator*(Doubles2 a, Doubles2 b) { return {_mm_mul_pd(a.v, b.v)}; }
  friend Doubles2 operator/(Doubles2 a, Doubles2 b) { return {_mm_div_pd(a.v, b.v)}; }
#if defined(__FMA__)
  static Doubles2 fma(Doubles2 a, Doubles2 b, Doubles2 c) {
    return {_mm_fmadd_pd(a.v, b.v, c.v)};
  }
  static Doubles2 fms(Doubles2 a, Doubles2 b, Doubles2 c) {
    return {_mm_fmsub_pd(a.v, b.v, c.v)};
  }
  static Doubles2 fnma(Doubles2 a, Doubles2 b, Doubles2 c) {
    return {_mm_fnmadd_pd(a.v, b.v, c.v)};
  }
#else
  static Doubles2 fma(Doubles2 a, Doubles2 b, Doubles2 c) {
    return a * b + c;
  }
  static Doubles2 fms(Doubles2 a, Doubles2 b, Doubles2 c) {
    return a * b - c;
  }
  static Doubles2 fnma(Doubles2 a, Doubles2 b, Doubles2 c) {
    return c - a * b;
  }
#endif
  Doubles2 sqrt() const {
    return {_mm_sqrt_pd(v)};
  }
  static Doubles2 min(Doubles2 a, Doubles2 b) {
    return {_mm_min_pd(a.v, b.v)};
  }
  static Doubles2 max(Doubles2 a, Doubles2 b) {
    return {_mm_max_pd(a.v, b.v)};
  }
  static Doubles2 with_sign_of(Doubles2 a, Doubles2 sign) {
    const __m128d bit = _mm_set1_pd(-0.0);
    return {_mm_or_pd(_mm_andnot_pd(bit, a.v), _mm_and_pd(bit, sign.v))};
  }

  friend Doubles2 operator<(Doubles2 a, Doubles2 b) {
    return {_mm_cmplt_pd(a.v, b.v)};
  }
  friend Doubles2 operator<=(Doubles2 a, Doubles2 b) {
    return {_mm_cmple_pd(a.v, b.v)};
  }
  friend Doubles2 operator>(Doubles2 a, Doubles2 b) {
    return b < a;
  }
  friend Doubles2 operator>=(Doubles2 a, Doubles2 b) {
    return b <= a;
  }
  friend Doubles2 operator!=(Doubles2 a, Doubles2 b) {
    return {_mm_cmpneq_pd(a.v, b.v)};
  }
  friend Doubles2 operator&(Doubles2 a, Doubles2 b) {
    return {_mm_and_pd(a.v, b.v)};
  }
  friend Doubles2 operator|(Doubles2 a, Doubles2 b) {
    return {_mm_or_pd(a.v, b.v)};
  }
  Doubles2 and_not(Doubles2 x) const {
    return {_mm_andnot_pd(v, x.v)};
  }
  static Doubles2 choose(Doubles2 mask, Doubles2 a, Doubles2 b) {
    return {_mm_blendv_pd(b.v, a.v, mask.v)};
  }
  static Doubles2 where_greater(Doubles2 a, Doubles2 b, Doubles2 x) {
    return {_mm_and_pd(x.v, (a > b).v)};
  }
  bool any() const {
    return _mm_movemask_pd(v) != 0;
  }
  bool every() const {
    return _mm_movemask_pd(v) == 3;
  }
};

/// Twice as many lanes, in two registers: the second half runs in the shadow of the first.
template <class Half>
struct TwoOf {
  static constexpr std::size_t width = 2 * Half::width;
  Half a, b;

  static TwoOf all(double x) { return {Half::all(x), Half::all(x)}; }
  static TwoOf load(const double* p) { return {Half::load(p), Half::load(p + Half::width)}; }
  void store(double* p) const {
    a.store(p);
    b.store(p + Half::width);
  }

  friend TwoOf operator+(TwoOf x, TwoOf y) { return {x.a + y.a, x.b + y.b}; }
  friend TwoOf operator-(TwoOf x, TwoOf y) { return {x.a - y.a, x.b - y.b}; }
  friend TwoOf operator*(TwoOf x, TwoOf y) { return {x.a * y.a, x.b * y.b}; }
  friend TwoOf operator/(TwoOf x, TwoOf y) { return {x.a / y.a, x.b / y.b}; }
  static TwoOf fma(TwoOf x, TwoOf y, TwoOf z) { return {Half::fma(x.a, y.a, z.a), Half::fma(x.b, y.b, z.b)}; }
  static TwoOf fms(TwoOf x, TwoOf y, TwoOf z) { return {Half::fms(x.a, y.a, z.a), Half::fms(x.b, y.b, z.b)}; }
  static TwoOf fnma(TwoOf x, TwoOf y, TwoOf z) {
    return {Half::fnma(x.a, y.a, z.a), Half::fnma(x.b, y.b, z.b)};
  }
  TwoOf sqrt() const { return {a.sqrt(), b.sqrt()}; }
  static TwoOf min(TwoOf x, TwoOf y) { return {Half::min(x.a, y.a), Half::min(x.b, y.b)}; }
  static TwoOf max(TwoOf x, TwoOf y) { return {Half::max(x.a, y.a), Half::max(x.b, y.b)}; }
  static TwoOf with_sign_of(TwoOf x, TwoOf sign) {
    return {Half::with_sign_of(x.a, sign.a), Half::with_sign_of(x.b, sign.b)};
  }

  friend TwoOf operator<(TwoOf x, TwoOf y) { return {x.a < y.a, x.b < y.b}; }
  friend TwoOf operator<=(TwoOf x, TwoOf y) { return {x.a <= y.a, x.b <= y.b}; }
  friend TwoOf operator>(TwoOf x, TwoOf y) { return y < x; }
  friend TwoOf operator>=(TwoOf x, TwoOf y) { return y <= x; }
  friend TwoOf operator!=(TwoOf x, TwoOf y) { return {x.a != y.a, x.b != y.b}; }
  friend TwoOf operator&(TwoOf x, TwoOf y) { return {x.a & y.a, x.b & y.b}; }
  friend TwoOf operator|(TwoOf x, TwoOf y) { return {x.a | y.a, x.b | y.b}; }
  TwoOf and_not(TwoOf x) const { return {a.and_not(x.a), b.and_not(x.b)}; }
  static TwoOf choose(TwoOf mask, TwoOf x, TwoOf y) {
    return {Half::choose(mask.a, x.a, y.a), Half::choose(mask.b, x.b, y.b)};
  }
  static TwoOf where_greater(TwoOf x, TwoOf y, TwoOf z) {
    return {Half::where_greater(x.a, y.a, z.a), Half::where_greater(x.b, y.b, z.b)};
  }
  bool any() const { return (a | b).any(); }
  bool every() const { return (a & b).every(); }
};

}  // namespace
}  // namespace mmd
