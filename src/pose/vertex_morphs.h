#pragma once

#include <span>

#include "model/model.h"
#include "model/vertex_range.h"

namespace mmd {

/// Rest positions with vertex morphs added. `weights`: effective weight per morph (MorphState::effective()).
/// `out`: one per vertex; must hold the rest positions or an earlier result of this function for `previous`,
/// whose morphs are taken back first. Returns the range [first, last) of vertices that changed.
VertexRange apply_vertex_morphs(const Model& model, std::span<const float> weights,
                                std::span<const float> previous, std::span<vec3> out);

/// The model's texture UVs with UV morphs of set 0 added. `weights`, `previous` and the result are as for
/// apply_vertex_morphs; `out`: one per vertex, holding the model's UVs or an earlier result for `previous`.
VertexRange apply_uv_morphs(const Model& model, std::span<const float> weights,
                            std::span<const float> previous, std::span<vec2> out);

/// The same for additional UV 1 and the morphs of set 1. An empty `out` (the model has none) stays empty.
VertexRange apply_uv1_morphs(const Model& model, std::span<const float> weights,
                             std::span<const float> previous, std::span<vec4> out);

}  // namespace mmd
