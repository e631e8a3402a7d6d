#pragma once

#include "base/math.h"

namespace mmd {

/// A half line.
struct Ray {
  vec3 origin{0.0f};
  vec3 direction{0.0f, 0.0f, -1.0f};  ///< unit
};

}  // namespace mmd
