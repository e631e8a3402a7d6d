#pragma once

#include <span>

#include "base/math.h"
#include "model/model.h"

namespace mmd {

/// Material morphs' effect on a map's texels: mix(1, texel * multiply + add, multiply.a + add.a), from 0 in
/// place of 1 for an additive sphere map (semantics, "Morphs"). The texel's alpha does not change.
struct MapFactor {
  vec4 multiply{1.0f}, add{0.0f};
  bool operator==(const MapFactor&) const = default;
};

/// A material's values after morphs; Material has the values that morphs cannot change.
struct MaterialState {
  vec4 diffuse{1.0f};  ///< not clamped: morphs may exceed 0-1
  vec3 specular{0.0f};
  float specular_power = 0.0f;
  vec3 ambient{0.0f};
  vec4 edge_colour{0.0f};
  float edge_size = 0.0f;
  MapFactor texture{}, sphere{}, toon{};
};

/// Whether the material's alpha hides it: neither its faces nor its edge are drawn.
inline bool is_hidden(const MaterialState& material) {
  return is_invisible(material.diffuse.a);
}

/// The state of a material without morphs.
MaterialState state_of(const Material& material);

/// Applies material morphs with effective `weights` (MorphState::effective()) to all materials: base times
/// the product of mix(1, multiply, w) plus the sum of w * add (semantics, "Morphs"). `out`: one per material,
/// overwritten. Does not allocate; thread-safe.
void evaluate_materials(const Model& model, std::span<const float> weights, std::span<MaterialState> out);

}  // namespace mmd
