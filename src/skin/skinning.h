#pragma once

// Vertices from a palette, on the CPU: BDEF1/2/4, SDEF and QDEF as in the semantics, section "Skinning"; the
// reference for shaders/skinning.glsl.

#include <array>
#include <span>
#include <vector>

#include "base/math.h"
#include "skin/skin_plan.h"
#include "skin/vertex_streams.h"

namespace mmd {

/// The rotations of an SDEF pair in a palette: what slerp needs, once per pair. Quaternions as x, y, z, w.
struct SdefPairState {
  std::array<float, 4> q0{}, q1{};  ///< unit, on the same hemisphere
  float angle = 0.0f;               ///< between them as vectors, [0, pi / 2]
  float angle_per_sine = 1.0f;      ///< angle / sin(angle); 1 for 0
};

/// A palette entry as a dual quaternion, x, y, z, w each: `real` is its rotation, `dual` half its translation
/// times that.
struct DualQuaternion {
  std::array<float, 4> real{}, dual{};
};

/// What the blocks of a plan are computed from, and where to. Vertices are in plan order.
struct SkinArguments {
  const SkinPlan* plan = nullptr;
  const vec3* positions = nullptr;
  const Affine* palette = nullptr;
  const SdefPairState* sdef_pairs = nullptr;         ///< by SkinPlan::sdef_pairs
  const DualQuaternion* dual_quaternions = nullptr;  ///< by palette index, those of SkinPlan::turning_bones
  vec3* out_positions = nullptr;
  vec3* out_normals = nullptr;
};

/// Computes all blocks, with the widest instructions that Highway finds on this processor. All instruction
/// sets agree to float's last digits.
void skin_blocks(const SkinArguments& arguments);

/// What one evaluation at a time needs room for. Reused from frame to frame it allocates only once.
class SkinWorkspace {
 public:
  /// Takes what SDEF and QDEF need out of a palette; returns arguments that point into this and into what was
  /// passed, all in plan order.
  SkinArguments prepare(const SkinPlan& plan, std::span<const vec3> positions,
                        std::span<const Affine> palette, std::span<vec3> out_positions,
                        std::span<vec3> out_normals);

 private:
  friend void skin_vertices(const SkinPlan&, SkinWorkspace&, std::span<const vec3>, std::span<const Affine>,
                            std::span<vec3>, std::span<vec3>);

  std::vector<SdefPairState> sdef_pairs_;
  std::vector<DualQuaternion> dual_quaternions_;
  std::vector<vec3> positions_, out_positions_, out_normals_;  ///< in plan order
};

/// Skins `positions` and the model's normals with a palette, from and to vertices in the model's order.
///
/// positions: one per vertex, model space (the rest positions, or these after vertex morphs).
/// palette: as many entries as the plan was made for. out_positions and out_normals: room for one per vertex;
/// normals come out unit, or zero where the model's are zero. Finite for any finite input. Thread-safe with a
/// workspace per thread. The way from and to the model's order takes about a third of the time;
/// `SkinWorkspace::prepare` and `skin_blocks` do without.
void skin_vertices(const SkinPlan& plan, SkinWorkspace& workspace, std::span<const vec3> positions,
                   std::span<const Affine> palette, std::span<vec3> out_positions,
                   std::span<vec3> out_normals);

/// The same for once: plans first, which costs several times as much as the skinning.
void skin_vertices(const VertexStreams& vertices, std::span<const vec3> positions,
                   std::span<const Affine> palette, std::span<vec3> out_positions,
                   std::span<vec3> out_normals);

}  // namespace mmd
