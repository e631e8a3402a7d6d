#pragma once

#include "base/math.h"

namespace mmd {

/// A position and a rotation with more digits than floats hold. The engine takes the difference of two
/// positions for a velocity, so the last digit can decide whether a joint has an error.
struct ExactTransform {
  glm::dvec3 translation{0.0};
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};  ///< unit
};

/// Position and rotation of a body. MMD's left-handed space, MMD units.
struct BodyTransform {
  vec3 position{0.0f};
  quat rotation = identity_rotation();  ///< unit
};

/// The float nearest to `value` rounded to nine significant decimal digits, which are as many as a float can
/// need. The reference runs hand numbers over as text of nine digits, and one in a hundred comes out as the
/// other neighbour of two floats (semantics, "Physics: the engine").
float nine_digits(double value);

/// As the engine is given it.
BodyTransform body_transform(const ExactTransform& exact);

}  // namespace mmd
