// x86-64 with SSE4.1: four vertices at a time. Compiled with that instruction set and run only where the
// processor has it.

#include "skin/skin_kernels.h"

#if defined(__SSE4_1__)

#include "base/simd/sse41.h"
#include "skin/skin_lanes.h"

namespace mmd {
namespace {

template <>
struct Blend<Floats4> {
  template <int N>
  static void blend(const float* palette, const std::array<std::uint32_t, 4>* bones,
                    const std::array<float, 4>* weights, Floats4* out) {
    __m128 rows[3][4];
    for (std::size_t i = 0; i < 4; ++i) {
      const float* m = palette + bones[i][0];
      __m128 w = _mm_load1_ps(weights[i].data());
      for (std::size_t r = 0; r < 3; ++r) rows[r][i] = _mm_mul_ps(w, _mm_loadu_ps(m + 4 * r));
      for (std::size_t k = 1; k < N; ++k) {
        m = palette + bones[i][k];
        w = _mm_load1_ps(weights[i].data() + k);
        for (std::size_t r = 0; r < 3; ++r)
          rows[r][i] = _mm_add_ps(rows[r][i], _mm_mul_ps(w, _mm_loadu_ps(m + 4 * r)));
      }
    }
    for (std::size_t r = 0; r < 3; ++r)
      Floats4::transpose(rows[r][0], rows[r][1], rows[r][2], rows[r][3], out + 4 * r);
  }

  static void blend_dual(const float* all, const std::array<std::uint32_t, 4>* bones,
                         const std::array<float, 4>* weights, Floats4* out) {
    __m128 real[4], dual[4];
    for (std::size_t i = 0; i < 4; ++i) {
      const float* d = all + bones[i][0];
      const __m128 first = _mm_load_ps(d);
      __m128 w = _mm_load1_ps(weights[i].data());
      real[i] = _mm_mul_ps(w, first);
      dual[i] = _mm_mul_ps(w, _mm_load_ps(d + 4));
      for (std::size_t k = 1; k < 4; ++k) {
        d = all + bones[i][k];
        const __m128 r = _mm_load_ps(d);
        const __m128 opposite = _mm_cmplt_ps(_mm_dp_ps(first, r, 0xFF), _mm_setzero_ps());
        w = _mm_xor_ps(_mm_load1_ps(weights[i].data() + k), _mm_and_ps(opposite, _mm_set1_ps(-0.0f)));
        real[i] = _mm_add_ps(real[i], _mm_mul_ps(w, r));
        dual[i] = _mm_add_ps(dual[i], _mm_mul_ps(w, _mm_load_ps(d + 4)));
      }
    }
    Floats4::transpose(real[0], real[1], real[2], real[3], out);
    Floats4::transpose(dual[0], dual[1], dual[2], dual[3], out + 4);
  }
};

constexpr SkinKernels kernels{"sse4.1", skin_all<Floats4>};

}  // namespace

const SkinKernels* sse41_skin_kernels() {
  return __builtin_cpu_supports("sse4.1") ? &kernels : nullptr;
}

}  // namespace mmd

#else

namespace mmd {
const SkinKernels* sse41_skin_kernels() {
  return nullptr;
}
}  // namespace mmd

#endif
