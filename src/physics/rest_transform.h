#pragma once

#include <glm/gtc/quaternion.hpp>

#include "base/exact_transform.h"
#include "physics/body_transform.h"

namespace mmd {

/// The transform of a body or joint at rest from its position and Euler angles (radians): Ry * Rx * Rz
/// (semantics, "Bodies and joints").
inline ExactTransform exact_rest(const vec3& position, const vec3& rotation) {
  const auto about = [&](glm::length_t axis) {
    glm::dvec3 unit(0.0);
    unit[axis] = 1.0;
    return glm::angleAxis(static_cast<double>(rotation[axis]), unit);
  };
  return {glm::dvec3(position), about(1) * about(0) * about(2)};
}

/// The same, rounded for the engine.
inline BodyTransform rest_transform(const vec3& position, const vec3& rotation) {
  return body_transform(exact_rest(position, rotation));
}

}  // namespace mmd
