#include <cmath>

#include "bench/models.h"

namespace mmd::bench {
namespace {

constexpr std::uint32_t rings = 50, sectors = 50;  // numbers of vertices
constexpr int columns = 3, rows = 6;

/// An ellipsoid with smooth normals; PMX space is left-handed.
void add_part(pmx::File& file, int part) {
  pmx::Vertices& v = file.vertices;
  const auto first = static_cast<std::uint32_t>(v.size());
  const vec3 centre(static_cast<float>(part % columns - 1) * 2.2f,
                    1.8f + static_cast<float>(part / columns) * 3.2f, part % columns == 1 ? -0.8f : 0.4f);
  const vec3 radii(1.6f, 1.9f, 1.4f);
  const auto bones = static_cast<std::int32_t>(file.bones.size());
  for (std::uint32_t r = 0; r < rings; ++r) {
    for (std::uint32_t s = 0; s < sectors; ++s) {
      const float down = static_cast<float>(r) / (rings - 1), around = static_cast<float>(s) / (sectors - 1);
      const float theta = pi * down, phi = 2.0f * pi * around;
      const vec3 n(std::sin(theta) * std::sin(phi), std::cos(theta), -std::sin(theta) * std::cos(phi));
      v.position.push_back(centre + n * radii);
      v.normal.push_back(glm::normalize(n / radii));
      v.uv.push_back({around * 2.0f, down});
      v.type.push_back(pmx::WeightType::bdef2);
      const auto bone = static_cast<std::int32_t>(part * 20 + static_cast<int>(r) / 4) % bones;
      v.bones.push_back({bone, (bone + 1) % bones, -1, -1});
      v.weights.push_back({0.7f, 0.0f, 0.0f, 0.0f});
      v.edge_scale.push_back(1.0f);
    }
  }
  for (std::uint32_t r = 0; r + 1 < rings; ++r) {
    for (std::uint32_t s = 0; s + 1 < sectors; ++s) {
      const std::uint32_t a = first + r * sectors + s, below = a + sectors;
      for (const std::uint32_t index : {a, below + 1, below, a, a + 1, below + 1})
        file.indices.push_back(index);
    }
  }
  pmx::Material material;
  material.diffuse = vec4(0.9f, 0.8f, 0.7f, 1.0f);
  material.ambient = vec3(0.4f);
  material.specular = vec3(0.3f);
  material.specular_power = 20.0f;
  material.flags = pmx::material_ground_shadow | pmx::material_casts_self_shadow |
                   pmx::material_receives_self_shadow | pmx::material_edge;
  material.texture = part % 3;
  material.sphere_texture = 3;
  material.sphere_mode = part % 2 == 0 ? 2 : 0;
  material.toon_flag = 1;
  material.toon = part % 5;
  material.index_count = static_cast<std::int32_t>((rings - 1) * (sectors - 1) * 6);
  file.materials.push_back(material);
}

void add_morph(pmx::File& file, std::uint32_t number) {
  constexpr std::uint32_t vertices = 200;
  pmx::Morph morph;
  morph.type = pmx::MorphType::vertex;
  std::vector<pmx::VertexOffset> offsets;
  for (std::uint32_t i = 0; i < vertices; ++i)
    offsets.push_back({(number * 97 + i * 3) % 2500u, vec3(0.001f * static_cast<float>(i % 7))});
  morph.offsets = std::move(offsets);
  file.morphs.push_back(std::move(morph));
}

}  // namespace

pmx::File dressed_body() {
  pmx::File file = body_skeleton();
  for (const char* name : {"a.png", "b.png", "c.png", "sphere.png"})
    file.textures.push_back(pmx::from_utf8(name, file.header.encoding));
  for (int part = 0; part < columns * rows; ++part) add_part(file, part);
  for (std::uint32_t i = 0; i < 100; ++i) add_morph(file, i);
  return file;
}

}  // namespace mmd::bench
