// x86-64 with SSE4.1. Compiled with that instruction set and run only where the processor has it.

#include "skeleton/ik_lanes.h"
#include "skeleton/kernels.h"

#if defined(__SSE4_1__)

#include "skeleton/two_lanes.h"

namespace mmd {
namespace {

/// Four doubles in two registers: the second pair runs in the shadow of the first.
struct Lanes {
  __m128d a, b;

  static Lanes all(double x) { return {_mm_set1_pd(x), _mm_set1_pd(x)}; }
  static Lanes load(const double* p) { return {_mm_loadu_pd(p), _mm_loadu_pd(p + 2)}; }
  void store(double* p) const {
    _mm_storeu_pd(p, a);
    _mm_storeu_pd(p + 2, b);
  }
  static Lanes choose(Lanes mask, Lanes x, Lanes y) {
    return {_mm_blendv_pd(y.a, x.a, mask.a), _mm_blendv_pd(y.b, x.b, mask.b)};
  }
  static Lanes with_sign_of(Lanes x, Lanes sign) {
    const __m128d bit = _mm_set1_pd(-0.0);
    return {_mm_or_pd(_mm_andnot_pd(bit, x.a), _mm_and_pd(bit, sign.a)),
            _mm_or_pd(_mm_andnot_pd(bit, x.b), _mm_and_pd(bit, sign.b))};
  }
  static Lanes min(Lanes x, Lanes y) { return {_mm_min_pd(x.a, y.a), _mm_min_pd(x.b, y.b)}; }
  static Lanes max(Lanes x, Lanes y) { return {_mm_max_pd(x.a, y.a), _mm_max_pd(x.b, y.b)}; }
  Lanes sqrt() const { return {_mm_sqrt_pd(a), _mm_sqrt_pd(b)}; }
  bool any() const { return _mm_movemask_pd(_mm_or_pd(a, b)) != 0; }
  bool every() const { return _mm_movemask_pd(_mm_and_pd(a, b)) == 3; }
  Lanes and_not(Lanes x) const { return {_mm_andnot_pd(a, x.a), _mm_andnot_pd(b, x.b)}; }
};

Lanes operator+(Lanes x, Lanes y) {
  return {_mm_add_pd(x.a, y.a), _mm_add_pd(x.b, y.b)};
}
Lanes operator-(Lanes x, Lanes y) {
  return {_mm_sub_pd(x.a, y.a), _mm_sub_pd(x.b, y.b)};
}
Lanes operator*(Lanes x, Lanes y) {
  return {_mm_mul_pd(x.a, y.a), _mm_mul_pd(x.b, y.b)};
}
Lanes operator/(Lanes x, Lanes y) {
  return {_mm_div_pd(x.a, y.a), _mm_div_pd(x.b, y.b)};
}
Lanes operator&(Lanes x, Lanes y) {
  return {_mm_and_pd(x.a, y.a), _mm_and_pd(x.b, y.b)};
}
Lanes operator|(Lanes x, Lanes y) {
  return {_mm_or_pd(x.a, y.a), _mm_or_pd(x.b, y.b)};
}
Lanes operator<(Lanes x, Lanes y) {
  return {_mm_cmplt_pd(x.a, y.a), _mm_cmplt_pd(x.b, y.b)};
}
Lanes operator<=(Lanes x, Lanes y) {
  return {_mm_cmple_pd(x.a, y.a), _mm_cmple_pd(x.b, y.b)};
}
Lanes operator>(Lanes x, Lanes y) {
  return y < x;
}
Lanes operator>=(Lanes x, Lanes y) {
  return y <= x;
}
Lanes operator!=(Lanes x, Lanes y) {
  return {_mm_cmpneq_pd(x.a, y.a), _mm_cmpneq_pd(x.b, y.b)};
}

/// Four bones' local transforms as twelve floats each, row by row.
struct Locals {
  alignas(16) float row[4][12];
};

struct Transposed {
  __m128 x, y, z, w;
};
Transposed transpose(__m128 a, __m128 b, __m128 c, __m128 d) {
  const __m128 ab_low = _mm_unpacklo_ps(a, b), ab_high = _mm_unpackhi_ps(a, b);
  const __m128 cd_low = _mm_unpacklo_ps(c, d), cd_high = _mm_unpackhi_ps(c, d);
  return {_mm_movelh_ps(ab_low, cd_low), _mm_movehl_ps(cd_low, ab_low), _mm_movelh_ps(ab_high, cd_high),
          _mm_movehl_ps(cd_high, ab_high)};
}

void store_row(Locals& out, int offset, __m128 x, __m128 y, __m128 z, __m128 w) {
  const Transposed t = transpose(x, y, z, w);
  _mm_store_ps(out.row[0] + offset, t.x);
  _mm_store_ps(out.row[1] + offset, t.y);
  _mm_store_ps(out.row[2] + offset, t.z);
  _mm_store_ps(out.row[3] + offset, t.w);
}

__m128 sum_of_products(__m128 a, __m128 x, __m128 b, __m128 y, __m128 c, __m128 z) {
  return _mm_add_ps(_mm_add_ps(_mm_mul_ps(a, x), _mm_mul_ps(b, y)), _mm_mul_ps(c, z));
}

/// (R, rest + t - R rest) for bones [4 half, 4 half + 4) of a block.
void build_locals(const PlaceArguments& in, const PlaceBlock& block, int half, Locals& out) {
  const std::int32_t* bone = block.bone.data() + 4 * half;
  const auto q_of = [&](int k) {
    return _mm_loadu_ps(reinterpret_cast<const float*>(in.rotation + bone[k]));
  };
  const auto t_of = [&](int k) {
    return _mm_loadu_ps(reinterpret_cast<const float*>(in.translation + bone[k]));
  };
  const Transposed q = transpose(q_of(0), q_of(1), q_of(2), q_of(3));
  const Transposed t = transpose(t_of(0), t_of(1), t_of(2), t_of(3));
  const __m128 one = _mm_set1_ps(1.0f);
  const __m128 x2 = _mm_add_ps(q.x, q.x), y2 = _mm_add_ps(q.y, q.y), z2 = _mm_add_ps(q.z, q.z);
  const __m128 xx = _mm_mul_ps(q.x, x2), yy = _mm_mul_ps(q.y, y2), zz = _mm_mul_ps(q.z, z2);
  const __m128 xy = _mm_mul_ps(q.x, y2), xz = _mm_mul_ps(q.x, z2), yz = _mm_mul_ps(q.y, z2);
  const __m128 wx = _mm_mul_ps(q.w, x2), wy = _mm_mul_ps(q.w, y2), wz = _mm_mul_ps(q.w, z2);
  const __m128 rx = _mm_loadu_ps(block.rest_x.data() + 4 * half),
               ry = _mm_loadu_ps(block.rest_y.data() + 4 * half),
               rz = _mm_loadu_ps(block.rest_z.data() + 4 * half);
  const __m128 m00 = _mm_sub_ps(one, _mm_add_ps(yy, zz)), m01 = _mm_sub_ps(xy, wz), m02 = _mm_add_ps(xz, wy);
  const __m128 m10 = _mm_add_ps(xy, wz), m11 = _mm_sub_ps(one, _mm_add_ps(xx, zz)), m12 = _mm_sub_ps(yz, wx);
  const __m128 m20 = _mm_sub_ps(xz, wy), m21 = _mm_add_ps(yz, wx), m22 = _mm_sub_ps(one, _mm_add_ps(xx, yy));
  const auto moved = [](__m128 rest, __m128 translation, __m128 turned) {
    return _mm_sub_ps(_mm_add_ps(rest, translation), turned);
  };
  store_row(out, 0, m00, m01, m02, moved(rx, t.x, sum_of_products(m00, rx, m01, ry, m02, rz)));
  store_row(out, 4, m10, m11, m12, moved(ry, t.y, sum_of_products(m10, rx, m11, ry, m12, rz)));
  store_row(out, 8, m20, m21, m22, moved(rz, t.z, sum_of_products(m20, rx, m21, ry, m22, rz)));
}

/// As integers, because that instruction does not overwrite its source.
template <int Component>
__m128 spread(__m128 v) {
  return _mm_castsi128_ps(_mm_shuffle_epi32(_mm_castps_si128(v), Component * 0x55));
}

void compose(float* out, const float* parent, const float* local) {
  const __m128 l0 = _mm_load_ps(local), l1 = _mm_load_ps(local + 4), l2 = _mm_load_ps(local + 8);
  const __m128 only_w = _mm_castsi128_ps(_mm_set_epi32(-1, 0, 0, 0));
  for (int r = 0; r < 3; ++r) {
    const __m128 p = _mm_loadu_ps(parent + 4 * r);
    const __m128 turned = sum_of_products(spread<0>(p), l0, spread<1>(p), l1, spread<2>(p), l2);
    _mm_storeu_ps(out + 4 * r, _mm_add_ps(turned, _mm_and_ps(p, only_w)));
  }
}

void place(const PlaceArguments& arguments) {
  auto* palette = reinterpret_cast<float*>(arguments.palette);
  Locals locals;
  for (std::size_t b = 0; b < arguments.count; ++b) {
    const PlaceBlock& block = arguments.blocks[b];
    for (int half = 0; half < 2; ++half) {
      const int first = 4 * half, count = static_cast<int>(block.count) - first;
      if (count <= 0) break;
      build_locals(arguments, block, half, locals);
      for (int k = 0; k < 4 && k < count; ++k) {
        const auto i = static_cast<std::size_t>(first + k);
        compose(palette + 12 * static_cast<std::ptrdiff_t>(block.bone[i]),
                palette + 12 * static_cast<std::ptrdiff_t>(block.parent[i]), locals.row[k]);
      }
    }
  }
}

/// Everything that four lanes call becomes part of their loop: passing vectors of two registers through
/// memory costs more than it does for those of one.
#if defined(__GNUC__)
[[gnu::flatten]]
#endif
void solve_four(LaneGroup& group) {
  ik_lanes::solve<Lanes>(group);
}

void solve(LaneGroup& group) {
  if (group.used <= 2) {
    ik_lanes::solve<TwoLanes>(group);
  } else {
    solve_four(group);
  }
}

constexpr SkeletonKernels kernels{"sse4.1", place, solve};

}  // namespace

const SkeletonKernels* sse41_kernels() {
  return __builtin_cpu_supports("sse4.1") ? &kernels : nullptr;
}

}  // namespace mmd

#else

namespace mmd {
const SkeletonKernels* sse41_kernels() {
  return nullptr;
}
}  // namespace mmd

#endif
