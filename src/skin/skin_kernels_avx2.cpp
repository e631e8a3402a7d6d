// x86-64 with AVX2 and FMA: eight vertices at a time. Compiled with those instruction sets and run only where
// the processor has them.

#include "skin/skin_kernels.h"

#if defined(__AVX2__) && defined(__FMA__)

#include <immintrin.h>

#include "skin/skin_lanes.h"

namespace mmd {
namespace {

struct V8 {
  static constexpr std::size_t width = 8;
  __m256 v;

  friend V8 operator+(V8 a, V8 b) { return {_mm256_add_ps(a.v, b.v)}; }
  friend V8 operator-(V8 a, V8 b) { return {_mm256_sub_ps(a.v, b.v)}; }
  friend V8 operator*(V8 a, V8 b) { return {_mm256_mul_ps(a.v, b.v)}; }

  static V8 load(const float* p) { return {_mm256_load_ps(p)}; }
  static void save(float* p, V8 x) { _mm256_store_ps(p, x.v); }
  static V8 all(const float* p) { return {_mm256_broadcast_ss(p)}; }
  static V8 fma(V8 a, V8 b, V8 c) { return {_mm256_fmadd_ps(a.v, b.v, c.v)}; }
  static V8 inverse_root(V8 x) { return {_mm256_div_ps(_mm256_set1_ps(1.0f), _mm256_sqrt_ps(x.v))}; }
  static V8 where_greater(V8 x, float limit, V8 value) {
    return {_mm256_and_ps(value.v, _mm256_cmp_ps(x.v, _mm256_set1_ps(limit), _CMP_GT_OQ))};
  }
  static bool all_greater(V8 x, float limit) {
    return _mm256_movemask_ps(_mm256_cmp_ps(x.v, _mm256_set1_ps(limit), _CMP_GT_OQ)) == 0xFF;
  }

  /// Four floats into each half.
  static __m256 halves(const float* low, const float* high) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
  }
  /// Four rows of lanes i, each with lane i + 4 in its upper half, become four columns.
  static void transpose(__m256 r0, __m256 r1, __m256 r2, __m256 r3, V8* out) {
    const __m256 a = _mm256_unpacklo_ps(r0, r1), b = _mm256_unpacklo_ps(r2, r3);
    const __m256 c = _mm256_unpackhi_ps(r0, r1), d = _mm256_unpackhi_ps(r2, r3);
    out[0].v = _mm256_shuffle_ps(a, b, 0x44);
    out[1].v = _mm256_shuffle_ps(a, b, 0xEE);
    out[2].v = _mm256_shuffle_ps(c, d, 0x44);
    out[3].v = _mm256_shuffle_ps(c, d, 0xEE);
  }

  static void load_row(const float* p, Lanes3<V8>& to) {
    const __m256 m03 = halves(p, p + 12), m14 = halves(p + 4, p + 16), m25 = halves(p + 8, p + 20);
    const __m256 xy = _mm256_shuffle_ps(m14, m25, _MM_SHUFFLE(2, 1, 3, 2));
    const __m256 yz = _mm256_shuffle_ps(m03, m14, _MM_SHUFFLE(1, 0, 2, 1));
    to.x.v = _mm256_shuffle_ps(m03, xy, _MM_SHUFFLE(2, 0, 3, 0));
    to.y.v = _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0));
    to.z.v = _mm256_shuffle_ps(yz, m25, _MM_SHUFFLE(3, 0, 3, 1));
  }
  static void store_row(float* p, const Lanes3<V8>& from) {
    const __m256 xy = _mm256_shuffle_ps(from.x.v, from.y.v, _MM_SHUFFLE(2, 0, 2, 0));
    const __m256 yz = _mm256_shuffle_ps(from.y.v, from.z.v, _MM_SHUFFLE(3, 1, 3, 1));
    const __m256 zx = _mm256_shuffle_ps(from.z.v, from.x.v, _MM_SHUFFLE(3, 1, 2, 0));
    const __m256 m03 = _mm256_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0));
    const __m256 m14 = _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0));
    const __m256 m25 = _mm256_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1));
    _mm256_storeu_ps(p, _mm256_permute2f128_ps(m03, m14, 0x20));
    _mm256_storeu_ps(p + 8, _mm256_permute2f128_ps(m25, m03, 0x30));
    _mm256_storeu_ps(p + 16, _mm256_permute2f128_ps(m14, m25, 0x31));
  }

  static void load_scattered(const vec3* all, const std::uint32_t* vertex, Lanes3<V8>& to) {
    const auto row = [&](std::size_t i) { return halves(&all[vertex[i]].x, &all[vertex[i + 4]].x); };
    const __m256 r0 = row(0), r1 = row(1), r2 = row(2), r3 = row(3);
    const __m256 a = _mm256_unpacklo_ps(r0, r1), b = _mm256_unpacklo_ps(r2, r3);
    to.x.v = _mm256_shuffle_ps(a, b, 0x44);
    to.y.v = _mm256_shuffle_ps(a, b, 0xEE);
    to.z.v = _mm256_shuffle_ps(_mm256_unpackhi_ps(r0, r1), _mm256_unpackhi_ps(r2, r3), 0x44);
  }
  /// x and y of two neighbouring lanes.
  static void store_xy(vec3* all, const std::uint32_t* vertex, __m128 xy) {
    _mm_storel_pi(reinterpret_cast<__m64*>(&all[vertex[0]].x), xy);
    _mm_storeh_pi(reinterpret_cast<__m64*>(&all[vertex[1]].x), xy);
  }
  static void store_z(vec3* all, const std::uint32_t* vertex, __m128 z) {
    _mm_store_ss(&all[vertex[0]].z, z);
    _MM_EXTRACT_FLOAT(all[vertex[1]].z, z, 1);
    _MM_EXTRACT_FLOAT(all[vertex[2]].z, z, 2);
    _MM_EXTRACT_FLOAT(all[vertex[3]].z, z, 3);
  }
  static void store_scattered(vec3* all, const std::uint32_t* vertex, const Lanes3<V8>& from) {
    const __m256 low = _mm256_unpacklo_ps(from.x.v, from.y.v), high = _mm256_unpackhi_ps(from.x.v, from.y.v);
    store_xy(all, vertex, _mm256_castps256_ps128(low));
    store_xy(all, vertex + 2, _mm256_castps256_ps128(high));
    store_xy(all, vertex + 4, _mm256_extractf128_ps(low, 1));
    store_xy(all, vertex + 6, _mm256_extractf128_ps(high, 1));
    store_z(all, vertex, _mm256_castps256_ps128(from.z.v));
    store_z(all, vertex + 4, _mm256_extractf128_ps(from.z.v, 1));
  }

  /// A blended matrix: the first two rows and the third.
  struct Rows {
    __m256 r01;
    __m128 r2;
  };
  template <int Bone>
  static void add_bone(Rows& sum, const float* palette, const std::uint32_t* bones, __m256 weights) {
    const float* m = palette + bones[Bone];
    const __m256 w = _mm256_permute_ps(weights, Bone * 0x55);
    sum.r01 = _mm256_fmadd_ps(w, _mm256_loadu_ps(m), sum.r01);
    sum.r2 = _mm_fmadd_ps(_mm256_castps256_ps128(w), _mm_loadu_ps(m + 8), sum.r2);
  }
  /// Loads are what limits this: the weights come in one.
  template <int N>
  static Rows blended(const float* palette, const std::uint32_t* bones, const float* weights) {
    const float* m = palette + bones[0];
    const __m256 all = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(weights));
    const __m256 w = _mm256_permute_ps(all, 0);
    Rows sum{_mm256_mul_ps(w, _mm256_loadu_ps(m)),
             _mm_mul_ps(_mm256_castps256_ps128(w), _mm_loadu_ps(m + 8))};
    add_bone<1>(sum, palette, bones, all);
    if constexpr (N > 2) add_bone<2>(sum, palette, bones, all);
    if constexpr (N > 3) add_bone<3>(sum, palette, bones, all);
    return sum;
  }
  template <int N>
  static void blend(const float* palette, const std::array<std::uint32_t, 4>* bones,
                    const std::array<float, 4>* weights, V8* out) {
    __m256 r0[4], r1[4], r2[4];
    for (std::size_t i = 0; i < 4; ++i) {
      const Rows a = blended<N>(palette, bones[i].data(), weights[i].data());
      const Rows b = blended<N>(palette, bones[i + 4].data(), weights[i + 4].data());
      r0[i] = _mm256_permute2f128_ps(a.r01, b.r01, 0x20);
      r1[i] = _mm256_permute2f128_ps(a.r01, b.r01, 0x31);
      r2[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(a.r2), b.r2, 1);
    }
    transpose(r0[0], r0[1], r0[2], r0[3], out);
    transpose(r1[0], r1[1], r1[2], r1[3], out + 4);
    transpose(r2[0], r2[1], r2[2], r2[3], out + 8);
  }

  static __m256 blended_dual(const float* all, const std::uint32_t* bones, const float* weights) {
    const __m256 first = _mm256_load_ps(all + bones[0]);
    __m256 sum = _mm256_mul_ps(first, _mm256_broadcast_ss(weights));
    for (std::size_t i = 1; i < 4; ++i) {
      const __m256 d = _mm256_load_ps(all + bones[i]);
      const __m128 dot = _mm_dp_ps(_mm256_castps256_ps128(first), _mm256_castps256_ps128(d), 0xFF);
      const __m128 flip = _mm_and_ps(_mm_cmplt_ps(dot, _mm_setzero_ps()), _mm_set1_ps(-0.0f));
      const __m128 w = _mm_xor_ps(_mm_broadcast_ss(weights + i), flip);
      sum = _mm256_fmadd_ps(d, _mm256_insertf128_ps(_mm256_castps128_ps256(w), w, 1), sum);
    }
    return sum;
  }
  static void blend_dual(const float* all, const std::array<std::uint32_t, 4>* bones,
                         const std::array<float, 4>* weights, V8* out) {
    __m256 real[4], dual[4];
    for (std::size_t i = 0; i < 4; ++i) {
      const __m256 a = blended_dual(all, bones[i].data(), weights[i].data());
      const __m256 b = blended_dual(all, bones[i + 4].data(), weights[i + 4].data());
      real[i] = _mm256_permute2f128_ps(a, b, 0x20);
      dual[i] = _mm256_permute2f128_ps(a, b, 0x31);
    }
    transpose(real[0], real[1], real[2], real[3], out);
    transpose(dual[0], dual[1], dual[2], dual[3], out + 4);
  }
};

constexpr SkinKernels kernels{"avx2", skin_all<V8>};

}  // namespace

const SkinKernels* avx2_skin_kernels() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &kernels : nullptr;
}

}  // namespace mmd

#else

namespace mmd {
const SkinKernels* avx2_skin_kernels() {
  return nullptr;
}
}  // namespace mmd

#endif
