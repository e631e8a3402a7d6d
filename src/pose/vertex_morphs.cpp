#include "pose/vertex_morphs.h"

#include <algorithm>

namespace mmd {
namespace {

/// Adds the morphs of one kind to `rest`; `morph_at(i)`: morph i if it is of that kind, else null.
template <class Value, class MorphAt>
VertexRange apply_morphs(std::span<const float> weights, std::span<const float> previous,
                         std::span<const Value> rest, std::span<Value> out, MorphAt&& morph_at) {
  bool changed = false;
  for (std::size_t i = 0; i < weights.size() && !changed; ++i)
    changed = weights[i] != previous[i] && morph_at(i) != nullptr;
  if (!changed || out.empty()) return {};

  // Every vertex of an earlier or current morph starts again from rest, so that the result depends only on
  // the weights.
  VertexRange range{static_cast<std::uint32_t>(out.size()), 0};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto* morph = morph_at(i);
    if (morph == nullptr || (weights[i] == 0.0f && previous[i] == 0.0f)) continue;
    for (const std::uint32_t v : morph->vertices) {
      out[v] = rest[v];
      range.first = std::min(range.first, v);
      range.last = std::max(range.last, v + 1);
    }
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto* morph = morph_at(i);
    if (morph == nullptr || weights[i] == 0.0f) continue;
    for (std::size_t k = 0; k < morph->vertices.size(); ++k)
      out[morph->vertices[k]] += weights[i] * Value(morph->offsets[k]);
  }
  return range;
}

/// The UV morphs of one set.
auto uv_morphs(const Model& model, int set) {
  return [&model, set](std::size_t i) {
    const auto* morph = std::get_if<UvMorph>(&model.morphs[i].data);
    return morph != nullptr && morph->set == set ? morph : nullptr;
  };
}

}  // namespace

VertexRange apply_vertex_morphs(const Model& model, std::span<const float> weights,
                                std::span<const float> previous, std::span<vec3> out) {
  return apply_morphs<vec3>(weights, previous, model.vertices.position, out, [&model](std::size_t i) {
    return std::get_if<VertexMorph>(&model.morphs[i].data);
  });
}

VertexRange apply_uv_morphs(const Model& model, std::span<const float> weights,
                            std::span<const float> previous, std::span<vec2> out) {
  return apply_morphs<vec2>(weights, previous, model.vertices.uv, out, uv_morphs(model, 0));
}

VertexRange apply_uv1_morphs(const Model& model, std::span<const float> weights,
                             std::span<const float> previous, std::span<vec4> out) {
  return apply_morphs<vec4>(weights, previous, model.vertices.uv1, out, uv_morphs(model, 1));
}

}  // namespace mmd
