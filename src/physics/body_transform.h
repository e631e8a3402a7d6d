#pragma once

#include "base/exact_transform.h"
#include "base/math.h"

namespace mmd {

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
