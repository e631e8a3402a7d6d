#pragma once

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/vec4.hpp>

namespace mmd {

/// From `a` to `b` by `share` (0-1) on the shortest arc: unit quaternions x, y, z, w in and out.
inline glm::dvec4 on_shortest_arc(const glm::dvec4& a, glm::dvec4 b, double share) {
  double cosine = glm::dot(a, b);
  if (cosine < 0.0) {
    b = -b;
    cosine = -cosine;
  }
  if (cosine > 1.0 - 1e-9) return glm::normalize(a + share * (b - a));
  const double angle = std::acos(cosine);
  return glm::normalize(std::sin((1.0 - share) * angle) * a + std::sin(share * angle) * b);
}

}  // namespace mmd
