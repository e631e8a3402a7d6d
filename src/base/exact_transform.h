#pragma once

#include "base/math.h"

namespace mmd {

/// A position (MMD units) and rotation in double precision. The physics engine computes a velocity from the
/// difference of two positions, so the last digit can decide whether a joint has an error.
struct ExactTransform {
  glm::dvec3 translation{0.0};
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};  ///< unit
};

}  // namespace mmd
