#include "make_sample/patch.h"

#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/openings.h"
#include "make_sample/parts.h"

namespace mmd::sample {
namespace {

/// Triangles that face like their normals, whatever the direction of u and v.
void add_faces(Mesh& m, int columns, int rows) {
  const auto at = [columns](int r, int c) { return static_cast<std::uint32_t>(r * (columns + 1) + c); };
  const auto add = [&m](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const auto &p = m.position, &n = m.normal;
    const vec3 side = glm::cross(p[b] - p[a], p[c] - p[a]);
    const float facing = glm::dot(side, n[a] + n[b] + n[c]);
    if (glm::length(side) < 1e-8f) return;
    m.indices.insert(m.indices.end(), {a, facing > 0.0f ? b : c, facing > 0.0f ? c : b});
  };
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      add(at(r, c), at(r, c + 1), at(r + 1, c + 1));
      add(at(r, c), at(r + 1, c + 1), at(r + 1, c));
    }
}

}  // namespace

Mesh make_patch(const Patch& patch) {
  const Sdf face = head_shape();
  Mesh m;
  m.closed = false;
  for (int r = 0; r <= patch.rows; ++r)
    for (int c = 0; c <= patch.columns; ++c) {
      const float u = static_cast<float>(c) / static_cast<float>(patch.columns);
      const float v = static_cast<float>(r) / static_cast<float>(patch.rows);
      const float lift = patch.lift(u, v);
      const OnFace here = on_face(face, patch.rest(u, v), lift);
      m.position.push_back(here.position);
      m.normal.push_back(here.normal);
      m.uv.emplace_back(glm::mix(patch.cell.x, patch.cell.z, u), glm::mix(patch.cell.y, patch.cell.w, v));
      for (const auto& [name, outline] : patch.morphs)
        m.morphs[name].push_back(on_face(face, outline(u, v), lift).position - here.position);
    }
  add_faces(m, patch.columns, patch.rows);
  m.edge_scale.resize(m.size(), 0.0f);
  return m;
}

vec4 inner(const vec4& cell) {
  constexpr float border = 6.0f / 1024.0f;
  return cell + vec4(border, border, -border, -border);
}

std::function<float(float, float)> level(float lift) {
  return [lift](float, float) { return lift; };
}

}  // namespace mmd::sample
