#include "skin/skinning.h"

#include <cmath>

namespace mmd {
namespace {

std::array<float, 4> as_array(const quat& q) {
  return {q.x, q.y, q.z, q.w};
}

SdefPairState pair_state(const Affine& m0, const Affine& m1) {
  const quat q0 = rotation_of(m0);
  quat q1 = rotation_of(m1);
  if (glm::dot(q0, q1) < 0.0f) q1 = -q1;  // the shorter path
  const quat chord(q1.w - q0.w, q1.x - q0.x, q1.y - q0.y, q1.z - q0.z);
  SdefPairState out{as_array(q0), as_array(q1)};
  // By the chord, which small angles do not spoil as they do the cosine.
  out.angle = 2.0f * std::asin(std::min(0.5f * glm::length(chord), 1.0f));
  if (out.angle > 1e-4f) out.angle_per_sine = out.angle / std::sin(out.angle);
  return out;
}

DualQuaternion dual_quaternion(const Affine& m) {
  const quat q = rotation_of(m);
  const vec3 t = translation_of(m);
  return {as_array(q), as_array((quat(0.0f, t.x, t.y, t.z) * q) * 0.5f)};
}

}  // namespace

SkinArguments SkinWorkspace::prepare(const SkinPlan& plan, std::span<const vec3> positions,
                                     std::span<const Affine> palette, std::span<vec3> out_positions,
                                     std::span<vec3> out_normals) {
  sdef_pairs_.resize(plan.sdef_pairs.size());
  for (std::size_t i = 0; i < sdef_pairs_.size(); ++i)
    sdef_pairs_[i] = pair_state(palette[plan.sdef_pairs[i][0]], palette[plan.sdef_pairs[i][1]]);
  if (!plan.qdef_bones.empty()) dual_quaternions_.resize(plan.palette_size);
  for (const std::uint32_t b : plan.qdef_bones) dual_quaternions_[b] = dual_quaternion(palette[b]);
  return {&plan,
          positions.data(),
          palette.data(),
          sdef_pairs_.data(),
          dual_quaternions_.data(),
          out_positions.data(),
          out_normals.data()};
}

void skin_vertices(const SkinPlan& plan, SkinWorkspace& workspace, std::span<const vec3> positions,
                   std::span<const Affine> palette, std::span<vec3> out_positions,
                   std::span<vec3> out_normals) {
  best_skin_kernels().skin(workspace.prepare(plan, positions, palette, out_positions, out_normals));
}

void skin_vertices(const Model& model, std::span<const vec3> positions, std::span<const Affine> palette,
                   std::span<vec3> out_positions, std::span<vec3> out_normals) {
  SkinWorkspace workspace;
  skin_vertices(SkinPlan(model), workspace, positions, palette, out_positions, out_normals);
}

}  // namespace mmd
