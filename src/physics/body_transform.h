#pragma once

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

}  // namespace mmd
