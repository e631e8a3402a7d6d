#pragma once

#include <span>

#include "base/math.h"
#include "model/model.h"

namespace mmd {

/// What material morphs do to the texels of a map: mix(1, texel * multiply + add, multiply.a + add.a), from 0
/// instead of 1 for an additive sphere (semantics, "Morphs"). The texel's alpha stays as it is.
struct MapFactor {
  vec4 multiply{1.0f}, add{0.0f};
  bool operator==(const MapFactor&) const = default;
};

/// The numbers of a material after morphs; what morphs cannot change stays in Material.
struct MaterialState {
  vec4 diffuse{1.0f};  ///< not clamped: morphs may leave 0-1
  vec3 specular{0.0f};
  float specular_power = 0.0f;
  vec3 ambient{0.0f};
  vec4 edge_colour{0.0f};
  float edge_size = 0.0f;
  MapFactor texture, sphere, toon;
};

/// A material whose own alpha hides it entirely; neither its faces nor its edge are drawn.
inline bool is_hidden(const MaterialState& material) {
  return is_invisible(material.diffuse.a);
}

/// A material without morphs.
MaterialState state_of(const Material& material);

/// All materials with the morphs' effective `weights` (MorphState::effective()) applied: base times the
/// product of mix(1, multiply, w) plus the sum of w * add (semantics, "Morphs"). `out`: one per material,
/// overwritten. Allocates nothing; thread-safe.
void evaluate_materials(const Model& model, std::span<const float> weights, std::span<MaterialState> out);

}  // namespace mmd
