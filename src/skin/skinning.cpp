#include "skin/skinning.h"

#include <algorithm>
#include <cmath>

namespace mmd {
namespace {

DualQuaternion dual_quaternion(const Affine& m) {
  const quat q = rotation_of(m);
  const vec3 t = 0.5f * translation_of(m);
  const quat d = quat(0.0f, t.x, t.y, t.z) * q;
  return {{q.x, q.y, q.z, q.w}, {d.x, d.y, d.z, d.w}};
}

float dot(const std::array<float, 4>& a, const std::array<float, 4>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

SdefPairState pair_state(const std::array<float, 4>& q0, const std::array<float, 4>& q1) {
  const float side = dot(q0, q1) < 0.0f ? -1.0f : 1.0f;  // the shorter path
  SdefPairState out{q0, q1};
  std::array<float, 4> chord{};
  for (std::size_t i = 0; i < 4; ++i) {
    out.q1[i] *= side;
    chord[i] = out.q1[i] - q0[i];
  }
  // The chord is 2 sin(angle / 2). For small angles it is more precise than the cosine.
  const float half_sine = std::min(0.5f * std::sqrt(dot(chord, chord)), std::sqrt(0.5f));
  out.angle = 2.0f * std::asin(half_sine);
  if (half_sine > 1e-4f)
    out.angle_per_sine = out.angle / (2.0f * half_sine * std::sqrt(1.0f - half_sine * half_sine));
  return out;
}

}  // namespace

SkinArguments SkinWorkspace::prepare(const SkinPlan& plan, std::span<const vec3> positions,
                                     std::span<const Affine> palette, std::span<vec3> out_positions,
                                     std::span<vec3> out_normals) {
  if (!plan.turning_bones.empty()) dual_quaternions_.resize(plan.palette_size);
  for (const std::uint32_t b : plan.turning_bones) dual_quaternions_[b] = dual_quaternion(palette[b]);
  sdef_pairs_.resize(plan.sdef_pairs.size());
  for (std::size_t i = 0; i < sdef_pairs_.size(); ++i) {
    const auto [b0, b1] = plan.sdef_pairs[i];
    sdef_pairs_[i] = pair_state(dual_quaternions_[b0].real, dual_quaternions_[b1].real);
  }
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
  for (std::vector<vec3>* v : {&workspace.positions_, &workspace.out_positions_, &workspace.out_normals_})
    v->resize(plan.size());
  for (std::size_t i = 0; i < plan.size(); ++i) workspace.positions_[i] = positions[plan.vertex[i]];
  skin_blocks(workspace.prepare(plan, workspace.positions_, palette, workspace.out_positions_,
                                workspace.out_normals_));
  for (std::size_t i = 0; i < plan.size(); ++i) {
    out_positions[plan.vertex[i]] = workspace.out_positions_[i];
    out_normals[plan.vertex[i]] = workspace.out_normals_[i];
  }
}

void skin_vertices(const VertexStreams& vertices, std::span<const vec3> positions,
                   std::span<const Affine> palette, std::span<vec3> out_positions,
                   std::span<vec3> out_normals) {
  SkinWorkspace workspace;
  skin_vertices(SkinPlan(vertices, palette.size()), workspace, positions, palette, out_positions,
                out_normals);
}

}  // namespace mmd
