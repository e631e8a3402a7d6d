#pragma once

// Skinning (semantics, section "Skinning") of a block, `V::width` vertices at a time. V is a type of lanes of
// floats (base/simd). What bones of their own do to each lane is not the same in rows of four and of eight;
// each kernels file says it for its V, in a Blend<V> with
//   blend<N>(palette, bones, weights, out)   12 elements of sum over N of w * M, per lane
//   blend_dual(dual_quaternions, bones, weights, out)   the 8 elements of the dual quaternions' sum, signs
//                                                       aligned with the first

#include "skin/skin_kernels.h"

namespace mmd {
namespace {  // NOLINT(google-build-namespaces): see base/simd/plain.h

template <class V>
struct Blend;

static_assert(sizeof(Affine) == matrix_floats * sizeof(float) && sizeof(vec3) == 3 * sizeof(float) &&
              sizeof(DualQuaternion) == dual_quaternion_floats * sizeof(float));

template <class V>
struct Lanes3 {
  V x, y, z;
};

/// (x, y, z, w): a vector and its scalar, or a quaternion.
template <class V>
struct Lanes4 {
  Lanes3<V> v;
  V w;
};

template <class V>
V dot(const Lanes3<V>& a, const Lanes3<V>& b) {
  return V::fma(a.z, b.z, V::fma(a.y, b.y, a.x * b.x));
}

template <class V>
Lanes3<V> cross(const Lanes3<V>& a, const Lanes3<V>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class V>
Lanes3<V> plus(const Lanes3<V>& a, const Lanes3<V>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

template <class V>
Lanes3<V> minus(const Lanes3<V>& a, const Lanes3<V>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

/// a * s + b.
template <class V>
Lanes3<V> fma(const Lanes3<V>& a, const V& s, const Lanes3<V>& b) {
  return {V::fma(a.x, s, b.x), V::fma(a.y, s, b.y), V::fma(a.z, s, b.z)};
}

template <class V>
Lanes3<V> unit_or_zero(const Lanes3<V>& n) {
  const V squared = dot(n, n);
  const V scale = V::where_greater(squared, V::all(1e-30f), V::all(1.0f) / squared.sqrt());
  return {n.x * scale, n.y * scale, n.z * scale};
}

/// v turned by a unit quaternion.
template <class V>
Lanes3<V> rotate(const Lanes4<V>& q, const Lanes3<V>& v) {
  const Lanes3<V> half = cross(q.v, v);
  const Lanes3<V> t{half.x + half.x, half.y + half.y, half.z + half.z};
  return plus(fma(t, q.w, v), cross(q.v, t));
}

template <class V>
Lanes3<V> load(const SkinLanes3& from, std::size_t lane) {
  return {V::load(from.x.data() + lane), V::load(from.y.data() + lane), V::load(from.z.data() + lane)};
}

template <class V>
Lanes3<V> load_positions(const SkinArguments& arguments, const SkinBlock& block, std::size_t lane) {
  Lanes3<V> out;
  if (block.layout == SkinBlock::Layout::in_a_row) {
    V::load_threes(&arguments.positions[block.vertex[lane]].x, out.x, out.y, out.z);
  } else if (block.layout == SkinBlock::Layout::scattered) {
    V::gather_threes(&arguments.positions->x, block.vertex.data() + lane, out.x, out.y, out.z);
  } else {
    SkinLanes3 copy;
    for (std::size_t i = lane; i < lane + V::width; ++i) {
      const vec3& p = arguments.positions[block.vertex[i]];
      copy.x[i] = p.x;
      copy.y[i] = p.y;
      copy.z[i] = p.z;
    }
    out = load<V>(copy, lane);
  }
  return out;
}

template <class V>
void store(vec3* to, const SkinBlock& block, std::size_t lane, const Lanes3<V>& v) {
  if (block.layout == SkinBlock::Layout::in_a_row) {
    V::store_threes(&to[block.vertex[lane]].x, v.x, v.y, v.z);
  } else {
    V::scatter_threes(&to->x, block.vertex.data() + lane, v.x, v.y, v.z);
  }
}

template <class V>
void store(const SkinArguments& arguments, const SkinBlock& block, std::size_t lane,
           const Lanes3<V>& position, const Lanes3<V>& normal) {
  store(arguments.out_positions, block, lane, position);
  store(arguments.out_normals, block, lane, normal);
}

/// Row `r` of one matrix for all lanes.
template <class V>
struct SharedMatrix {
  const float* m;
  V at(std::size_t element) const { return V::all(m[element]); }
};

/// A matrix of its own in each lane.
template <class V>
struct LaneMatrix {
  V m[12];
  const V& at(std::size_t element) const { return m[element]; }
};

template <class V, class Matrix>
V point_row(const Matrix& m, std::size_t row, const Lanes3<V>& p) {
  const std::size_t e = row * 4;
  return V::fma(m.at(e), p.x, V::fma(m.at(e + 1), p.y, V::fma(m.at(e + 2), p.z, m.at(e + 3))));
}

template <class V, class Matrix>
V vector_row(const Matrix& m, std::size_t row, const Lanes3<V>& v) {
  const std::size_t e = row * 4;
  return V::fma(m.at(e), v.x, V::fma(m.at(e + 1), v.y, m.at(e + 2) * v.z));
}

template <class V, class Matrix>
Lanes3<V> times_point(const Matrix& m, const Lanes3<V>& p) {
  return {point_row(m, 0, p), point_row(m, 1, p), point_row(m, 2, p)};
}

template <class V, class Matrix>
Lanes3<V> times_vector(const Matrix& m, const Lanes3<V>& v) {
  return {vector_row(m, 0, v), vector_row(m, 1, v), vector_row(m, 2, v)};
}

inline const float* matrix(const SkinArguments& arguments, std::uint32_t bone) {
  return &arguments.palette[bone].row[0].x;
}

template <class V, class Matrix>
void move_by(const Matrix& m, const SkinArguments& arguments, const SkinBlock& block, std::size_t lane) {
  const Lanes3<V> position = times_point(m, load_positions<V>(arguments, block, lane));
  const Lanes3<V> normal = unit_or_zero(times_vector(m, load<V>(block.normal, lane)));
  store(arguments, block, lane, position, normal);
}

template <class V>
[[gnu::flatten]] void skin_rigid(const SkinArguments& arguments) {
  for (const RigidBlock& block : arguments.plan->rigid) {
    const SharedMatrix<V> m{matrix(arguments, block.bone)};
    for (std::size_t lane = 0; lane < skin_lanes; lane += V::width) move_by<V>(m, arguments, block, lane);
  }
}

template <class V>
[[gnu::flatten]] void skin_pair(const SkinArguments& arguments) {
  for (const PairBlock& block : arguments.plan->pair) {
    const float *m0 = matrix(arguments, block.bones[0]), *m1 = matrix(arguments, block.bones[1]);
    float difference[12];
    for (std::size_t i = 0; i < 12; ++i) difference[i] = m0[i] - m1[i];
    for (std::size_t lane = 0; lane < skin_lanes; lane += V::width) {
      const V w = V::load(block.weight.data() + lane);
      LaneMatrix<V> m;
      for (std::size_t i = 0; i < 12; ++i) m.m[i] = V::fma(V::all(difference[i]), w, V::all(m1[i]));
      move_by<V>(m, arguments, block, lane);
    }
  }
}

template <class V, int N>
[[gnu::flatten]] void skin_mixed_block(const SkinArguments& arguments, const MixedBlock& block) {
  for (std::size_t lane = 0; lane < skin_lanes; lane += V::width) {
    LaneMatrix<V> m;
    Blend<V>::template blend<N>(matrix(arguments, 0), block.bones.data() + lane, block.weights.data() + lane,
                                m.m);
    move_by<V>(m, arguments, block, lane);
  }
}

template <class V>
void skin_mixed(const SkinArguments& arguments) {
  for (const MixedBlock& block : arguments.plan->mixed) {
    if (block.count == 2) {
      skin_mixed_block<V, 2>(arguments, block);
    } else if (block.count == 3) {
      skin_mixed_block<V, 3>(arguments, block);
    } else {
      skin_mixed_block<V, 4>(arguments, block);
    }
  }
}

/// sin(x) / x for x in [0, pi / 2], to float's last digit: the series up to x^10.
template <class V>
V sine_per_angle(const V& x) {
  static constexpr float c[] = {1.0f,           -1.6666667e-1f, 8.3333333e-3f,
                                -1.9841270e-4f, 2.7557319e-6f,  -2.5052108e-8f};
  const V y = x * x;
  V sum = V::all(c[5]);
  for (std::size_t i = 5; i-- > 0;) sum = V::fma(sum, y, V::all(c[i]));
  return sum;
}

/// slerp by weights w0 + w1 = 1. sin(w * angle) / sin(angle) is w * (angle / sin(angle)) * (sin(x) / x) with
/// x = w * angle: nothing special about small angles.
template <class V>
Lanes4<V> slerp(const SdefPairState& pair, const V& w0, const V& w1) {
  const V angle = V::all(pair.angle), scale = V::all(pair.angle_per_sine);
  const V c0 = w0 * scale * sine_per_angle(w0 * angle), c1 = w1 * scale * sine_per_angle(w1 * angle);
  const auto element = [&](std::size_t i) { return V::fma(V::all(pair.q0[i]), c0, V::all(pair.q1[i]) * c1); };
  return {{element(0), element(1), element(2)}, element(3)};
}

template <class V>
[[gnu::flatten]] void skin_sdef(const SkinArguments& arguments) {
  for (const SdefBlock& block : arguments.plan->sdef) {
    const std::array<std::uint32_t, 2>& bones = arguments.plan->sdef_pairs[block.pair];
    const SharedMatrix<V> m0{matrix(arguments, bones[0])}, m1{matrix(arguments, bones[1])};
    for (std::size_t lane = 0; lane < skin_lanes; lane += V::width) {
      const V w0 = V::load(block.weight0.data() + lane), w1 = V::load(block.weight1.data() + lane);
      const Lanes4<V> q = slerp(arguments.sdef_pairs[block.pair], w0, w1);
      const Lanes3<V> p0 = times_point(m0, load<V>(block.cr0, lane));
      const Lanes3<V> p1 = times_point(m1, load<V>(block.cr1, lane));
      const Lanes3<V> centre = fma(p0, w0, Lanes3<V>{p1.x * w1, p1.y * w1, p1.z * w1});
      const Lanes3<V> arm = minus(load_positions<V>(arguments, block, lane), load<V>(block.c, lane));
      // A rotation leaves the normal as long as it was.
      store(arguments, block, lane, plus(rotate(q, arm), centre), rotate(q, load<V>(block.normal, lane)));
    }
  }
}

/// The rotation and, by 2 * dual * conjugate(real), the translation of a sum of dual quaternions.
template <class V>
void skin_qdef_lanes(const SkinArguments& arguments, const MixedBlock& block, std::size_t lane) {
  V sum[8];
  Blend<V>::blend_dual(arguments.dual_quaternions->real.data(), block.bones.data() + lane,
                       block.weights.data() + lane, sum);
  const Lanes3<V> real{sum[0], sum[1], sum[2]}, dual{sum[4], sum[5], sum[6]};
  const V squared = V::fma(sum[3], sum[3], dot(real, real));
  const V scale = V::all(1.0f) / squared.sqrt();
  const Lanes4<V> q{{real.x * scale, real.y * scale, real.z * scale}, sum[3] * scale};
  const V twice = scale + scale;
  const Lanes3<V> d{dual.x * twice, dual.y * twice, dual.z * twice};
  const V dw = sum[7] * twice;
  const Lanes3<V> turned = cross(q.v, d);
  const Lanes3<V> t{V::fma(q.w, d.x, turned.x) - dw * q.v.x, V::fma(q.w, d.y, turned.y) - dw * q.v.y,
                    V::fma(q.w, d.z, turned.z) - dw * q.v.z};
  const Lanes3<V> position = rotate(q, load_positions<V>(arguments, block, lane));
  const Lanes3<V> normal = rotate(q, load<V>(block.normal, lane));
  store(arguments, block, lane, plus(position, t), unit_or_zero(normal));
  if ((squared > V::all(1e-12f)).every()) return;
  alignas(32) SkinLanes squares{};
  squared.store(squares.data());
  for (std::size_t i = 0; i < V::width; ++i)
    if (!(squares[i] > 1e-12f)) skin_lane_linearly(arguments, block, lane + i);
}

template <class V>
[[gnu::flatten]] void skin_qdef(const SkinArguments& arguments) {
  for (const MixedBlock& block : arguments.plan->qdef)
    for (std::size_t lane = 0; lane < skin_lanes; lane += V::width)
      skin_qdef_lanes<V>(arguments, block, lane);
}

template <class V>
void skin_all(const SkinArguments& arguments) {
  skin_rigid<V>(arguments);
  skin_pair<V>(arguments);
  skin_mixed<V>(arguments);
  skin_sdef<V>(arguments);
  skin_qdef<V>(arguments);
}

}  // namespace
}  // namespace mmd
