#pragma once

#include <span>

#include "base/math.h"
#include "model/model.h"

namespace mmd {

/// Skins `positions` and the model's normals with a palette on the CPU: BDEF1/2/4, SDEF, QDEF as in the
/// semantics, section "Skinning"; the reference for shaders/skinning.glsl.
///
/// positions: one per vertex, model space (the rest positions, or these after vertex morphs).
/// palette: Model::palette_size() entries. out_positions and out_normals: room for one per vertex; normals
/// come out unit, or zero where the model's are zero. Finite for any finite input. Allocates nothing;
/// thread-safe.
void skin_vertices(const Model& model, std::span<const vec3> positions, std::span<const Affine> palette,
                   std::span<vec3> out_positions, std::span<vec3> out_normals);

/// Skins vertices [first, first + count) only; spans as above.
void skin_vertex_range(const Model& model, std::span<const vec3> positions, std::span<const Affine> palette,
                       std::size_t first, std::size_t count, std::span<vec3> out_positions,
                       std::span<vec3> out_normals);

/// Rest positions with vertex morphs added. `weights`: effective weight per morph (MorphState::effective()).
/// `out`: one per vertex; must hold the rest positions or an earlier result of this function for `previous`,
/// whose morphs are taken back first. Returns the range [first, last) of vertices that changed.
struct VertexRange {
  std::uint32_t first = 0, last = 0;
  bool empty() const { return first >= last; }
};
VertexRange apply_vertex_morphs(const Model& model, std::span<const float> weights,
                                std::span<const float> previous, std::span<vec3> out);

}  // namespace mmd
