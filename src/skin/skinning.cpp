#include "skin/skinning.h"

#include <algorithm>
#include <cmath>

namespace mmd {
namespace {

struct Skinned {
  vec3 position, normal;
};

vec3 unit_or_zero(const vec3& n) {
  const float squared = glm::dot(n, n);
  return squared > 1e-30f ? n * (1.0f / std::sqrt(squared)) : vec3(0.0f);
}

Affine blended(std::span<const Affine> palette, const std::array<std::uint32_t, 4>& bones, const vec4& w,
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

/// Shortest-path slerp of unit quaternions.
quat slerp(const quat& a, quat b, float t) {
  float cosine = glm::dot(a, b);
  if (cosine < 0.0f) {
    b = -b;
    cosine = -cosine;
  }
  float wa = 1.0f - t, wb = t;
  if (cosine < 0.9995f) {
    const float angle = std::acos(cosine), inverse = 1.0f / std::sin(angle);
    wa = std::sin(wa * angle) * inverse;
    wb = std::sin(wb * angle) * inverse;
  }
  return glm::normalize(a * wa + b * wb);
}

/// The rotations of two palette entries, kept from vertex to vertex: neighbours mostly share their bones.
class RotationPair {
 public:
  explicit RotationPair(std::span<const Affine> palette) : palette_(palette) {}

  void use(std::uint32_t b0, std::uint32_t b1) {
    if (b0 == b0_ && b1 == b1_) return;
    b0_ = b0;
    b1_ = b1;
    q0 = rotation_of(palette_[b0]);
    q1 = rotation_of(palette_[b1]);
  }

  quat q0 = identity_rotation(), q1 = identity_rotation();

 private:
  std::span<const Affine> palette_;
  std::uint32_t b0_ = ~0u, b1_ = ~0u;
};

Skinned by_sdef(std::span<const Affine> palette, const std::array<std::uint32_t, 4>& bones, const vec4& w,
                const SdefConstants& sdef, RotationPair& rotations, const vec3& position,
                const vec3& normal) {
  rotations.use(bones[0], bones[1]);
  const quat q = slerp(rotations.q0, rotations.q1, w.y);
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
  if (!(length > 1e-6f)) return by_matrix(blended(palette, bones, w, 4), position, normal);
  const quat q = real * (1.0f / length), d = dual * (1.0f / length);
  const quat t = (d * 2.0f) * glm::conjugate(q);
  return {rotate(q, position) + vec3(t.x, t.y, t.z), rotate(q, normal)};
}

}  // namespace

void skin_vertices(const Model& model, std::span<const vec3> positions, std::span<const Affine> palette,
                   std::span<vec3> out_positions, std::span<vec3> out_normals) {
  skin_vertex_range(model, positions, palette, 0, model.vertices.size(), out_positions, out_normals);
}

void skin_vertex_range(const Model& model, std::span<const vec3> positions, std::span<const Affine> palette,
                       std::size_t first, std::size_t count, std::span<vec3> out_positions,
                       std::span<vec3> out_normals) {
  const VertexStreams& in = model.vertices;
  RotationPair rotations(palette);
  auto sdef = static_cast<std::size_t>(
      std::lower_bound(in.sdef_vertices.begin(), in.sdef_vertices.end(), first) - in.sdef_vertices.begin());
  for (std::size_t v = first; v < first + count; ++v) {
    Skinned s{};
    switch (in.type[v]) {
      case WeightType::bdef1:
        s = by_matrix(palette[in.bones[v][0]], positions[v], in.normal[v]);
        break;
      case WeightType::bdef2:
        s = by_matrix(blended(palette, in.bones[v], in.weights[v], 2), positions[v], in.normal[v]);
        break;
      case WeightType::bdef4:
        s = by_matrix(blended(palette, in.bones[v], in.weights[v], 4), positions[v], in.normal[v]);
        break;
      case WeightType::sdef:
        s = by_sdef(palette, in.bones[v], in.weights[v], in.sdef[sdef++], rotations, positions[v],
                    in.normal[v]);
        break;
      case WeightType::qdef:
        s = by_qdef(palette, in.bones[v], in.weights[v], positions[v], in.normal[v]);
        break;
    }
    out_positions[v] = s.position;
    out_normals[v] = unit_or_zero(s.normal);
  }
}

}  // namespace mmd
