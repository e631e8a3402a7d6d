#pragma once

#include "base/math.h"

namespace mmd {

/// A place or a way from one place to another with more digits than floats hold. Physics takes the difference
/// of two of them for a velocity, and where nothing but the last digit is left decides whether a joint has an
/// error.
struct ExactTransform {
  glm::dvec3 translation{0.0};
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};  ///< unit
};

}  // namespace mmd
