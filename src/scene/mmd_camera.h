#pragma once

#include "scene/camera.h"

namespace mmd {

/// A camera as MikuMikuDance's panel has it, in its left-handed space.
struct MmdCamera {
  vec3 target{0.0f, 10.0f, 0.0f};
  vec3 angles{0.0f};          ///< degrees: how far the eye is raised (-90 to 90), turned to +X, and the roll
  float distance = 45.0f;     ///< of the eye before the target, above 0
  float fov_degrees = 30.0f;  ///< vertical
  bool perspective = true;
};

MmdCamera mmd_camera_from(const Camera& camera);
Camera camera_from(const MmdCamera& camera);

}  // namespace mmd
