// x86-64 with SSE4.1: four vertices at a time. Compiled with that instruction set and run only where the
// processor has it.

#include "skin/skin_kernels.h"

#if defined(__SSE4_1__)

#include <smmintrin.h>

#include "skin/skin_lanes.h"

namespace mmd {
namespace {

struct V4 {
  static constexpr std::size_t width = 4;
  __m128 v;

  friend V4 operator+(V4 a, V4 b) { return {_mm_add_ps(a.v, b.v)}; }
  friend V4 operator-(V4 a, V4 b) { return {_mm_sub_ps(a.v, b.v)}; }
  friend V4 operator*(V4 a, V4 b) { return {_mm_mul_ps(a.v, b.v)}; }

  static V4 load(const float* p) { return {_mm_load_ps(p)}; }
  static void save(float* p, V4 x) { _mm_store_ps(p, x.v); }
  static V4 all(const float* p) { return {_mm_load1_ps(p)}; }
  static V4 fma(V4 a, V4 b, V4 c) { return {_mm_add_ps(_mm_mul_ps(a.v, b.v), c.v)}; }
  static V4 inverse_root(V4 x) { return {_mm_div_ps(_mm_set1_ps(1.0f), _mm_sqrt_ps(x.v))}; }
  static V4 where_greater(V4 x, float limit, V4 value) {
    return {_mm_and_ps(value.v, _mm_cmpgt_ps(x.v, _mm_set1_ps(limit)))};
  }
  static bool all_greater(V4 x, float limit) {
    return _mm_movemask_ps(_mm_cmpgt_ps(x.v, _mm_set1_ps(limit))) == 0xF;
  }

  static void transpose(__m128 r0, __m128 r1, __m128 r2, __m128 r3, V4* out) {
    _MM_TRANSPOSE4_PS(r0, r1, r2, r3);
    out[0].v = r0;
    out[1].v = r1;
    out[2].v = r2;
    out[3].v = r3;
  }

  static void load_row(const float* p, Lanes3<V4>& to) {
    const __m128 m0 = _mm_loadu_ps(p), m1 = _mm_loadu_ps(p + 4), m2 = _mm_loadu_ps(p + 8);
    const __m128 xy = _mm_shuffle_ps(m1, m2, _MM_SHUFFLE(2, 1, 3, 2));
    const __m128 yz = _mm_shuffle_ps(m0, m1, _MM_SHUFFLE(1, 0, 2, 1));
    to.x.v = _mm_shuffle_ps(m0, xy, _MM_SHUFFLE(2, 0, 3, 0));
    to.y.v = _mm_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0));
    to.z.v = _mm_shuffle_ps(yz, m2, _MM_SHUFFLE(3, 0, 3, 1));
  }
  static void store_row(float* p, const Lanes3<V4>& from) {
    const __m128 xy = _mm_shuffle_ps(from.x.v, from.y.v, _MM_SHUFFLE(2, 0, 2, 0));
    const __m128 yz = _mm_shuffle_ps(from.y.v, from.z.v, _MM_SHUFFLE(3, 1, 3, 1));
    const __m128 zx = _mm_shuffle_ps(from.z.v, from.x.v, _MM_SHUFFLE(3, 1, 2, 0));
    _mm_storeu_ps(p, _mm_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0)));
    _mm_storeu_ps(p + 4, _mm_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0)));
    _mm_storeu_ps(p + 8, _mm_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1)));
  }

  static void load_scattered(const vec3* all, const std::uint32_t* vertex, Lanes3<V4>& to) {
    const auto row = [&](std::size_t i) { return _mm_loadu_ps(&all[vertex[i]].x); };
    const __m128 r0 = row(0), r1 = row(1), r2 = row(2), r3 = row(3);
    const __m128 a = _mm_unpacklo_ps(r0, r1), b = _mm_unpacklo_ps(r2, r3);
    to.x.v = _mm_movelh_ps(a, b);
    to.y.v = _mm_movehl_ps(b, a);
    to.z.v = _mm_movelh_ps(_mm_unpackhi_ps(r0, r1), _mm_unpackhi_ps(r2, r3));
  }
  static void store_scattered(vec3* all, const std::uint32_t* vertex, const Lanes3<V4>& from) {
    const __m128 low = _mm_unpacklo_ps(from.x.v, from.y.v), high = _mm_unpackhi_ps(from.x.v, from.y.v);
    _mm_storel_pi(reinterpret_cast<__m64*>(&all[vertex[0]].x), low);
    _mm_storeh_pi(reinterpret_cast<__m64*>(&all[vertex[1]].x), low);
    _mm_storel_pi(reinterpret_cast<__m64*>(&all[vertex[2]].x), high);
    _mm_storeh_pi(reinterpret_cast<__m64*>(&all[vertex[3]].x), high);
    _mm_store_ss(&all[vertex[0]].z, from.z.v);
    _MM_EXTRACT_FLOAT(all[vertex[1]].z, from.z.v, 1);
    _MM_EXTRACT_FLOAT(all[vertex[2]].z, from.z.v, 2);
    _MM_EXTRACT_FLOAT(all[vertex[3]].z, from.z.v, 3);
  }

  template <int N>
  static void blend(const float* palette, const std::array<std::uint32_t, 4>* bones,
                    const std::array<float, 4>* weights, V4* out) {
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
      transpose(rows[r][0], rows[r][1], rows[r][2], rows[r][3], out + 4 * r);
  }

  static void blend_dual(const float* all, const std::array<std::uint32_t, 4>* bones,
                         const std::array<float, 4>* weights, V4* out) {
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
    transpose(real[0], real[1], real[2], real[3], out);
    transpose(dual[0], dual[1], dual[2], dual[3], out + 4);
  }
};

constexpr SkinKernels kernels{"sse4.1", skin_all<V4>};

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
