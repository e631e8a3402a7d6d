#pragma once

#include <cstddef>

#include "base/content_hash.h"
#include "base/math.h"
#include "options/batch_choice.h"

namespace mmd {

/// A camera by chance, around what it looks at; and a light.
struct RandomView {
  float azimuth = 0.0f, elevation = 0.0f;  ///< degrees, as RandomViews has them
  float distance = 1.0f, fov = default_fov_degrees, roll = 0.0f;
  vec3 light{0.0f};  ///< where it shines to, MMD's left-handed space, unit
};

/// The same for the same seed, picture and index, on every machine. `picture`: what the pose and its model
/// are known by. Directions are even over the part of the sphere that azimuth and elevation leave.
RandomView random_view(const RandomViews& views, const ContentHash& picture, std::size_t index);

}  // namespace mmd
