#include <utility>

#include "export/make_exchange.h"

namespace mmd {
namespace {

/// The faces of a part, inside out and moved outwards by the width of the edge: other programs draw only
/// those that stand out behind it.
ExchangePart hull_of(const ExchangePart& part, const VertexStreams& streams, float width) {
  ExchangePart out = part;
  out.uv.clear();
  out.colours.clear();
  for (std::size_t i = 0; i + 2 < out.indices.size(); i += 3)
    std::swap(out.indices[i + 1], out.indices[i + 2]);
  for (std::size_t v = 0; v < out.positions.size(); ++v) {
    out.positions[v] += out.normals[v] * (width * streams.edge_scale[out.vertices[v]]);
    out.normals[v] = -out.normals[v];
  }
  return out;
}

ExchangeMaterial edge_of(const ExchangeMaterial& material) {
  ExchangeMaterial out;
  out.name = material.name + " edge";
  out.lit = material.edge_colour;
  out.shade = vec3(material.edge_colour);
  out.alpha = material.edge_colour.a < 0.998f ? AlphaMode::blend : AlphaMode::opaque;
  out.is_edge = true;
  return out;
}

}  // namespace

void add_edge_hulls(const Model& model, ExchangeModel& exchange) {
  const std::size_t parts = exchange.parts.size();
  for (std::size_t p = 0; p < parts; ++p) {
    const ExchangeMaterial& material = exchange.materials[p];
    if (!(material.edge_width > 0.0f) || !(material.edge_colour.a > 0.0f)) continue;
    exchange.parts.push_back(hull_of(exchange.parts[p], model.vertices, material.edge_width));
    exchange.materials.push_back(edge_of(material));
    for (ExchangeMorph& morph : exchange.morphs) {
      auto offsets = morph.parts[p];
      morph.parts.push_back(std::move(offsets));
    }
  }
}

}  // namespace mmd
