#include "scene/material_state.h"

#include <algorithm>
#include <cmath>

namespace mmd {
namespace {

template <class T>
T scaled(const T& value, const T& factor, float w) {
  return value * (T(1.0f) + (factor - T(1.0f)) * w);
}

void multiply(MaterialState& m, const pmx::MaterialOffset& o, float w) {
  m.diffuse = scaled(m.diffuse, o.diffuse, w);
  m.specular = scaled(m.specular, o.specular, w);
  m.specular_power = scaled(m.specular_power, o.specular_power, w);
  m.ambient = scaled(m.ambient, o.ambient, w);
  m.edge_colour = scaled(m.edge_colour, o.edge_colour, w);
  m.edge_size = scaled(m.edge_size, o.edge_size, w);
  m.texture.multiply = scaled(m.texture.multiply, o.texture, w);
  m.sphere.multiply = scaled(m.sphere.multiply, o.sphere, w);
  m.toon.multiply = scaled(m.toon.multiply, o.toon, w);
}

void add(MaterialState& m, const pmx::MaterialOffset& o, float w) {
  m.diffuse += w * o.diffuse;
  m.specular += w * o.specular;
  m.specular_power += w * o.specular_power;
  m.ambient += w * o.ambient;
  m.edge_colour += w * o.edge_colour;
  m.edge_size += w * o.edge_size;
  m.texture.add += w * o.texture;
  m.sphere.add += w * o.sphere;
  m.toon.add += w * o.toon;
}

using Apply = void (*)(MaterialState&, const pmx::MaterialOffset&, float);

/// Applies all active morphs' offsets with this `operation` (0 multiply, 1 add).
void apply_all(const Model& model, std::span<const float> weights, std::uint8_t operation, Apply apply,
               std::span<MaterialState> out) {
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto* morph = std::get_if<MaterialMorph>(&model.morphs[i].data);
    if (morph == nullptr || weights[i] == 0.0f) continue;
    for (const pmx::MaterialOffset& offset : morph->offsets) {
      if (std::min<std::uint8_t>(offset.operation, 1) != operation) continue;
      if (offset.material == none) {
        for (MaterialState& state : out) apply(state, offset, weights[i]);
      } else {
        apply(out[static_cast<std::size_t>(offset.material)], offset, weights[i]);
      }
    }
  }
}

bool all_finite(const MapFactor& f) {
  return is_finite(f.multiply) && is_finite(f.add);
}

bool all_finite(const MaterialState& m) {
  return is_finite(m.diffuse) && is_finite(m.specular) && std::isfinite(m.specular_power) &&
         is_finite(m.ambient) && is_finite(m.edge_colour) && std::isfinite(m.edge_size) &&
         all_finite(m.texture) && all_finite(m.sphere) && all_finite(m.toon);
}

}  // namespace

MaterialState state_of(const Material& material) {
  return {material.diffuse, material.specular,    material.specular_power,
          material.ambient, material.edge_colour, material.edge_size};
}

void evaluate_materials(const Model& model, std::span<const float> weights, std::span<MaterialState> out) {
  std::transform(model.materials.begin(), model.materials.end(), out.begin(), state_of);
  // Sums come after all products, independent of the morphs' order.
  apply_all(model, weights, 0, multiply, out);
  apply_all(model, weights, 1, add, out);
  for (std::size_t i = 0; i < out.size(); ++i)
    if (!all_finite(out[i])) out[i] = state_of(model.materials[i]);  // overflowed
}

}  // namespace mmd
