// x86-64 with AVX2 and FMA. Compiled with those instruction sets and run only where the processor has them.

#include "skeleton/ik_lanes.h"
#include "skeleton/kernels.h"

#if defined(__AVX2__) && defined(__FMA__)

#include <immintrin.h>

#include "skeleton/two_lanes.h"

namespace mmd {
namespace {

struct Lanes {
  __m256d v;

  static Lanes all(double x) { return {_mm256_set1_pd(x)}; }
  static Lanes load(const double* p) { return {_mm256_loadu_pd(p)}; }
  void store(double* p) const { _mm256_storeu_pd(p, v); }
  static Lanes choose(Lanes mask, Lanes x, Lanes y) { return {_mm256_blendv_pd(y.v, x.v, mask.v)}; }
  static Lanes with_sign_of(Lanes x, Lanes sign) {
    const __m256d bit = _mm256_set1_pd(-0.0);
    return {_mm256_or_pd(_mm256_andnot_pd(bit, x.v), _mm256_and_pd(bit, sign.v))};
  }
  static Lanes min(Lanes x, Lanes y) { return {_mm256_min_pd(x.v, y.v)}; }
  static Lanes max(Lanes x, Lanes y) { return {_mm256_max_pd(x.v, y.v)}; }
  Lanes sqrt() const { return {_mm256_sqrt_pd(v)}; }
  bool any() const { return _mm256_movemask_pd(v) != 0; }
  bool every() const { return _mm256_movemask_pd(v) == 15; }
  Lanes and_not(Lanes x) const { return {_mm256_andnot_pd(v, x.v)}; }
};

Lanes operator+(Lanes x, Lanes y) {
  return {_mm256_add_pd(x.v, y.v)};
}
Lanes operator-(Lanes x, Lanes y) {
  return {_mm256_sub_pd(x.v, y.v)};
}
Lanes operator*(Lanes x, Lanes y) {
  return {_mm256_mul_pd(x.v, y.v)};
}
Lanes operator/(Lanes x, Lanes y) {
  return {_mm256_div_pd(x.v, y.v)};
}
Lanes operator&(Lanes x, Lanes y) {
  return {_mm256_and_pd(x.v, y.v)};
}
Lanes operator|(Lanes x, Lanes y) {
  return {_mm256_or_pd(x.v, y.v)};
}
Lanes operator<(Lanes x, Lanes y) {
  return {_mm256_cmp_pd(x.v, y.v, _CMP_LT_OQ)};
}
Lanes operator<=(Lanes x, Lanes y) {
  return {_mm256_cmp_pd(x.v, y.v, _CMP_LE_OQ)};
}
Lanes operator>(Lanes x, Lanes y) {
  return y < x;
}
Lanes operator>=(Lanes x, Lanes y) {
  return y <= x;
}
Lanes operator!=(Lanes x, Lanes y) {
  return {_mm256_cmp_pd(x.v, y.v, _CMP_NEQ_UQ)};
}

/// Eight bones' local transforms as twelve floats each, row by row.
struct Locals {
  alignas(32) float row[8][12];
};

struct Transposed {
  __m256 x, y, z, w;
};
/// Of eight vectors of four, given as pairs (k, k + 4) in the halves of a register.
Transposed transpose(__m256 a, __m256 b, __m256 c, __m256 d) {
  const __m256 ab_low = _mm256_unpacklo_ps(a, b), ab_high = _mm256_unpackhi_ps(a, b);
  const __m256 cd_low = _mm256_unpacklo_ps(c, d), cd_high = _mm256_unpackhi_ps(c, d);
  return {_mm256_shuffle_ps(ab_low, cd_low, 0x44), _mm256_shuffle_ps(ab_low, cd_low, 0xEE),
          _mm256_shuffle_ps(ab_high, cd_high, 0x44), _mm256_shuffle_ps(ab_high, cd_high, 0xEE)};
}

void store_row(Locals& out, int offset, __m256 x, __m256 y, __m256 z, __m256 w) {
  const Transposed t = transpose(x, y, z, w);
  const auto store = [&](int k, __m256 v) {
    _mm_store_ps(out.row[k] + offset, _mm256_castps256_ps128(v));
    _mm_store_ps(out.row[k + 4] + offset, _mm256_extractf128_ps(v, 1));
  };
  store(0, t.x);
  store(1, t.y);
  store(2, t.z);
  store(3, t.w);
}

/// (R, rest + t - R rest) for the bones of a block.
void build_locals(const PlaceArguments& in, const PlaceBlock& block, Locals& out) {
  const std::int32_t* bone = block.bone.data();
  const auto pair_of = [](const float* low, const float* high) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
  };
  const auto q_of = [&](int k) {
    return pair_of(reinterpret_cast<const float*>(in.rotation + bone[k]),
                   reinterpret_cast<const float*>(in.rotation + bone[k + 4]));
  };
  const auto t_of = [&](int k) {
    return pair_of(reinterpret_cast<const float*>(in.translation + bone[k]),
                   reinterpret_cast<const float*>(in.translation + bone[k + 4]));
  };
  const Transposed q = transpose(q_of(0), q_of(1), q_of(2), q_of(3));
  const Transposed t = transpose(t_of(0), t_of(1), t_of(2), t_of(3));
  const __m256 one = _mm256_set1_ps(1.0f);
  const __m256 x2 = _mm256_add_ps(q.x, q.x), y2 = _mm256_add_ps(q.y, q.y), z2 = _mm256_add_ps(q.z, q.z);
  const __m256 wx = _mm256_mul_ps(q.w, x2), wy = _mm256_mul_ps(q.w, y2), wz = _mm256_mul_ps(q.w, z2);
  const __m256 rx = _mm256_load_ps(block.rest_x.data()), ry = _mm256_load_ps(block.rest_y.data()),
               rz = _mm256_load_ps(block.rest_z.data());
  const __m256 m00 = _mm256_fnmadd_ps(q.y, y2, _mm256_fnmadd_ps(q.z, z2, one));
  const __m256 m11 = _mm256_fnmadd_ps(q.x, x2, _mm256_fnmadd_ps(q.z, z2, one));
  const __m256 m22 = _mm256_fnmadd_ps(q.x, x2, _mm256_fnmadd_ps(q.y, y2, one));
  const __m256 m01 = _mm256_fmsub_ps(q.x, y2, wz), m10 = _mm256_fmadd_ps(q.x, y2, wz);
  const __m256 m02 = _mm256_fmadd_ps(q.x, z2, wy), m20 = _mm256_fmsub_ps(q.x, z2, wy);
  const __m256 m12 = _mm256_fmsub_ps(q.y, z2, wx), m21 = _mm256_fmadd_ps(q.y, z2, wx);
  const auto moved = [&](__m256 rest, __m256 translation, __m256 a, __m256 b, __m256 c) {
    const __m256 turned = _mm256_fnmadd_ps(c, rz, _mm256_fnmadd_ps(b, ry, _mm256_fnmadd_ps(a, rx, rest)));
    return _mm256_add_ps(turned, translation);
  };
  store_row(out, 0, m00, m01, m02, moved(rx, t.x, m00, m01, m02));
  store_row(out, 4, m10, m11, m12, moved(ry, t.y, m10, m11, m12));
  store_row(out, 8, m20, m21, m22, moved(rz, t.z, m20, m21, m22));
}

void compose(float* out, const float* parent, const float* local) {
  const auto twice = [](const float* p) { return _mm256_broadcast_ps(reinterpret_cast<const __m128*>(p)); };
  const __m256 l0 = twice(local), l1 = twice(local + 4), l2 = twice(local + 8);
  const __m256 p01 = _mm256_loadu_ps(parent);
  const __m128 p2 = _mm_loadu_ps(parent + 8);
  const __m256 only_w = _mm256_castsi256_ps(_mm256_set_epi32(-1, 0, 0, 0, -1, 0, 0, 0));
  __m256 r01 = _mm256_fmadd_ps(_mm256_permute_ps(p01, 0x00), l0, _mm256_and_ps(p01, only_w));
  __m128 r2 = _mm_fmadd_ps(_mm_permute_ps(p2, 0x00), _mm256_castps256_ps128(l0),
                           _mm_and_ps(p2, _mm256_castps256_ps128(only_w)));
  r01 = _mm256_fmadd_ps(_mm256_permute_ps(p01, 0x55), l1, r01);
  r2 = _mm_fmadd_ps(_mm_permute_ps(p2, 0x55), _mm256_castps256_ps128(l1), r2);
  r01 = _mm256_fmadd_ps(_mm256_permute_ps(p01, 0xAA), l2, r01);
  r2 = _mm_fmadd_ps(_mm_permute_ps(p2, 0xAA), _mm256_castps256_ps128(l2), r2);
  _mm256_storeu_ps(out, r01);
  _mm_storeu_ps(out + 8, r2);
}

void place(const PlaceArguments& arguments) {
  auto* palette = reinterpret_cast<float*>(arguments.palette);
  Locals locals;
  for (std::size_t b = 0; b < arguments.count; ++b) {
    const PlaceBlock& block = arguments.blocks[b];
    build_locals(arguments, block, locals);
    for (std::size_t k = 0; k < block.count; ++k) {
      compose(palette + 12 * static_cast<std::ptrdiff_t>(block.bone[k]),
              palette + 12 * static_cast<std::ptrdiff_t>(block.parent[k]), locals.row[k]);
    }
  }
}

void solve(LaneGroup& group) {
  if (group.used <= 2) {  // square roots and divisions take half as long in half a register
    ik_lanes::solve<TwoLanes>(group);
  } else {
    ik_lanes::solve<Lanes>(group);
  }
}

constexpr SkeletonKernels kernels{"avx2", place, solve};

}  // namespace

const SkeletonKernels* avx2_kernels() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &kernels : nullptr;
}

}  // namespace mmd

#else

namespace mmd {
const SkeletonKernels* avx2_kernels() {
  return nullptr;
}
}  // namespace mmd

#endif
