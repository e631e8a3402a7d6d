// Skinning of a plan's blocks with Highway (https://github.com/google/highway), which compiles this file for
// each instruction set. Formulas: docs/dev/semantics.md, "Skinning".

#include <cmath>
#include <utility>

#include "skin/skinning.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skin/skin_kernels.cpp"
// A block has eight lanes: sixteen are not faster. Vectors of unknown size do not fit into structs.
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_AVX3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace mmd::HWY_NAMESPACE {
namespace {  // NOLINT(google-build-namespaces): included once for each instruction set

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, skin_lanes>;
using V = hn::Vec<Lanes>;
constexpr Lanes lanes;

struct V3 {
  V x, y, z;
};
struct V4 {
  V x, y, z, w;
};
/// A 3x4 matrix per lane, by rows.
struct VMatrix {
  V4 row[3];
};

HWY_INLINE V all(float value) {
  return hn::Set(lanes, value);
}
HWY_INLINE V load(const SkinLanes& from, std::size_t lane) {
  return hn::LoadU(lanes, from.data() + lane);
}
HWY_INLINE V3 load(const SkinLanes3& from, std::size_t lane) {
  return {load(from.x, lane), load(from.y, lane), load(from.z, lane)};
}
HWY_INLINE V3 load(const vec3* from) {
  V3 out;
  hn::LoadInterleaved3(lanes, &from->x, out.x, out.y, out.z);
  return out;
}
HWY_INLINE void store(const V3& v, vec3* to) {
  hn::StoreInterleaved3(v.x, v.y, v.z, lanes, &to->x);
}

HWY_INLINE V dot(const V3& a, const V3& b) {
  return hn::MulAdd(a.z, b.z, hn::MulAdd(a.y, b.y, hn::Mul(a.x, b.x)));
}
HWY_INLINE V3 cross(const V3& a, const V3& b) {
  return {hn::MulSub(a.y, b.z, hn::Mul(a.z, b.y)), hn::MulSub(a.z, b.x, hn::Mul(a.x, b.z)),
          hn::MulSub(a.x, b.y, hn::Mul(a.y, b.x))};
}
HWY_INLINE V3 add(const V3& a, const V3& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
HWY_INLINE V3 sub(const V3& a, const V3& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
HWY_INLINE V3 mul(const V3& a, V s) {
  return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
}
/// a * s + b.
HWY_INLINE V3 mul_add(const V3& a, V s, const V3& b) {
  return {hn::MulAdd(a.x, s, b.x), hn::MulAdd(a.y, s, b.y), hn::MulAdd(a.z, s, b.z)};
}
HWY_INLINE V3 unit_or_zero(const V3& n) {
  const V squared = dot(n, n);
  const V scale = hn::Div(all(1.0f), hn::Sqrt(squared));
  return mul(n, hn::IfThenElseZero(hn::Gt(squared, all(1e-30f)), scale));
}

/// Rotates v by the unit quaternion q.
HWY_INLINE V3 rotate(const V4& q, const V3& v) {
  const V3 axis{q.x, q.y, q.z};
  const V3 t = mul(cross(axis, v), all(2.0f));
  return add(mul_add(t, q.w, v), cross(axis, t));
}

HWY_INLINE V4 row_of(const vec4& row) {
  return {all(row.x), all(row.y), all(row.z), all(row.w)};
}
HWY_INLINE VMatrix matrix_of(const Affine& m) {
  return {{row_of(m.row[0]), row_of(m.row[1]), row_of(m.row[2])}};
}

HWY_INLINE V point_row(const V4& row, const V3& p) {
  return hn::MulAdd(row.x, p.x, hn::MulAdd(row.y, p.y, hn::MulAdd(row.z, p.z, row.w)));
}
HWY_INLINE V3 transform_point(const VMatrix& m, const V3& p) {
  return {point_row(m.row[0], p), point_row(m.row[1], p), point_row(m.row[2], p)};
}
HWY_INLINE V3 transform_vector(const VMatrix& m, const V3& v) {
  return {dot({m.row[0].x, m.row[0].y, m.row[0].z}, v), dot({m.row[1].x, m.row[1].y, m.row[1].z}, v),
          dot({m.row[2].x, m.row[2].y, m.row[2].z}, v)};
}

/// Pointers to a block's input and output vertices.
struct Place {
  const vec3* from;
  vec3 *position, *normal;

  Place(const SkinArguments& arguments, std::size_t first)
      : from(arguments.positions + first),
        position(arguments.out_positions + first),
        normal(arguments.out_normals + first) {}
};

HWY_INLINE void move(const VMatrix& m, const SkinLanes3& normals, const Place& at, std::size_t lane) {
  store(transform_point(m, load(at.from + lane)), at.position + lane);
  store(unit_or_zero(transform_vector(m, load(normals, lane))), at.normal + lane);
}

/// BDEF1.
void skin_rigid(const SkinArguments& arguments, const RigidBlock& block, const Place& at) {
  const VMatrix m = matrix_of(arguments.palette[block.bone]);
  for (std::size_t lane = 0; lane < skin_lanes; lane += hn::Lanes(lanes)) move(m, block.normal, at, lane);
}

HWY_INLINE V blend(float a, float b, V weight_of_a) {
  return hn::MulAdd(all(a - b), weight_of_a, all(b));
}

/// BDEF2.
void skin_pair(const SkinArguments& arguments, const PairBlock& block, const Place& at) {
  const Affine &a = arguments.palette[block.bones[0]], &b = arguments.palette[block.bones[1]];
  for (std::size_t lane = 0; lane < skin_lanes; lane += hn::Lanes(lanes)) {
    const V w = load(block.weight, lane);
    VMatrix m;
    for (std::size_t r = 0; r < 3; ++r)
      m.row[r] = {blend(a.row[r].x, b.row[r].x, w), blend(a.row[r].y, b.row[r].y, w),
                  blend(a.row[r].z, b.row[r].z, w), blend(a.row[r].w, b.row[r].w, w)};
    move(m, block.normal, at, lane);
  }
}

/// Weighted sums of four bones' matrices, by row and vertex.
using BlendedRows = std::array<std::array<float, 4 * skin_lanes>, 3>;

HWY_INLINE void blend(const Affine* palette, const MixedBlock& block, BlendedRows& out) {
  for (std::size_t lane = 0; lane < skin_lanes; ++lane) {
    const std::array<float, 4>& w = block.weights[lane];
    const float* m[4];
    for (std::size_t k = 0; k < 4; ++k) m[k] = &palette[block.bones[lane][k]].row[0].x;
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 4; ++c) {
        const std::size_t i = 4 * r + c;
        out[r][4 * lane + c] = w[0] * m[0][i] + w[1] * m[1][i] + w[2] * m[2][i] + w[3] * m[3][i];
      }
  }
}

/// BDEF4.
void skin_mixed(const SkinArguments& arguments, const MixedBlock& block, const Place& at) {
  BlendedRows rows;
  blend(arguments.palette, block, rows);
  for (std::size_t lane = 0; lane < skin_lanes; lane += hn::Lanes(lanes)) {
    VMatrix m;
    for (std::size_t r = 0; r < 3; ++r)
      hn::LoadInterleaved4(lanes, rows[r].data() + 4 * lane, m.row[r].x, m.row[r].y, m.row[r].z, m.row[r].w);
    move(m, block.normal, at, lane);
  }
}

/// sin(x) / x for x in [0, pi / 2], exact to float's last digit: the series up to x^10.
HWY_INLINE V sine_per_angle(V x) {
  constexpr float c[] = {1.0f, -1.6666667e-1f, 8.3333333e-3f, -1.9841270e-4f, 2.7557319e-6f, -2.5052108e-8f};
  const V y = hn::Mul(x, x);
  V sum = all(c[5]);
  for (std::size_t i = 5; i-- > 0;) sum = hn::MulAdd(sum, y, all(c[i]));
  return sum;
}

/// slerp by weights w0 + w1 = 1. sin(w * angle) / sin(angle) = w * (angle / sin(angle)) * (sin(x) / x) with x
/// = w
/// * angle, so small angles need no special case.
HWY_INLINE V4 slerp(const SdefPairState& pair, V w0, V w1) {
  const V angle = all(pair.angle), scale = all(pair.angle_per_sine);
  const V c0 = hn::Mul(hn::Mul(w0, scale), sine_per_angle(hn::Mul(w0, angle)));
  const V c1 = hn::Mul(hn::Mul(w1, scale), sine_per_angle(hn::Mul(w1, angle)));
  V q[4];
  for (std::size_t i = 0; i < 4; ++i) q[i] = hn::MulAdd(all(pair.q0[i]), c0, hn::Mul(all(pair.q1[i]), c1));
  return {q[0], q[1], q[2], q[3]};
}

/// SDEF. Normals need no normalisation: a rotation keeps their length.
void skin_sdef(const SkinArguments& arguments, const SdefBlock& block, const Place& at) {
  const std::array<std::uint32_t, 2>& bones = arguments.plan->sdef_pairs[block.pair];
  const VMatrix m0 = matrix_of(arguments.palette[bones[0]]), m1 = matrix_of(arguments.palette[bones[1]]);
  for (std::size_t lane = 0; lane < skin_lanes; lane += hn::Lanes(lanes)) {
    const V w0 = load(block.weight0, lane), w1 = load(block.weight1, lane);
    const V4 q = slerp(arguments.sdef_pairs[block.pair], w0, w1);
    const V3 centre = mul_add(transform_point(m0, load(block.cr0, lane)), w0,
                              mul(transform_point(m1, load(block.cr1, lane)), w1));
    const V3 arm = sub(load(at.from + lane), load(block.c, lane));
    store(add(rotate(q, arm), centre), at.position + lane);
    store(rotate(q, load(block.normal, lane)), at.normal + lane);
  }
}

float dot(const std::array<float, 4>& a, const std::array<float, 4>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/// The weighted sum of a vertex' dual quaternions, all in the first one's hemisphere.
DualQuaternion blend(const DualQuaternion* all_bones, const std::array<std::uint32_t, 4>& bones,
                     const std::array<float, 4>& weights) {
  const std::array<float, 4>& first = all_bones[bones[0]].real;
  DualQuaternion sum;
  for (std::size_t k = 0; k < 4; ++k) {
    const DualQuaternion& q = all_bones[bones[k]];
    const float w = dot(first, q.real) < 0.0f ? -weights[k] : weights[k];
    for (std::size_t i = 0; i < 4; ++i) {
      sum.real[i] += w * q.real[i];
      sum.dual[i] += w * q.dual[i];
    }
  }
  return sum;
}

/// Skins a vertex as BDEF4, for quaternions that cancel out.
void skin_linearly(const SkinArguments& arguments, const MixedBlock& block, const Place& at,
                   std::size_t lane) {
  Affine m;
  for (std::size_t r = 0; r < 3; ++r) {
    m.row[r] = vec4(0.0f);
    for (std::size_t k = 0; k < 4; ++k)
      m.row[r] += block.weights[lane][k] * arguments.palette[block.bones[lane][k]].row[r];
  }
  const vec3 n = mmd::transform_vector(m, {block.normal.x[lane], block.normal.y[lane], block.normal.z[lane]});
  const float squared = glm::dot(n, n);
  at.position[lane] = mmd::transform_point(m, at.from[lane]);
  at.normal[lane] = squared > 1e-30f ? n * (1.0f / std::sqrt(squared)) : vec3(0.0f);
}

/// QDEF: the rotation and, by 2 * dual * conjugate(real), the translation of a sum of dual quaternions.
void skin_qdef(const SkinArguments& arguments, const MixedBlock& block, const Place& at) {
  std::array<DualQuaternion, skin_lanes> sums;
  std::array<float, 4 * skin_lanes> real, dual;
  for (std::size_t lane = 0; lane < skin_lanes; ++lane) {
    sums[lane] = blend(arguments.dual_quaternions, block.bones[lane], block.weights[lane]);
    for (std::size_t i = 0; i < 4; ++i) {
      real[4 * lane + i] = sums[lane].real[i];
      dual[4 * lane + i] = sums[lane].dual[i];
    }
  }
  for (std::size_t lane = 0; lane < skin_lanes; lane += hn::Lanes(lanes)) {
    V4 r, d;
    hn::LoadInterleaved4(lanes, real.data() + 4 * lane, r.x, r.y, r.z, r.w);
    hn::LoadInterleaved4(lanes, dual.data() + 4 * lane, d.x, d.y, d.z, d.w);
    const V squared = hn::MulAdd(r.w, r.w, dot({r.x, r.y, r.z}, {r.x, r.y, r.z}));
    const V scale = hn::Div(all(1.0f), hn::Sqrt(squared)), twice = hn::Add(scale, scale);
    const V3 axis = mul({r.x, r.y, r.z}, scale), moved = mul({d.x, d.y, d.z}, twice);
    const V w = hn::Mul(r.w, scale);
    const V3 translation = sub(mul_add(moved, w, cross(axis, moved)), mul(axis, hn::Mul(d.w, twice)));
    const V4 q{axis.x, axis.y, axis.z, w};
    store(add(rotate(q, load(at.from + lane)), translation), at.position + lane);
    store(unit_or_zero(rotate(q, load(block.normal, lane))), at.normal + lane);
  }
  for (std::size_t lane = 0; lane < skin_lanes; ++lane)
    if (!(dot(sums[lane].real, sums[lane].real) > 1e-12f)) skin_linearly(arguments, block, at, lane);
}

void skin_all(const SkinArguments& arguments) {
  const SkinPlan& plan = *arguments.plan;
  std::size_t first = 0;
  const auto next = [&] { return Place(arguments, std::exchange(first, first + skin_lanes)); };
  for (const RigidBlock& block : plan.rigid) skin_rigid(arguments, block, next());
  for (const PairBlock& block : plan.pair) skin_pair(arguments, block, next());
  for (const MixedBlock& block : plan.mixed) skin_mixed(arguments, block, next());
  for (const SdefBlock& block : plan.sdef) skin_sdef(arguments, block, next());
  for (const MixedBlock& block : plan.qdef) skin_qdef(arguments, block, next());
}

}  // namespace
}  // namespace mmd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mmd {
namespace {

// Only Highway's headers are used: its library would choose the instruction set, but measures the clock for 4
// ms in every process that loads it.
std::vector<SkinKernel> runnable_kernels() {
  std::vector<SkinKernel> out{{"baseline", &HWY_STATIC_DISPATCH(skin_all)}};
#if HWY_TARGETS & HWY_SSE4
  if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul"))
    out.push_back({"SSE4", &N_SSE4::skin_all});
#endif
#if HWY_TARGETS & HWY_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
    out.push_back({"AVX2", &N_AVX2::skin_all});
#endif
  return out;
}

}  // namespace

std::span<const SkinKernel> skin_kernels() {
  static const std::vector<SkinKernel> all = runnable_kernels();
  return all;
}

void skin_blocks(const SkinArguments& arguments) {
  skin_kernels().back().skin(arguments);
}
}  // namespace mmd
#endif
