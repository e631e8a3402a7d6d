#include "skin/skinning.h"

#include <algorithm>
#include <cmath>

#include "skin/bdef_kernel.h"

namespace mmd {
namespace {

struct Skinned {
  vec3 position, normal;
};

vec3 unit_or_zero(const vec3& n) {
  const float squared = glm::dot(n, n);
  return squared > 1e-30f ? n * (1.0f / std::sqrt(squared)) : vec3(0.0f);
}

Affine blended(const Affine* palette, const std::array<std::uint32_t, 4>& bones, const vec4& w,
               std::size_t count) {
  Affine m;
  for (std::size_t r = 0; r < 3; ++r) m.row[r] = w.x * palette[bones[0]].row[r];
  for (std::size_t i = 1; i < count; ++i) {
    const float weight = w[static_cast<glm::length_t>(i)];
    for (std::size_t r = 0; r < 3; ++r) m.row[r] += weight * palette[bones[i]].row[r];
  }
  return m;
}

Skinned by_matrix(const Affine& m, const vec3& position, const vec3& normal) {
  return {transform_point(m, position), transform_vector(m, normal)};
}

vec3 rotate(const quat& q, const vec3& v) {
  const vec3 u(q.x, q.y, q.z);
  const vec3 t = 2.0f * glm::cross(u, v);
  return v + q.w * t + glm::cross(u, t);
}

/// sin(x) for x in [0, pi / 2], to float's last digit: the Taylor series up to x^11.
float sine(float x) {
  const float y = x * x;
  return x *
         (1.0f + y * (-1.6666667e-1f +
                      y * (8.3333333e-3f + y * (-1.9841270e-4f + y * (2.7557319e-6f - y * 2.5052108e-8f)))));
}

/// The rotations of two palette entries and the angle between them, kept from vertex to vertex: neighbours
/// mostly share their bones.
class RotationPair {
 public:
  explicit RotationPair(std::span<const Affine> palette) : palette_(palette) {}

  void use(std::uint32_t b0, std::uint32_t b1) {
    if (b0 == b0_ && b1 == b1_) return;
    b0_ = b0;
    b1_ = b1;
    q0_ = rotation_of(palette_[b0]);
    q1_ = rotation_of(palette_[b1]);
    float cosine = glm::dot(q0_, q1_);
    if (cosine < 0.0f) {
      q1_ = -q1_;
      cosine = -cosine;
    }
    angle_ = cosine < 0.9995f ? std::acos(cosine) : 0.0f;
    inverse_sine_ = angle_ > 0.0f ? 1.0f / std::sin(angle_) : 0.0f;
  }

  /// slerp(q0, q1, t) on the shortest path, t in [0, 1].
  quat slerp(float t) const {
    if (angle_ > 0.0f) return (q0_ * sine((1.0f - t) * angle_) + q1_ * sine(t * angle_)) * inverse_sine_;
    return glm::normalize(q0_ * (1.0f - t) + q1_ * t);
  }

 private:
  std::span<const Affine> palette_;
  std::uint32_t b0_ = ~0u, b1_ = ~0u;
  quat q0_ = identity_rotation(), q1_ = identity_rotation();
  float angle_ = 0.0f, inverse_sine_ = 0.0f;
};

Skinned by_sdef(std::span<const Affine> palette, const std::array<std::uint32_t, 4>& bones, const vec4& w,
                const SdefConstants& sdef, RotationPair& rotations, const vec3& position,
                const vec3& normal) {
  rotations.use(bones[0], bones[1]);
  const quat q = rotations.slerp(w.y);
  const vec3 centre =
      w.x * transform_point(palette[bones[0]], sdef.cr0) + w.y * transform_point(palette[bones[1]], sdef.cr1);
  return {rotate(q, position - sdef.c) + centre, rotate(q, normal)};
}

/// Dual quaternion blend of four rigid transforms, signs aligned with the first.
Skinned by_qdef(std::span<const Affine> palette, const std::array<std::uint32_t, 4>& bones, const vec4& w,
                const vec3& position, const vec3& normal) {
  quat real(0.0f, 0.0f, 0.0f, 0.0f), dual(0.0f, 0.0f, 0.0f, 0.0f);
  quat first = identity_rotation();
  for (std::size_t i = 0; i < 4; ++i) {
    float weight = w[static_cast<glm::length_t>(i)];
    const Affine& m = palette[bones[i]];
    const quat q = rotation_of(m);
    if (i == 0) first = q;
    if (glm::dot(first, q) < 0.0f) weight = -weight;
    const vec3 t = translation_of(m);
    real = real + q * weight;
    dual = dual + (quat(0.0f, t.x, t.y, t.z) * q) * (0.5f * weight);
  }
  const float length = glm::length(real);
  if (!(length > 1e-6f)) return by_matrix(blended(palette.data(), bones, w, 4), position, normal);
  const quat q = real * (1.0f / length), d = dual * (1.0f / length);
  const quat t = (d * 2.0f) * glm::conjugate(q);
  return {rotate(q, position) + vec3(t.x, t.y, t.z), rotate(q, normal)};
}

constexpr std::array<std::uint8_t, 5> bones_by_type{1, 2, 4, 2, 4};

bool is_bdef(WeightType type) {
  return type == WeightType::bdef1 || type == WeightType::bdef2 || type == WeightType::bdef4;
}

BdefKernel best_bdef_kernel() {
  const BdefKernel avx2 = bdef_kernel_avx2();
  return avx2 != nullptr ? avx2 : skin_bdef_portable;
}

}  // namespace

void skin_bdef_portable(const BdefRun& run) {
  for (std::size_t i = 0; i < run.count; ++i) {
    const Affine m = blended(run.palette, run.bones[i], run.weights[i], run.bone_count[run.type[i]]);
    run.out_position[i] = transform_point(m, run.position[i]);
    run.out_normal[i] = unit_or_zero(transform_vector(m, run.normal[i]));
  }
}

void skin_vertices(const Model& model, std::span<const vec3> positions, std::span<const Affine> palette,
                   std::span<vec3> out_positions, std::span<vec3> out_normals) {
  skin_vertex_range(model, positions, palette, 0, model.vertices.size(), out_positions, out_normals);
}

void skin_vertex_range(const Model& model, std::span<const vec3> positions, std::span<const Affine> palette,
                       std::size_t first, std::size_t count, std::span<vec3> out_positions,
                       std::span<vec3> out_normals) {
  static const BdefKernel bdef_kernel = best_bdef_kernel();
  const VertexStreams& in = model.vertices;
  RotationPair rotations(palette);
  auto sdef = static_cast<std::size_t>(
      std::lower_bound(in.sdef_vertices.begin(), in.sdef_vertices.end(), first) - in.sdef_vertices.begin());
  const std::size_t last = first + count;
  for (std::size_t v = first; v < last;) {
    if (is_bdef(in.type[v])) {
      std::size_t end = v + 1;
      while (end < last && is_bdef(in.type[end])) ++end;
      bdef_kernel({positions.data() + v, in.normal.data() + v, in.bones.data() + v, in.weights.data() + v,
                   bones_by_type.data(), reinterpret_cast<const std::uint8_t*>(in.type.data()) + v,
                   palette.data(), out_positions.data() + v, out_normals.data() + v, end - v});
      v = end;
      continue;
    }
    const Skinned s = in.type[v] == WeightType::sdef
                          ? by_sdef(palette, in.bones[v], in.weights[v], in.sdef[sdef++], rotations,
                                    positions[v], in.normal[v])
                          : by_qdef(palette, in.bones[v], in.weights[v], positions[v], in.normal[v]);
    out_positions[v] = s.position;
    out_normals[v] = unit_or_zero(s.normal);
    ++v;
  }
}

}  // namespace mmd
