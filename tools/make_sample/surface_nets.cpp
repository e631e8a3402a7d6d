#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/parts.h"

namespace mmd::sample {
namespace {

/// Samples of the function at the corners of the cells.
struct Grid {
  std::array<int, 3> n{};
  vec3 low{0.0f};
  float cell = 0.0f;
  std::vector<float> value;

  std::size_t index(int x, int y, int z) const {
    return (static_cast<std::size_t>(z) * static_cast<std::size_t>(n[1]) + static_cast<std::size_t>(y)) *
               static_cast<std::size_t>(n[0]) +
           static_cast<std::size_t>(x);
  }
  vec3 point(int x, int y, int z) const {
    return low + cell * vec3(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
  }
};

Grid sampled(const Sdf& f, vec3 low, vec3 high, float cell) {
  Grid g;
  g.low = low;
  g.cell = cell;
  for (int i = 0; i < 3; ++i)
    g.n[static_cast<std::size_t>(i)] = static_cast<int>(std::ceil((high[i] - low[i]) / cell)) + 1;
  for (int z = 0; z < g.n[2]; ++z)
    for (int y = 0; y < g.n[1]; ++y)
      for (int x = 0; x < g.n[0]; ++x) g.value.push_back(f(g.point(x, y, z)));
  return g;
}

/// The mean of the points where the cell's edges cross the surface; false if none does.
bool cell_vertex(const Grid& g, int x, int y, int z, vec3& out) {
  vec3 sum(0.0f);
  int count = 0;
  for (int corner = 0; corner < 8; ++corner)
    for (int axis = 0; axis < 3; ++axis) {
      if (corner >> axis & 1) continue;
      const int end = corner | 1 << axis;
      const auto place = [&](int c) {
        return std::array<int, 3>{x + (c & 1), y + (c >> 1 & 1), z + (c >> 2 & 1)};
      };
      const auto p = place(corner), q = place(end);
      const float a = g.value[g.index(p[0], p[1], p[2])], b = g.value[g.index(q[0], q[1], q[2])];
      if ((a < 0.0f) == (b < 0.0f)) continue;
      const vec3 from = g.point(p[0], p[1], p[2]);
      sum += from + (g.point(q[0], q[1], q[2]) - from) * (a / (a - b));
      ++count;
    }
  if (count == 0) return false;
  out = sum / static_cast<float>(count);
  return true;
}

/// Adds a quadrilateral around each grid edge that crosses the surface.
void add_faces(const Grid& g, const std::vector<std::uint32_t>& vertex_of, Mesh& mesh) {
  for (int z = 1; z + 1 < g.n[2]; ++z)
    for (int y = 1; y + 1 < g.n[1]; ++y)
      for (int x = 1; x + 1 < g.n[0]; ++x)
        for (std::size_t axis = 0; axis < 3; ++axis) {
          std::array<int, 3> p{x, y, z}, q = p;
          ++q[axis];
          const bool in_p = g.value[g.index(p[0], p[1], p[2])] < 0.0f;
          const bool in_q = g.value[g.index(q[0], q[1], q[2])] < 0.0f;
          if (in_p == in_q) continue;
          const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
          std::array<std::uint32_t, 4> quad{};
          constexpr std::array<std::array<int, 2>, 4> around{{{1, 1}, {0, 1}, {0, 0}, {1, 0}}};
          for (std::size_t i = 0; i < 4; ++i) {
            std::array<int, 3> c = p;
            c[u] -= around[i][0];
            c[v] -= around[i][1];
            quad[i] = vertex_of[g.index(c[0], c[1], c[2])];
          }
          if (!in_p) std::swap(quad[1], quad[3]);
          mesh.indices.insert(mesh.indices.end(), {quad[0], quad[1], quad[2], quad[0], quad[2], quad[3]});
        }
}

/// Moves the point towards the surface, at most half a cell.
vec3 projected(const Sdf& f, vec3 p, float cell) {
  const vec3 g = gradient(f, p);
  const float square = glm::dot(g, g);
  if (square < 1e-8f) return p;
  vec3 step = g * (-f(p) / square);
  const float length = glm::length(step);
  if (length > 0.5f * cell) step *= 0.5f * cell / length;
  return p + step;
}

/// For each vertex the mean of its neighbours along edges.
std::vector<vec3> neighbour_means(const Mesh& mesh) {
  std::vector<vec3> sum(mesh.size(), vec3(0.0f));
  std::vector<float> count(mesh.size(), 0.0f);
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = mesh.indices[i + k], b = mesh.indices[i + (k + 1) % 3];
      sum[a] += mesh.position[b];
      count[a] += 1.0f;
    }
  for (std::size_t v = 0; v < mesh.size(); ++v) sum[v] /= count[v];
  return sum;
}

void relax(const Sdf& f, Mesh& mesh, float cell) {
  const std::vector<vec3> mean = neighbour_means(mesh);
  for (std::size_t v = 0; v < mesh.size(); ++v)
    mesh.position[v] = projected(f, mesh.position[v] + 0.5f * (mean[v] - mesh.position[v]), cell);
}

/// Whether a triangle faces away from the normals of its corners.
bool is_folded(const Mesh& mesh, const std::uint32_t* t) {
  const auto& p = mesh.position;
  return glm::dot(glm::cross(p[t[1]] - p[t[0]], p[t[2]] - p[t[0]]),
                  mesh.normal[t[0]] + mesh.normal[t[1]] + mesh.normal[t[2]]) <= 1e-7f;
}

/// Splits each quadrilateral (two consecutive triangles) along the diagonal that fits the normals better.
void split_again(Mesh& mesh) {
  const auto lean = [&mesh](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const auto &p = mesh.position, &n = mesh.normal;
    const vec3 side = glm::cross(p[b] - p[a], p[c] - p[a]);
    const float length = glm::length(side);
    return length < 1e-9f ? -1.0f : glm::dot(side, n[a] + n[b] + n[c]) / length;
  };
  for (std::size_t i = 0; i < mesh.indices.size(); i += 6) {
    std::uint32_t* t = &mesh.indices[i];
    const bool even = t[3] == t[0];
    const std::array<std::uint32_t, 4> q{t[0], t[1], even ? t[2] : t[4], t[5]};
    const float along_02 = std::min(lean(q[0], q[1], q[2]), lean(q[0], q[2], q[3]));
    const float along_13 = std::min(lean(q[0], q[1], q[3]), lean(q[1], q[2], q[3]));
    const bool pick_02 = along_02 >= along_13;
    const std::array<std::uint32_t, 6> split =
        pick_02 ? std::array<std::uint32_t, 6>{q[0], q[1], q[2], q[0], q[2], q[3]}
                : std::array<std::uint32_t, 6>{q[0], q[1], q[3], q[1], q[2], q[3]};
    std::copy(split.begin(), split.end(), t);
  }
}

/// Marks the neighbours of marked vertices.
void grow(const Mesh& mesh, std::vector<bool>& marked) {
  const std::vector<bool> before = marked;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    const std::uint32_t* t = &mesh.indices[i];
    if (before[t[0]] || before[t[1]] || before[t[2]]) marked[t[0]] = marked[t[1]] = marked[t[2]] = true;
  }
}

/// Projection can fold the mesh in narrow creases. Folds are smoothed, slightly off the surface, with normals
/// from the triangles; a persistent fold is smoothed together with its surroundings.
void unfold(Mesh& mesh) {
  std::vector<bool> touched(mesh.size(), false);
  for (int pass = 0; pass < 24; ++pass) {
    split_again(mesh);
    std::vector<bool> folded(mesh.size(), false);
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3)
      if (is_folded(mesh, &mesh.indices[i]))
        for (std::size_t k = 0; k < 3; ++k) folded[mesh.indices[i + k]] = true;
    if (pass >= 4) grow(mesh, folded);
    const std::vector<vec3> mean = neighbour_means(mesh);
    for (std::size_t v = 0; v < mesh.size(); ++v) {
      if (!folded[v]) continue;
      mesh.position[v] = mean[v];
      touched[v] = true;
    }
    Mesh flat;
    flat.position = mesh.position;
    flat.indices = mesh.indices;
    compute_normals(flat);
    for (std::size_t v = 0; v < mesh.size(); ++v)
      if (touched[v]) mesh.normal[v] = flat.normal[v];
  }
}

Mesh meshed(const Sdf& f, vec3 low, vec3 high, float cell) {
  const Grid g = sampled(f, low, high, cell);
  Mesh mesh;
  std::vector<std::uint32_t> vertex_of(g.value.size(), 0);
  for (int z = 0; z + 1 < g.n[2]; ++z)
    for (int y = 0; y + 1 < g.n[1]; ++y)
      for (int x = 0; x + 1 < g.n[0]; ++x) {
        vec3 p(0.0f);
        if (!cell_vertex(g, x, y, z, p)) continue;
        vertex_of[g.index(x, y, z)] = static_cast<std::uint32_t>(mesh.size());
        mesh.position.push_back(p);
      }
  add_faces(g, vertex_of, mesh);
  for (int pass = 0; pass < 3; ++pass) relax(f, mesh, cell);
  for (vec3& p : mesh.position) p = projected(f, projected(f, p, cell), cell);
  for (const vec3& p : mesh.position) mesh.normal.push_back(glm::normalize(gradient(f, p)));
  unfold(mesh);
  return mesh;
}

std::size_t count_folded(const Mesh& mesh) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) count += is_folded(mesh, &mesh.indices[i]) ? 1 : 0;
  return count;
}

}  // namespace

Mesh surface_nets(const Sdf& f, vec3 low, vec3 high, float cell) {
  // A surface that grazes a plane of the grid is ambiguous and folds the mesh; another grid position avoids
  // this.
  Mesh best;
  std::size_t fewest = 0;
  constexpr int attempts = 40;
  for (int i = 0; i < attempts; ++i) {
    const vec3 shift = cell * glm::fract(static_cast<float>(i) * vec3(0.137f, 0.291f, 0.419f));
    Mesh mesh = meshed(f, low - shift, high, cell);
    const std::size_t folded = count_folded(mesh);
    if (i == 0 || folded < fewest) {
      best = std::move(mesh);
      fewest = folded;
    }
    if (fewest == 0) break;
  }
  return best;
}

}  // namespace mmd::sample
