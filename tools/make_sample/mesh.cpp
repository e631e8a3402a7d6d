#include "make_sample/mesh.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include <glm/geometric.hpp>

namespace mmd::sample {
namespace {

/// For each vertex the first one at the same position.
std::vector<std::uint32_t> weld(const Mesh& mesh) {
  std::map<std::tuple<float, float, float>, std::uint32_t> seen;
  std::vector<std::uint32_t> first(mesh.size());
  for (std::uint32_t v = 0; v < mesh.size(); ++v) {
    const vec3 p = mesh.position[v] + 0.0f;  // -0 and 0 are the same position
    first[v] = seen.emplace(std::tuple(p.x, p.y, p.z), v).first->second;
  }
  return first;
}

/// Orients the triangles so that the mesh encloses a positive volume.
void orient_outward(Mesh& mesh) {
  float volume = 0.0f;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    const vec3 &a = mesh.position[mesh.indices[i]], &b = mesh.position[mesh.indices[i + 1]],
               &c = mesh.position[mesh.indices[i + 2]];
    volume += glm::dot(a, glm::cross(b, c));
  }
  if (volume >= 0.0f) return;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3)
    std::swap(mesh.indices[i + 1], mesh.indices[i + 2]);
}

void add_triangle(Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const vec3 &p = mesh.position[a], &q = mesh.position[b], &r = mesh.position[c];
  if (p == q || q == r || r == p) return;  // at the poles
  mesh.indices.insert(mesh.indices.end(), {a, b, c});
}

/// Drops vertices that no triangle uses (at the poles of a lathe).
void drop_unused(Mesh& mesh) {
  std::vector<bool> used(mesh.size(), false);
  for (const std::uint32_t i : mesh.indices) used[i] = true;
  std::vector<std::uint32_t> moved(mesh.size(), 0);
  std::uint32_t next = 0;
  for (std::uint32_t v = 0; v < mesh.size(); ++v) {
    if (!used[v]) continue;
    mesh.position[next] = mesh.position[v];
    mesh.uv[next] = mesh.uv[v];
    moved[v] = next++;
  }
  mesh.position.resize(next);
  mesh.uv.resize(next);
  for (std::uint32_t& i : mesh.indices) i = moved[i];
}

}  // namespace

void set_weights(Mesh& mesh, const WeightFunction& weights) {
  mesh.weights.clear();
  for (const vec3& p : mesh.position) mesh.weights.push_back(weights(p));
}

void set_uv(Mesh& mesh, const std::function<vec2(const vec3&, const vec3&)>& uv) {
  mesh.uv.clear();
  for (std::size_t v = 0; v < mesh.size(); ++v) mesh.uv.push_back(uv(mesh.position[v], mesh.normal[v]));
}

void set_edge_scale(Mesh& mesh, const std::function<float(const vec3&)>& scale) {
  mesh.edge_scale.clear();
  for (const vec3& p : mesh.position) mesh.edge_scale.push_back(scale(p));
}

void repeat_across_seam(Mesh& mesh) {
  std::map<std::uint32_t, std::uint32_t> copies;
  const auto copy_of = [&](std::uint32_t v) {
    const auto [entry, is_new] = copies.emplace(v, static_cast<std::uint32_t>(mesh.size()));
    if (!is_new) return entry->second;
    mesh.position.push_back(vec3(mesh.position[v]));
    mesh.normal.push_back(vec3(mesh.normal[v]));
    mesh.uv.push_back(mesh.uv[v] + vec2(1.0f, 0.0f));
    return entry->second;
  };
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    std::uint32_t* t = &mesh.indices[i];
    const float most = std::max({mesh.uv[t[0]].x, mesh.uv[t[1]].x, mesh.uv[t[2]].x});
    for (int k = 0; k < 3; ++k)
      if (mesh.uv[t[k]].x < most - 0.5f) t[k] = copy_of(t[k]);
  }
}

void append(Mesh& mesh, const Mesh& part) {
  const auto base = static_cast<std::uint32_t>(mesh.size());
  const auto add = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  add(mesh.position, part.position);
  add(mesh.normal, part.normal);
  add(mesh.uv, part.uv);
  add(mesh.weights, part.weights);
  add(mesh.edge_scale, part.edge_scale);
  for (const std::uint32_t i : part.indices) mesh.indices.push_back(base + i);
  for (const auto& [name, offsets] : part.morphs) {
    mesh.morphs[name].resize(base, vec3(0.0f));
    add(mesh.morphs[name], offsets);
  }
  for (const auto& [name, offsets] : part.uv_morphs) {
    mesh.uv_morphs[name].resize(base, vec2(0.0f));
    add(mesh.uv_morphs[name], offsets);
  }
  for (auto& entry : mesh.morphs) entry.second.resize(mesh.size(), vec3(0.0f));
  for (auto& entry : mesh.uv_morphs) entry.second.resize(mesh.size(), vec2(0.0f));
  mesh.closed = mesh.closed && part.closed;
}

Mesh mirrored(const Mesh& mesh, const std::function<std::int32_t(std::int32_t)>& other_bone) {
  const auto flip = [](vec3& v) { v.x = -v.x; };
  Mesh m = mesh;
  for (vec3& p : m.position) flip(p);
  for (vec3& n : m.normal) flip(n);
  for (auto& entry : m.morphs)
    for (vec3& offset : entry.second) flip(offset);
  for (Weights& w : m.weights) {
    for (int i = 0; i < w.count; ++i) {
      auto& bone = w.bone[static_cast<std::size_t>(i)];
      bone = other_bone(bone);
    }
    flip(w.c), flip(w.r0), flip(w.r1);
  }
  for (std::size_t i = 0; i < m.indices.size(); i += 3) std::swap(m.indices[i + 1], m.indices[i + 2]);
  return m;
}

Mesh lathe(const Lathe& shape) {
  Mesh mesh;
  const int last =
      shape.loop ? shape.rings : shape.rings - 1;  // a loop repeats its first ring for the seam of v
  for (int r = 0; r <= last; ++r) {
    const float along = static_cast<float>(r % (shape.loop ? shape.rings : shape.rings + 1)) /
                        static_cast<float>(shape.loop ? shape.rings : shape.rings - 1);
    for (int a = 0; a <= shape.around; ++a) {
      const float angle = 2.0f * pi * static_cast<float>(a % shape.around) / static_cast<float>(shape.around);
      const bool pole = !shape.loop && (r == 0 || r == last);
      mesh.position.push_back(shape.point(along, pole ? 0.0f : angle));
      mesh.uv.emplace_back(static_cast<float>(a) / static_cast<float>(shape.around),
                           static_cast<float>(r) / static_cast<float>(last));
    }
  }
  const auto at = [&shape](int r, int a) { return static_cast<std::uint32_t>(r * (shape.around + 1) + a); };
  for (int r = 0; r < last; ++r)
    for (int a = 0; a < shape.around; ++a) {
      add_triangle(mesh, at(r, a), at(r + 1, a), at(r + 1, a + 1));
      add_triangle(mesh, at(r, a), at(r + 1, a + 1), at(r, a + 1));
    }
  drop_unused(mesh);
  orient_outward(mesh);
  compute_normals(mesh);
  return mesh;
}

Mesh tube(const std::vector<vec3>& points, const std::vector<float>& radii, vec3 side, int around,
          int rings_per_part) {
  constexpr int cap = 4;  // rings of each round end
  const int parts = static_cast<int>(points.size()) - 1;
  const int rings = parts * rings_per_part + 1 + 2 * cap;
  const auto point = [=, &points, &radii](float along, float angle) {
    const int ring = static_cast<int>(std::lround(along * static_cast<float>(rings - 1)));
    const int inner = std::clamp(ring - cap, 0, parts * rings_per_part);
    const int part = std::min(inner / rings_per_part, parts - 1);
    const float t = static_cast<float>(inner - part * rings_per_part) / static_cast<float>(rings_per_part);
    const auto i = static_cast<std::size_t>(part);
    const vec3 axis = glm::normalize(points[i + 1] - points[i]);
    float radius = radii[i] + (radii[i + 1] - radii[i]) * t, beyond = 0.0f;
    const int outside = ring < cap ? cap - ring : std::max(0, ring - (rings - 1 - cap));
    if (outside > 0) {
      const float bend = 0.5f * pi * static_cast<float>(outside) / static_cast<float>(cap);
      beyond = radius * std::sin(bend) * (ring < cap ? -1.0f : 1.0f);
      radius = outside == cap ? 0.0f : radius * std::cos(bend);
    }
    const vec3 s = glm::normalize(side - axis * glm::dot(side, axis));
    return points[i] + (points[i + 1] - points[i]) * t + axis * beyond +
           radius * (std::cos(angle) * s + std::sin(angle) * glm::cross(axis, s));
  };
  return lathe({rings, around, false, point});
}

void compute_normals(Mesh& mesh) {
  const std::vector<std::uint32_t> first = weld(mesh);
  std::vector<vec3> sum(mesh.size(), vec3(0.0f));
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    const std::uint32_t* t = &mesh.indices[i];
    const vec3 n =
        glm::cross(mesh.position[t[1]] - mesh.position[t[0]], mesh.position[t[2]] - mesh.position[t[0]]);
    for (int k = 0; k < 3; ++k) sum[first[t[k]]] += n;
  }
  mesh.normal.resize(mesh.size());
  for (std::size_t v = 0; v < mesh.size(); ++v) mesh.normal[v] = glm::normalize(sum[first[v]]);
}

void turn_normals_outwards(Mesh& mesh) {
  for (int pass = 0; pass < 12; ++pass)
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
      const std::uint32_t* t = &mesh.indices[i];
      const auto& p = mesh.position;
      const vec3 side = glm::cross(p[t[1]] - p[t[0]], p[t[2]] - p[t[0]]);
      const float length = glm::length(side);
      if (length < 1e-9f) continue;
      const vec3 sum = mesh.normal[t[0]] + mesh.normal[t[1]] + mesh.normal[t[2]];
      if (glm::dot(side, sum) > 0.05f * length) continue;
      for (int k = 0; k < 3; ++k)
        mesh.normal[t[k]] = glm::normalize(mesh.normal[t[k]] + side * (0.4f / length));
    }
}

bool is_closed(const Mesh& mesh) {
  const std::vector<std::uint32_t> first = weld(mesh);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> balance;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = first[mesh.indices[i + k]], b = first[mesh.indices[i + (k + 1) % 3]];
      balance[std::minmax(a, b)] += a < b ? 1 : -1;
    }
  return std::all_of(balance.begin(), balance.end(), [](const auto& edge) { return edge.second == 0; });
}

}  // namespace mmd::sample
