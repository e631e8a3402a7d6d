// x86-64 with AVX2 and FMA: eight vertices at a time. Compiled with those instruction sets and run only where
// the processor has them.

#include "skin/skin_kernels.h"

#if defined(__AVX2__) && defined(__FMA__)

#include "base/simd/avx2.h"
#include "skin/skin_lanes.h"

namespace mmd {
namespace {

template <>
struct Blend<Floats8> {
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
                    const std::array<float, 4>* weights, Floats8* out) {
    __m256 r0[4], r1[4], r2[4];
    for (std::size_t i = 0; i < 4; ++i) {
      const Rows a = blended<N>(palette, bones[i].data(), weights[i].data());
      const Rows b = blended<N>(palette, bones[i + 4].data(), weights[i + 4].data());
      r0[i] = _mm256_permute2f128_ps(a.r01, b.r01, 0x20);
      r1[i] = _mm256_permute2f128_ps(a.r01, b.r01, 0x31);
      r2[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(a.r2), b.r2, 1);
    }
    Floats8::transpose(r0[0], r0[1], r0[2], r0[3], out);
    Floats8::transpose(r1[0], r1[1], r1[2], r1[3], out + 4);
    Floats8::transpose(r2[0], r2[1], r2[2], r2[3], out + 8);
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
                         const std::array<float, 4>* weights, Floats8* out) {
    __m256 real[4], dual[4];
    for (std::size_t i = 0; i < 4; ++i) {
      const __m256 a = blended_dual(all, bones[i].data(), weights[i].data());
      const __m256 b = blended_dual(all, bones[i + 4].data(), weights[i + 4].data());
      real[i] = _mm256_permute2f128_ps(a, b, 0x20);
      dual[i] = _mm256_permute2f128_ps(a, b, 0x31);
    }
    Floats8::transpose(real[0], real[1], real[2], real[3], out);
    Floats8::transpose(dual[0], dual[1], dual[2], dual[3], out + 4);
  }
};

constexpr SkinKernels kernels{"avx2", skin_all<Floats8>};

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
