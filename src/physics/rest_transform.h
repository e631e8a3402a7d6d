#pragma once

#include <glm/gtc/quaternion.hpp>

#include "physics/physics_world.h"

namespace mmd {

/// Where a body or a joint is at rest: rotation = Ry * Rx * Rz (semantics, "Physics"). In double precision
/// until the end: a last bit decides whether a locked axis has an error to correct in the first step.
inline BodyTransform rest_transform(const vec3& position, const vec3& rotation) {
  const auto about = [&](glm::length_t axis) {
    glm::dvec3 unit(0.0);
    unit[axis] = 1.0;
    return glm::angleAxis(static_cast<double>(rotation[axis]), unit);
  };
  return {position, quat(about(1) * about(0) * about(2))};
}

}  // namespace mmd
