#include <algorithm>

#include "skin/skinning.h"

namespace mmd {

VertexRange apply_vertex_morphs(const Model& model, std::span<const float> weights,
                                std::span<const float> previous, std::span<vec3> out) {
  const auto vertex_morph = [&](std::size_t i) { return std::get_if<VertexMorph>(&model.morphs[i].data); };
  bool changed = false;
  for (std::size_t i = 0; i < weights.size() && !changed; ++i) {
    changed = weights[i] != previous[i] && vertex_morph(i) != nullptr;
  }
  if (!changed) return {};

  // Every vertex that a morph held or holds starts again from rest: the result depends on the weights alone,
  // not on the way there.
  VertexRange range{static_cast<std::uint32_t>(out.size()), 0};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const VertexMorph* morph = vertex_morph(i);
    if (morph == nullptr || (weights[i] == 0.0f && previous[i] == 0.0f)) continue;
    for (const std::uint32_t v : morph->vertices) {
      out[v] = model.vertices.position[v];
      range.first = std::min(range.first, v);
      range.last = std::max(range.last, v + 1);
    }
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const VertexMorph* morph = vertex_morph(i);
    if (morph == nullptr || weights[i] == 0.0f) continue;
    for (std::size_t k = 0; k < morph->vertices.size(); ++k)
      out[morph->vertices[k]] += weights[i] * morph->offsets[k];
  }
  return range;
}

}  // namespace mmd
