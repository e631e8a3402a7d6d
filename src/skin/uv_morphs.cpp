#include "skin/uv_morphs.h"

#include <algorithm>

namespace mmd {
namespace {

const UvMorph* uv_morph(const Model& model, std::size_t i, int set) {
  const auto* morph = std::get_if<UvMorph>(&model.morphs[i].data);
  return morph != nullptr && morph->set == set ? morph : nullptr;
}

/// Everything that a morph held or holds starts again from rest, so that the result depends on the weights
/// alone (as in vertex_morphs.cpp).
template <class Uv>
VertexRange apply(const Model& model, int set, std::span<const float> weights,
                  std::span<const float> previous, std::span<const Uv> rest, std::span<Uv> out) {
  bool changed = false;
  for (std::size_t i = 0; i < weights.size() && !changed; ++i)
    changed = weights[i] != previous[i] && uv_morph(model, i, set) != nullptr;
  if (!changed || out.empty()) return {};

  VertexRange range{static_cast<std::uint32_t>(out.size()), 0};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const UvMorph* morph = uv_morph(model, i, set);
    if (morph == nullptr || (weights[i] == 0.0f && previous[i] == 0.0f)) continue;
    for (const std::uint32_t v : morph->vertices) {
      out[v] = rest[v];
      range.first = std::min(range.first, v);
      range.last = std::max(range.last, v + 1);
    }
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const UvMorph* morph = uv_morph(model, i, set);
    if (morph == nullptr || weights[i] == 0.0f) continue;
    for (std::size_t k = 0; k < morph->vertices.size(); ++k)
      out[morph->vertices[k]] += weights[i] * Uv(morph->offsets[k]);
  }
  return range;
}

}  // namespace

VertexRange apply_uv_morphs(const Model& model, std::span<const float> weights,
                            std::span<const float> previous, std::span<vec2> out) {
  return apply<vec2>(model, 0, weights, previous, model.vertices.uv, out);
}

VertexRange apply_uv1_morphs(const Model& model, std::span<const float> weights,
                             std::span<const float> previous, std::span<vec4> out) {
  return apply<vec4>(model, 1, weights, previous, model.vertices.uv1, out);
}

}  // namespace mmd
