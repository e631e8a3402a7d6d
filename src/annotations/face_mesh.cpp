#include "annotations/face_mesh.h"

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

namespace mmd {
namespace {

constexpr int deepest_group = 4;

void add_offsets(const Model& model, std::int32_t morph, float ratio, int depth, std::vector<vec3>& to) {
  if (morph == none || depth > deepest_group) return;
  const auto& data = model.morphs[static_cast<std::size_t>(morph)].data;
  if (const auto* group = std::get_if<GroupMorph>(&data))
    for (const GroupMorph::Child& child : group->children)
      add_offsets(model, child.morph, ratio * child.ratio, depth + 1, to);
  if (const auto* vertices = std::get_if<VertexMorph>(&data))
    for (std::size_t i = 0; i < vertices->vertices.size(); ++i)
      to[vertices->vertices[i]] += ratio * vertices->offsets[i];
}

/// Twice the area of a triangle in the front view; positive if it is seen from the front.
float area(const vec2& p, const vec2& q, const vec2& r) {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

/// The vertices by their x, without those of (almost) the same x.
std::vector<std::uint32_t> by_x(const FaceMesh& mesh, std::vector<std::uint32_t> vertices) {
  std::sort(vertices.begin(), vertices.end(), [&](auto a, auto b) { return mesh.at(a).x < mesh.at(b).x; });
  const auto end = std::unique(vertices.begin(), vertices.end(),
                               [&](auto a, auto b) { return mesh.at(b).x - mesh.at(a).x < 1e-4f; });
  vertices.erase(end, vertices.end());
  return vertices;
}

/// Splits the vertices of a rim at the line between its corners.
Rim split(const FaceMesh& mesh, const std::vector<std::uint32_t>& vertices, const std::vector<vec3>& moved,
          float opened) {
  const auto [first, last] = std::minmax_element(vertices.begin(), vertices.end(),
                                                 [&](auto a, auto b) { return mesh.at(a).x < mesh.at(b).x; });
  const auto place = [&](std::uint32_t v) { return vec2(mesh.at(v) + opened * moved[v]); };
  const vec2 left = place(*first), right = place(*last);
  std::vector<std::uint32_t> upper{*first, *last}, lower = upper;
  for (const std::uint32_t v : vertices)
    if (v != *first && v != *last) (area(left, right, place(v)) > 0.0f ? upper : lower).push_back(v);
  return {by_x(mesh, std::move(upper)), by_x(mesh, std::move(lower))};
}

}  // namespace

std::vector<vec3> offsets_of(const Model& model, std::string_view morph) {
  std::vector<vec3> out(model.vertices.size(), vec3(0.0f));
  add_offsets(model, model.find_morph(morph), 1.0f, 0, out);
  return out;
}

FaceMesh::FaceMesh(const Model& model, const Face& face)
    : model_(model), face_(face), skin_(model.vertices.size()) {
  for (const std::uint32_t v : face.skin) skin_[v] = true;
  const auto corners = model.triangles_of(face.material);
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
    if (skin_[corners[i]] && skin_[corners[i + 1]] && skin_[corners[i + 2]])
      triangles_.push_back({corners[i], corners[i + 1], corners[i + 2]});
}

vec3 FaceMesh::at(const MeshPlace& place) const {
  vec3 sum(0.0f);
  for (std::size_t i = 0; i < place.vertices.size(); ++i) sum += place.weights[i] * at(place.vertices[i]);
  return sum;
}

MeshPlace FaceMesh::foremost(const vec2& where) const {
  MeshPlace best;
  float front = 0.0f;
  for (const auto& corner : triangles_) {
    const vec3 a = at(corner[0]), b = at(corner[1]), c = at(corner[2]);
    const float whole = area(vec2(a), vec2(b), vec2(c));
    if (!(whole > 0.0f)) continue;
    const vec3 share =
        vec3(area(vec2(b), vec2(c), where), area(vec2(c), vec2(a), where), area(vec2(a), vec2(b), where)) /
        whole;
    if (share.x < 0.0f || share.y < 0.0f || share.z < 0.0f) continue;
    const float z = share.x * a.z + share.y * b.z + share.z * c.z;
    if (!best.vertices.empty() && z <= front) continue;
    front = z;
    best = {{corner.begin(), corner.end()}, {share.x, share.y, share.z}};
  }
  return best;
}

std::vector<std::vector<std::uint32_t>> FaceMesh::borders(const std::vector<vec3>& moved) const {
  std::map<std::array<float, 6>, std::uint32_t> first_at;
  std::map<std::uint32_t, std::uint32_t> same;
  for (const std::uint32_t v : face_.skin) {
    const vec3 p = at(v), d = moved[v];
    same[v] = first_at.try_emplace({p.x, p.y, p.z, d.x, d.y, d.z}, v).first->second;
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> faces_at;
  for (const auto& corner : triangles_)
    for (std::size_t i = 0; i < 3; ++i) {
      const auto ends = std::minmax(same[corner[i]], same[corner[(i + 1) % 3]]);
      if (ends.first != ends.second) ++faces_at[ends];
    }
  std::map<std::uint32_t, std::vector<std::uint32_t>> next;
  for (const auto& [ends, faces] : faces_at)
    if (faces == 1) {
      next[ends.first].push_back(ends.second);
      next[ends.second].push_back(ends.first);
    }
  std::vector<std::vector<std::uint32_t>> out;
  while (!next.empty()) {
    std::vector<std::uint32_t>& border = out.emplace_back();
    std::vector<std::uint32_t> open{next.begin()->first};
    while (!open.empty()) {
      const auto found = next.find(open.back());
      open.pop_back();
      if (found == next.end()) continue;
      border.push_back(found->first);
      open.insert(open.end(), found->second.begin(), found->second.end());
      next.erase(found);
    }
  }
  return out;
}

Rim rim_on_border(const FaceMesh& mesh, const std::vector<vec3>& moved, const FrontBox& within,
                  float opened) {
  std::vector<std::uint32_t> best;
  float most = 1e-3f;
  for (auto& border : mesh.borders(moved)) {
    float way = 0.0f;
    for (const std::uint32_t v : border) way = std::max(way, glm::length(moved[v]));
    const bool inside =
        std::all_of(border.begin(), border.end(), [&](auto v) { return within.has(mesh.at(v)); });
    if (!inside || border.size() < 6 || way <= most) continue;
    most = way;
    best = std::move(border);
  }
  return best.empty() ? Rim() : split(mesh, best, moved, opened);
}

Rim rim_by_movement(const FaceMesh& mesh, const std::vector<vec3>& moved, const FrontBox& within,
                    bool is_eye) {
  constexpr float least_share = 0.15f, still = 0.3f;
  constexpr int columns = 9;
  std::vector<std::uint32_t> movers, stayers;
  float most = 0.0f;
  for (const std::uint32_t v : mesh.skin())
    if (within.has(mesh.at(v))) most = std::max(most, -moved[v].y);
  if (!(most > 1e-3f)) return {};
  for (const std::uint32_t v : mesh.skin())
    if (within.has(mesh.at(v))) {
      if (-moved[v].y >= least_share * most) movers.push_back(v);
      if (-moved[v].y < still * most) stayers.push_back(v);
    }
  movers = by_x(mesh, [&] {
    // In each column the vertex that moves most; of several the lowest of an eye, the highest of a mouth.
    const auto [low, high] = std::minmax_element(movers.begin(), movers.end(),
                                                 [&](auto a, auto b) { return mesh.at(a).x < mesh.at(b).x; });
    const float from = mesh.at(*low).x, width = mesh.at(*high).x - from;
    std::vector<std::uint32_t> out{*low, *high};
    for (int i = 1; i < columns; ++i) {
      const float x = from + width * static_cast<float>(i) / columns;
      std::int32_t best = none;
      float value = 0.0f;
      for (const std::uint32_t v : movers) {
        const float here = -moved[v].y + (is_eye ? -0.01f : 0.01f) * mesh.at(v).y;
        if (std::abs(mesh.at(v).x - x) > 0.5f * width / columns || (best != none && here <= value)) continue;
        best = static_cast<std::int32_t>(v);
        value = here;
      }
      if (best != none) out.push_back(static_cast<std::uint32_t>(best));
    }
    return out;
  }());
  if (movers.size() < 4 || stayers.empty()) return {};
  std::vector<std::uint32_t> others{movers.front(), movers.back()};
  for (std::size_t i = 1; i + 1 < movers.size(); ++i) {
    const vec3 goal = mesh.at(movers[i]) + (is_eye ? moved[movers[i]] : vec3(0.0f));
    others.push_back(*std::min_element(stayers.begin(), stayers.end(), [&](auto a, auto b) {
      return glm::distance(mesh.at(a), goal) < glm::distance(mesh.at(b), goal);
    }));
  }
  others = by_x(mesh, std::move(others));
  return is_eye ? Rim{std::move(movers), std::move(others)} : Rim{std::move(others), std::move(movers)};
}

MeshPlace along(const FaceMesh& mesh, const std::vector<std::uint32_t>& side, float share) {
  const float x = glm::mix(mesh.at(side.front()).x, mesh.at(side.back()).x, share);
  const auto after = std::find_if(side.begin(), side.end(), [&](auto v) { return mesh.at(v).x >= x; });
  if (after == side.begin() || after == side.end())
    return {{after == side.end() ? side.back() : side.front()}, {1.0f}};
  const float from = mesh.at(*(after - 1)).x, to = mesh.at(*after).x;
  const float part = (x - from) / (to - from);
  return {{*(after - 1), *after}, {1.0f - part, part}};
}

}  // namespace mmd
