// How far eyes can turn, tried on the mesh.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <variant>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "session/look_at.h"

namespace mmd {
namespace {

constexpr float most = 30.0f * pi / 180.0f;
constexpr int trial_steps = 15;
/// The eyes stop where less than this share is seen of what is seen straight ahead.
constexpr float least_seen = 0.85f;
/// The share of the vertices that may come through closed lids.
constexpr float most_through = 0.02f;

using Triangle = std::array<vec3, 3>;

/// Whether a face is before a point, seen from the front.
bool covers(const Triangle& face, const vec3& p) {
  const auto edge = [](const vec3& a, const vec3& b, const vec3& at) {
    return (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
  };
  const float u = edge(face[1], face[2], p), v = edge(face[2], face[0], p), w = edge(face[0], face[1], p);
  if (!((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0))) return false;
  const float sum = u + v + w;
  if (std::abs(sum) < 1e-12f) return false;
  constexpr float apart = 1e-4f;
  return (u * face[0].z + v * face[1].z + w * face[2].z) / sum > p.z + apart;
}

/// Whether a bone moves most of a vertex.
bool moves(const Model& model, std::int32_t bone, std::uint32_t vertex) {
  float share = 0.0f;
  for (int i = 0; i < 4; ++i)
    if (model.vertices.bones[vertex][static_cast<std::size_t>(i)] == static_cast<std::uint32_t>(bone))
      share += model.vertices.weights[vertex][i];
  return share > 0.5f;
}

/// One eye of a face at rest: the vertices that its bone moves, and the other faces around them.
class Eye {
 public:
  /// `positions` of all vertices: with the lids open or closed.
  Eye(const Model& model, std::int32_t bone, std::span<const vec3> positions)
      : centre_(model.bone(bone).rest) {
    std::vector<bool> own(positions.size());
    for (std::uint32_t v = 0; v < own.size(); ++v) {
      own[v] = moves(model, bone, v);
      if (own[v]) points_.push_back(model.vertices.position[v]);
    }
    // Faces that it can come behind or through.
    vec2 low(1e9f), high(-1e9f);
    float radius = 0.0f;
    for (const vec3& p : points_) {
      low = glm::min(low, vec2(p)), high = glm::max(high, vec2(p));
      radius = std::max(radius, glm::distance(p, centre_));
    }
    const vec2 around(std::sin(most) * radius);
    for (std::size_t m = 0; m < model.materials.size(); ++m) {
      if (!(model.materials[m].diffuse.a > 0.5f)) continue;
      const auto corners = model.triangles_of(m);
      for (std::size_t first = 0; first + 2 < corners.size(); first += 3) {
        if (own[corners[first]] || own[corners[first + 1]] || own[corners[first + 2]]) continue;
        const Triangle face{positions[corners[first]], positions[corners[first + 1]],
                            positions[corners[first + 2]]};
        const vec2 least(glm::min(glm::min(face[0], face[1]), face[2])),
            greatest(glm::max(glm::max(face[0], face[1]), face[2]));
        if (glm::all(glm::lessThanEqual(least, high + around)) &&
            glm::all(glm::greaterThanEqual(greatest, low - around)))
          faces_.push_back(face);
      }
    }
  }

  /// The share of its vertices that is seen when it is turned about the axis.
  float seen(const vec3& axis, float angle) const {
    const quat turned = glm::angleAxis(angle, axis);
    const auto is_seen = [&](const vec3& at) {
      const vec3 p = centre_ + turned * (at - centre_);
      return std::none_of(faces_.begin(), faces_.end(),
                          [&](const Triangle& face) { return covers(face, p); });
    };
    const auto count = std::count_if(points_.begin(), points_.end(), is_seen);
    return static_cast<float>(count) / static_cast<float>(std::max<std::size_t>(points_.size(), 1));
  }

 private:
  vec3 centre_;
  std::vector<vec3> points_;
  std::vector<Triangle> faces_;
};

/// The vertices with closed lids; at rest without such a morph.
std::vector<vec3> blinking(const Model& model) {
  std::vector<vec3> out(model.vertices.position.begin(), model.vertices.position.end());
  const std::int32_t morph = model.find_morph("まばたき");
  if (morph == none) return out;
  const auto* lids = std::get_if<VertexMorph>(&model.morphs[static_cast<std::size_t>(morph)].data);
  for (std::size_t i = 0; lids != nullptr && i < lids->vertices.size(); ++i)
    out[lids->vertices[i]] += lids->offsets[i];
  return out;
}

/// How far an eye turns about the axis.
float limit(const Eye& open, const Eye& closed, const vec3& axis) {
  const float ahead = open.seen(axis, 0.0f), through = closed.seen(axis, 0.0f);
  float reached = 0.0f;
  for (int step = 1; step <= trial_steps; ++step) {
    const float angle = most * static_cast<float>(step) / trial_steps;
    if (open.seen(axis, angle) < least_seen * ahead) break;
    if (closed.seen(axis, angle) > through + most_through) break;
    reached = angle;
  }
  return reached;
}

}  // namespace

EyeLimits eye_limits(const Model& model) {
  EyeLimits out{most, most, most, most};
  const std::vector<vec3> closed_lids = blinking(model);
  const auto& position = model.vertices.position;
  for (const char* name : {"左目", "右目"}) {
    const std::int32_t bone = model.find_bone(name);
    if (bone == none) continue;
    const Eye open(model, bone, {position.data(), position.size()}), closed(model, bone, closed_lids);
    out.left = std::min(out.left, limit(open, closed, {0, 1, 0}));
    out.right = std::min(out.right, limit(open, closed, {0, -1, 0}));
    out.up = std::min(out.up, limit(open, closed, {-1, 0, 0}));
    out.down = std::min(out.down, limit(open, closed, {1, 0, 0}));
  }
  return out;
}

}  // namespace mmd
