#pragma once

#include <span>
#include <vector>

#include "base/math.h"
#include "skin/skin_kernels.h"
#include "skin/skin_plan.h"
#include "skin/vertex_streams.h"

namespace mmd {

/// What one evaluation at a time needs room for. Reused from frame to frame it allocates only once.
class SkinWorkspace {
 public:
  /// Takes what SDEF and QDEF need out of a palette; returns the arguments for the kernels, which point into
  /// this and into what was passed.
  SkinArguments prepare(const SkinPlan& plan, std::span<const vec3> positions,
                        std::span<const Affine> palette, std::span<vec3> out_positions,
                        std::span<vec3> out_normals);

 private:
  std::vector<SdefPairState> sdef_pairs_;
  std::vector<DualQuaternion> dual_quaternions_;
};

/// Skins `positions` and the model's normals with a palette on the CPU: BDEF1/2/4, SDEF, QDEF as in the
/// semantics, section "Skinning"; the reference for shaders/skinning.glsl.
///
/// positions: one per vertex, model space (the rest positions, or these after vertex morphs).
/// palette: as many entries as the plan was made for. out_positions and out_normals: room for one per vertex,
/// and not where `positions` is; normals come out unit, or zero where the model's are zero. Finite for any
/// finite input. Thread-safe with a workspace per thread.
void skin_vertices(const SkinPlan& plan, SkinWorkspace& workspace, std::span<const vec3> positions,
                   std::span<const Affine> palette, std::span<vec3> out_positions,
                   std::span<vec3> out_normals);

/// The same for once: plans first, which costs several times as much as the skinning.
void skin_vertices(const VertexStreams& vertices, std::span<const vec3> positions,
                   std::span<const Affine> palette, std::span<vec3> out_positions,
                   std::span<vec3> out_normals);

}  // namespace mmd
