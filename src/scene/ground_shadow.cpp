#include "scene/ground_shadow.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace mmd {
namespace {

constexpr float flattest_light = -1e-3f;

/// Keeps the farthest point in each of several directions on the ground.
class Outline {
 public:
  Outline() {
    farthest_.fill(std::numeric_limits<float>::lowest());
    for (std::size_t i = 0; i < directions_.size(); ++i) {
      const float angle = 2.0f * pi * static_cast<float>(i) / static_cast<float>(directions_.size());
      directions_[i] = {std::cos(angle), std::sin(angle)};
    }
  }
  void add(const vec3& point) {
    // Check all directions first: few points are farther than earlier ones.
    bool is_farther = false;
    for (std::size_t i = 0; i < directions_.size(); ++i)
      is_farther |= directions_[i].x * point.x + directions_[i].y * point.z >= farthest_[i];
    if (!is_farther) return;
    for (std::size_t i = 0; i < directions_.size(); ++i) {
      const float out = directions_[i].x * point.x + directions_[i].y * point.z;
      const bool wins = out > farthest_[i] || (out == farthest_[i] && comes_before(point, points_[i]));
      if (!wins) continue;
      farthest_[i] = out;
      points_[i] = point;
      is_empty_ = false;
    }
  }
  /// A tie-break that makes the result independent of the points' order.
  static bool comes_before(const vec3& a, const vec3& b) { return a.x < b.x || (a.x == b.x && a.z < b.z); }
  std::vector<vec3> points() const {
    if (is_empty_) return {};
    return {points_.begin(), points_.end()};
  }

 private:
  std::array<vec2, 16> directions_;
  std::array<float, 16> farthest_;
  std::array<vec3, 16> points_;
  bool is_empty_ = true;
};

void add_shadow(const Actor& actor, const vec3& light, Outline& outline) {
  const auto positions = actor.posed_positions();
  const Bounds bounds = actor.posed_bounds();
  const auto& materials = actor.model().materials;
  for (std::size_t m = 0; m < materials.size(); ++m) {
    if (!throws_ground_shadow(materials[m], actor.materials()[m])) continue;
    for (const VertexRange& range : actor.material_vertices().of(m))
      for (const vec3& p : positions.subspan(range.first, range.count()))
        if (glm::clamp(p, bounds.min, bounds.max) == p)
          outline.add(on_ground(p, light));  // ignores vertices outside the bounds
  }
}

}  // namespace

bool shades_ground(const Scene& scene) {
  return scene.settings.ground_shadow && scene.settings.shading == Shading::mmd;
}

bool throws_ground_shadow(const Material& material, const MaterialState& state) {
  return material.has(pmx::material_ground_shadow) && !is_hidden(state);
}

bool may_shade_ground(const Actor& actor) {
  return actor.visible && actor.accessory.has_ground_shadow;
}

bool reaches_ground(const vec3& light_direction) {
  return light_direction.y <= flattest_light;
}

vec3 on_ground(const vec3& point, const vec3& light_direction) {
  return point - light_direction * (point.y / light_direction.y);
}

std::vector<vec3> ground_shadow_outline(const Scene& scene) {
  if (!shades_ground(scene) || !reaches_ground(scene.light.direction)) return {};
  Outline outline;
  for (const auto& actor : scene.actors)
    if (actor->is_seen() && actor->accessory.has_ground_shadow && !actor->model().is_accessory)
      add_shadow(*actor, scene.light.direction, outline);
  return outline.points();
}

float eye_over_ground(const Camera& camera) {
  if (!camera.orthographic) return std::abs(camera.eye.y);
  return std::abs(camera.eye.y - camera.target.y) / std::max(camera.distance(), 1e-6f);
}

}  // namespace mmd
