#pragma once

#include <glm/gtc/quaternion.hpp>

#include "base/exact_transform.h"
#include "base/math.h"

namespace mmd {

/// Position and rotation of a body. MMD's left-handed space, MMD units.
struct BodyTransform {
  vec3 position{0.0f};
  quat rotation = identity_rotation();  ///< unit
};

/// Rounds `value` to nine significant decimal digits, then to float. The reference runs take numbers as text
/// of nine digits; in one case in a hundred this gives the neighbouring float (semantics, "The engine").
float nine_digits(double value);

/// The transform for the engine, rounded by nine_digits().
BodyTransform body_transform(const ExactTransform& exact);

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
