#include "scene/penetration.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/parallel_for.h"
#include "model/body_parts.h"
#include "scene/triangle_tree.h"

namespace mmd {
namespace {

/// Parts that are skin, and which of them touch at a joint. Rows with "left" also apply to the right side.
constexpr std::string_view skin_parts[] = {"head",           "neck",         "torso",     "hips",
                                           "left upper arm", "left forearm", "left hand", "left thigh",
                                           "left shin",      "left foot"};
constexpr std::pair<std::string_view, std::string_view> joined[] = {{"head", "neck"},
                                                                    {"head", "torso"},
                                                                    {"neck", "torso"},
                                                                    {"torso", "hips"},
                                                                    {"torso", "left upper arm"},
                                                                    {"left upper arm", "left forearm"},
                                                                    {"left forearm", "left hand"},
                                                                    {"hips", "left thigh"},
                                                                    {"left thigh", "left shin"},
                                                                    {"left shin", "left foot"}};

class PartTable {
 public:
  PartTable() {
    for (const std::string_view part : skin_parts) {
      add_skin(part);
      add_skin(right_of(part));
    }
    for (const auto& [a, b] : joined) {
      join(a, b);
      join(right_of(a), right_of(b));
    }
  }
  bool is_skin(std::uint8_t part) const { return skin_[part]; }
  const std::vector<std::uint8_t>& skin() const { return list_; }
  bool are_joined(std::uint8_t a, std::uint8_t b) const { return a == b || joined_[a][b]; }

 private:
  void add_skin(std::string_view name) {
    const std::uint8_t part = body_part(name);
    if (!std::exchange(skin_[part], true)) list_.push_back(part);
  }
  void join(std::string_view a, std::string_view b) {
    joined_[body_part(a)][body_part(b)] = joined_[body_part(b)][body_part(a)] = true;
  }
  std::array<bool, 64> skin_{};
  std::array<std::array<bool, 64>, 64> joined_{};
  std::vector<std::uint8_t> list_;
};

/// A vertex that is seen: its part, and for loose ones the part of the skin on which they hang.
struct PartOfVertex {
  std::uint8_t part = 0, hangs_on = 0;
  bool is_seen = false, is_loose = false;
};

class Body {
 public:
  explicit Body(const Model& model) : model_(model), vertices_(model.vertices.size()) {
    const auto parts = parts_of_bones(model);
    const auto hair = hair_materials(model);
    for (std::size_t m = 0; m < model.materials.size(); ++m) {
      if (is_invisible(model.materials[m].diffuse.a)) continue;
      const auto corners = model.triangles_of(m);
      for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
        const TriangleTree::Corners t{corners[i], corners[i + 1], corners[i + 2]};
        for (const std::uint32_t v : t) note(v, parts, hair[m]);
        if (vertices_[t[0]].is_loose || vertices_[t[1]].is_loose || vertices_[t[2]].is_loose) continue;
        // A triangle between two parts belongs to both, so that each is closed a little further.
        for (std::size_t corner = 0; corner < 3; ++corner) {
          const std::uint8_t part = vertices_[t[corner]].part;
          const bool is_new =
              corner == 0 || (part != vertices_[t[0]].part && (corner == 1 || part != vertices_[t[1]].part));
          if (is_new && table_.is_skin(part)) triangles_[part].push_back(t);
        }
      }
    }
  }

  const PartTable& table() const { return table_; }
  const PartOfVertex& operator[](std::uint32_t v) const { return vertices_[v]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(vertices_.size()); }
  std::vector<TriangleTree::Corners> triangles_of(std::uint8_t part) const {
    const auto found = triangles_.find(part);
    return found == triangles_.end() ? std::vector<TriangleTree::Corners>() : found->second;
  }

 private:
  void note(std::uint32_t v, const std::vector<std::uint8_t>& parts, bool is_hair) {
    PartOfVertex& out = vertices_[v];
    if (out.is_seen) return;
    const std::uint32_t bone = strongest_bone(model_, v);
    out.is_seen = true;
    out.part = parts[bone];
    const bool moves = bone < model_.bone_count() && model_.skeleton.bones[bone].physics;
    out.is_loose = is_hair || moves || !table_.is_skin(out.part);
    if (!out.is_loose) return;
    if (is_hair) out.part = body_part("hair");
    auto at = bone < model_.bone_count() ? static_cast<std::int32_t>(bone) : none;
    while (at != none && (model_.bone(at).physics || !table_.is_skin(parts[static_cast<std::size_t>(at)])))
      at = model_.bone(at).parent;
    if (at != none) out.hangs_on = parts[static_cast<std::size_t>(at)];
  }

  const Model& model_;
  const PartTable table_;
  std::vector<PartOfVertex> vertices_;
  std::map<std::uint8_t, std::vector<TriangleTree::Corners>> triangles_;
};

struct Deep {
  std::uint32_t vertex = 0;
  std::uint8_t inside = 0;
  float depth = 0.0f;
};

/// How deep a point lies inside a part; 0: outside.
float depth_in(const TriangleTree& tree, const vec3& p) {
  const vec3 nearer = glm::clamp(p, tree.min(), tree.max());
  if (nearer != p || tree.winding_number(p) < 0.5f) return 0.0f;
  constexpr float farthest = 100.0f;
  const auto nearest = tree.nearest(p, farthest);
  return nearest ? nearest->distance : 0.0f;
}

/// The vertices inside a part.
std::vector<Deep> inside_part(const Model& model, const Body& body, std::uint8_t part,
                              std::span<const vec3> posed, PenetrationOf of,
                              const std::atomic<bool>& wanted) {
  std::vector<Deep> out;
  const TriangleTree tree(posed, body.triangles_of(part));
  if (tree.empty()) return out;
  std::optional<TriangleTree> at_rest;
  for (std::uint32_t v = 0; v < body.size() && wanted; ++v) {
    const PartOfVertex& vertex = body[v];
    if (!vertex.is_seen || (vertex.is_loose && of == PenetrationOf::skin)) continue;
    if (body.table().are_joined(vertex.is_loose ? vertex.hangs_on : vertex.part, part)) continue;
    const float depth = depth_in(tree, posed[v]);
    if (depth < least_penetration) continue;
    if (!at_rest) at_rest.emplace(model.vertices.position, body.triangles_of(part));
    if (depth - depth_in(*at_rest, model.vertices.position[v]) >= least_penetration)
      out.push_back({v, part, depth});
  }
  return out;
}

}  // namespace

Penetrations find_penetrations(const Model& model, std::span<const vec3> posed, PenetrationOf of,
                               const std::atomic<bool>& wanted) {
  const Body body(model);
  const auto& skin = body.table().skin();
  std::vector<std::vector<Deep>> found(skin.size());
  parallel_for(skin.size(), [&](std::size_t i) {
    if (wanted) found[i] = inside_part(model, body, skin[i], posed, of, wanted);
  });
  std::map<std::pair<std::uint8_t, std::uint8_t>, Penetration> parts;
  Penetrations out;
  for (const auto& list : found)
    for (const Deep& deep : list) {
      const std::uint8_t part = body[deep.vertex].part;
      Penetration& sum =
          parts.try_emplace({part, deep.inside}, Penetration{part, deep.inside, 0, 0.0f}).first->second;
      ++sum.vertices;
      sum.depth = std::max(sum.depth, deep.depth);
      out.inside.push_back(deep.vertex);
    }
  for (const auto& [key, sum] : parts) out.parts.push_back(sum);
  std::stable_sort(out.parts.begin(), out.parts.end(),
                   [](const Penetration& a, const Penetration& b) { return a.vertices > b.vertices; });
  std::sort(out.inside.begin(), out.inside.end());
  out.inside.erase(std::unique(out.inside.begin(), out.inside.end()), out.inside.end());
  return out;
}

}  // namespace mmd
