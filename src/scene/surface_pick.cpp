#include "scene/surface_pick.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mmd {
namespace {

/// Moeller and Trumbore's test of a ray against a triangle.
std::optional<float> hit(const Ray& ray, const vec3& a, const vec3& b, const vec3& c) {
  const vec3 ab = b - a, ac = c - a;
  const vec3 across = glm::cross(ray.direction, ac);
  const float volume = glm::dot(ab, across);
  if (std::abs(volume) < 1e-12f) return std::nullopt;
  const vec3 from = ray.origin - a;
  const float u = glm::dot(from, across) / volume;
  if (u < 0.0f || u > 1.0f) return std::nullopt;
  const vec3 turned = glm::cross(from, ab);
  const float v = glm::dot(ray.direction, turned) / volume;
  if (v < 0.0f || u + v > 1.0f) return std::nullopt;
  const float along = glm::dot(ac, turned) / volume;
  return along >= 0.0f ? std::optional(along) : std::nullopt;
}

/// Whether the ray meets the box: it is between all pairs of sides at once somewhere.
bool meets(const Ray& ray, const Bounds& box) {
  float enters = 0.0f, leaves = std::numeric_limits<float>::infinity();
  for (int i = 0; i < 3; ++i) {
    if (std::abs(ray.direction[i]) < 1e-12f) {
      if (ray.origin[i] < box.min[i] || ray.origin[i] > box.max[i]) return false;
      continue;
    }
    const float one = (box.min[i] - ray.origin[i]) / ray.direction[i],
                other = (box.max[i] - ray.origin[i]) / ray.direction[i];
    enters = std::max(enters, std::min(one, other));
    leaves = std::min(leaves, std::max(one, other));
  }
  return enters <= leaves;
}

}  // namespace

std::optional<float> distance_along(const Ray& ray, const Actor& actor) {
  if (!actor.is_seen() || !meets(ray, actor.enclosing_bounds())) return std::nullopt;
  const Model& model = actor.model();
  const auto positions = actor.posed_positions();
  std::optional<float> nearest;
  for (std::size_t m = 0; m < model.materials.size(); ++m) {
    if (is_hidden(actor.materials()[m])) continue;
    const auto triangles = model.triangles_of(m);
    for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
      const auto found =
          hit(ray, positions[triangles[i]], positions[triangles[i + 1]], positions[triangles[i + 2]]);
      if (found && (!nearest || *found < *nearest)) nearest = found;
    }
  }
  return nearest;
}

}  // namespace mmd
