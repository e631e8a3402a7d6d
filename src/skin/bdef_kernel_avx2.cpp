// x86-64 with AVX2 and FMA: two vertices at a time, one in each half of a register. Compiled with those
// instruction sets and run only where the processor has them.

#include "skin/bdef_kernel.h"

#if defined(__AVX2__) && defined(__FMA__)

#include <immintrin.h>

namespace mmd {
namespace {

__m256 pair_of(const float* low, const float* high) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
}

/// The three rows of two blended matrices.
struct Rows {
  __m256 r0, r1, r2;
};

template <int Bone>
void add_bone(Rows& rows, const float* palette, const std::uint32_t* bones, __m256 weights) {
  const float* low = palette + 12 * static_cast<std::size_t>(bones[Bone]);
  const float* high = palette + 12 * static_cast<std::size_t>(bones[4 + Bone]);
  const __m256 w = _mm256_permute_ps(weights, Bone * 0x55);
  rows.r0 = _mm256_fmadd_ps(w, pair_of(low, high), rows.r0);
  rows.r1 = _mm256_fmadd_ps(w, pair_of(low + 4, high + 4), rows.r1);
  rows.r2 = _mm256_fmadd_ps(w, pair_of(low + 8, high + 8), rows.r2);
}

/// (r0 . v, r1 . v, r2 . v, 0) in both halves.
__m256 times(const Rows& rows, __m256 v) {
  const __m256 a = _mm256_hadd_ps(_mm256_mul_ps(rows.r0, v), _mm256_mul_ps(rows.r1, v));
  const __m256 b = _mm256_hadd_ps(_mm256_mul_ps(rows.r2, v), _mm256_setzero_ps());
  return _mm256_hadd_ps(a, b);
}

__m256 unit_or_zero(__m256 n) {
  const __m256 squared = _mm256_dp_ps(n, n, 0x7F);
  const __m256 usable = _mm256_cmp_ps(squared, _mm256_set1_ps(1e-30f), _CMP_GT_OQ);
  return _mm256_and_ps(_mm256_div_ps(n, _mm256_sqrt_ps(squared)), usable);
}

/// Two neighbouring vec3 as (x, y, z, last) in the halves. Reads four bytes beyond the second.
__m256 two_vectors(const vec3* v, float last) {
  const auto* p = reinterpret_cast<const float*>(v);
  return _mm256_blend_ps(pair_of(p, p + 3), _mm256_set1_ps(last), 0x88);
}

void store_vector(vec3* out, __m128 v) {
  auto* p = reinterpret_cast<float*>(out);
  _mm_storel_pi(reinterpret_cast<__m64*>(p), v);
  _mm_store_ss(p + 2, _mm_movehl_ps(v, v));
}

void skin(const BdefRun& run) {
  const auto* palette = reinterpret_cast<const float*>(run.palette);
  std::size_t i = 0;
  for (; i + 2 < run.count; i += 2) {  // the last vertices are left: a pair reads into the next one
    const std::uint32_t* bones = run.bones[i].data();
    const __m256 weights = _mm256_loadu_ps(reinterpret_cast<const float*>(run.weights + i));
    const unsigned low = run.bone_count[run.type[i]], high = run.bone_count[run.type[i + 1]];
    const unsigned count = low > high ? low : high;
    Rows rows{_mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps()};
    add_bone<0>(rows, palette, bones, weights);
    if (count > 1) add_bone<1>(rows, palette, bones, weights);
    if (count > 2) {
      add_bone<2>(rows, palette, bones, weights);
      add_bone<3>(rows, palette, bones, weights);
    }
    const __m256 position = times(rows, two_vectors(run.position + i, 1.0f));
    const __m256 normal = unit_or_zero(times(rows, two_vectors(run.normal + i, 0.0f)));
    store_vector(run.out_position + i, _mm256_castps256_ps128(position));
    store_vector(run.out_position + i + 1, _mm256_extractf128_ps(position, 1));
    store_vector(run.out_normal + i, _mm256_castps256_ps128(normal));
    store_vector(run.out_normal + i + 1, _mm256_extractf128_ps(normal, 1));
  }
  BdefRun rest = run;
  rest.position += i;
  rest.normal += i;
  rest.bones += i;
  rest.weights += i;
  rest.type += i;
  rest.out_position += i;
  rest.out_normal += i;
  rest.count -= i;
  skin_bdef_portable(rest);
}

}  // namespace

BdefKernel bdef_kernel_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? skin : nullptr;
}

}  // namespace mmd

#else

namespace mmd {
BdefKernel bdef_kernel_avx2() {
  return nullptr;
}
}  // namespace mmd

#endif
