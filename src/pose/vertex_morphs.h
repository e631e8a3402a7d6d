#pragma once

#include <span>

#include "model/model.h"
#include "model/vertex_range.h"

namespace mmd {

/// Adds vertex morphs to the rest positions (model space, MMD units). `weights`: effective weights, one per
/// morph (MorphState::effective()). `out`: one per vertex; in: the rest positions (`previous` all 0) or the
/// result for the weights `previous`. Returns the range [first, last) of vertices that may have changed.
VertexRange apply_vertex_morphs(const Model& model, std::span<const float> weights,
                                std::span<const float> previous, std::span<vec3> out);

/// The same for texture UVs and UV morphs of set 0.
VertexRange apply_uv_morphs(const Model& model, std::span<const float> weights,
                            std::span<const float> previous, std::span<vec2> out);

/// The same for additional UV 1 and UV morphs of set 1. An empty `out` (the model has none) stays empty.
VertexRange apply_uv1_morphs(const Model& model, std::span<const float> weights,
                             std::span<const float> previous, std::span<vec4> out);

}  // namespace mmd
