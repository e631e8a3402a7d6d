#pragma once

#include <cmath>
#include <optional>

#include <glm/geometric.hpp>

#include "base/math.h"

namespace mmd {

/// The Moeller-Trumbore intersection of a ray with a triangle.
inline std::optional<float> hit_triangle(const Ray& ray, const vec3& a, const vec3& b, const vec3& c) {
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

}  // namespace mmd
