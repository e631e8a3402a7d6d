#include <algorithm>

#include "model/builders.h"

namespace mmd {
namespace {

constexpr std::string_view materials_section = "materials";

void copy_colours(const pmx::Material& raw, Material& out, std::size_t i, Repairs& repairs) {
  constexpr std::string_view kind = repair_kind::colour_number;
  out.diffuse = finite_or(raw.diffuse, vec4(1.0f), repairs, materials_section, kind, i, out.name);
  out.specular = finite_or(raw.specular, vec3(0.0f), repairs, materials_section, kind, i, out.name);
  out.specular_power = finite_or(raw.specular_power, 0.0f, repairs, materials_section,
                                 repair_kind::specular_power_number, i, out.name);
  out.ambient = finite_or(raw.ambient, vec3(0.0f), repairs, materials_section, kind, i, out.name);
  out.edge_colour =
      finite_or(raw.edge_colour, vec4(0.0f, 0.0f, 0.0f, 1.0f), repairs, materials_section, kind, i, out.name);
  out.edge_size =
      finite_or(raw.edge_size, 0.0f, repairs, materials_section, repair_kind::edge_size_number, i, out.name);
}

void copy_textures(const pmx::Material& raw, Material& out, std::size_t i, std::size_t texture_count,
                   Repairs& repairs) {
  constexpr std::string_view kind = repair_kind::texture_index;
  out.texture = checked_index(raw.texture, texture_count, repairs, materials_section, kind, i, out.name);
  out.sphere_texture =
      checked_index(raw.sphere_texture, texture_count, repairs, materials_section, kind, i, out.name);
  if (raw.sphere_mode <= 3) {
    out.sphere_mode = static_cast<SphereMode>(raw.sphere_mode);
  } else {
    repairs.add(materials_section, repair_kind::sphere_mode, i, out.name);
  }
  if (raw.toon_flag == 1) {
    if (raw.toon >= 0 && raw.toon <= 9) {
      out.shared_toon = raw.toon;
    } else {
      repairs.add(materials_section, repair_kind::shared_toon, i, out.name);
    }
  } else {
    out.toon_texture = checked_index(raw.toon, texture_count, repairs, materials_section, kind, i, out.name);
  }
}

/// Copies the valid triangles of [first, first + count), which belong to `material`; returns the number of
/// copied indices.
std::uint32_t take_triangles(const RawVector<std::uint32_t>& from, std::size_t first, std::size_t count,
                             std::size_t vertex_count, const std::string& material,
                             RawVector<std::uint32_t>& to, Repairs& repairs) {
  const std::size_t before = to.size();
  for (std::size_t i = first; i + 2 < first + count; i += 3) {
    std::uint32_t triangle[3] = {from[i], from[i + 1], from[i + 2]};
    if (triangle[0] >= vertex_count || triangle[1] >= vertex_count || triangle[2] >= vertex_count) {
      repairs.add("faces", repair_kind::vertex_index, i / 3, material);
      continue;
    }
    mirror_winding(triangle);
    to.insert(to.end(), triangle, triangle + 3);
  }
  return static_cast<std::uint32_t>(to.size() - before);
}

/// The start of the triangle nearest to index `at` of `size`: a wrong count must not break the triangles of
/// later materials.
std::size_t whole_triangles(std::size_t at, std::size_t size) {
  return std::min((at + 1) / 3, size / 3) * 3;
}

}  // namespace

void drop_triangles_at(const std::vector<std::uint32_t>& vertices, std::size_t vertex_count,
                       std::vector<Material>& materials, RawVector<std::uint32_t>& indices) {
  if (vertices.empty()) return;
  std::vector<bool> dropped(vertex_count, false);
  for (const std::uint32_t v : vertices) dropped[v] = true;
  std::uint32_t to = 0;
  for (Material& m : materials) {
    const std::uint32_t first = m.first_index, last = first + m.index_count;
    m.first_index = to;
    for (std::uint32_t i = first; i < last; i += 3) {
      if (dropped[indices[i]] || dropped[indices[i + 1]] || dropped[indices[i + 2]]) continue;
      for (std::uint32_t k = 0; k < 3; ++k) indices[to++] = indices[i + k];
    }
    m.index_count = to - m.first_index;
  }
  indices.resize(to);
}

std::vector<Material> build_materials(pmx::File& file, RawVector<std::uint32_t>& indices, Repairs& repairs) {
  const RawVector<std::uint32_t> raw_indices = std::move(file.indices);
  file.indices.clear();
  indices.reserve(raw_indices.size());
  std::vector<Material> out(file.materials.size());
  std::size_t taken = 0;  // indices of earlier materials
  for (std::size_t i = 0; i < out.size(); ++i) {
    const pmx::Material& raw = file.materials[i];
    Material& m = out[i];
    m.name = file.utf8(raw.name);
    m.name_english = file.utf8(raw.name_english);
    m.flags = raw.flags;
    copy_colours(raw, m, i, repairs);
    copy_textures(raw, m, i, file.textures.size(), repairs);

    const std::size_t left = raw_indices.size() - taken;
    auto count = static_cast<std::size_t>(std::max(raw.index_count, 0));
    if (raw.index_count < 0 || count > left) {
      repairs.add(materials_section, repair_kind::face_count, i, m.name);
      count = std::min(count, left);
    }
    if (count % 3 != 0) repairs.add(materials_section, repair_kind::face_thirds, i, m.name);
    const std::size_t first = whole_triangles(taken, raw_indices.size());
    taken += count;
    const std::size_t last = whole_triangles(taken, raw_indices.size());
    m.first_index = static_cast<std::uint32_t>(indices.size());
    m.index_count =
        take_triangles(raw_indices, first, last - first, file.vertices.size(), m.name, indices, repairs);
  }
  const std::size_t drawn = whole_triangles(taken, raw_indices.size());
  if (drawn + 2 < raw_indices.size()) {
    repairs.add("faces", repair_kind::no_material, drawn / 3);
  }
  return out;
}

}  // namespace mmd
