#pragma once

#include <span>

#include "scene/camera.h"

namespace mmd {

/// The nearest camera that sees all that these see, which look the same way with the same field of view: one
/// that stands still where each of them was fitted to one frame. At least one. `aspect`: width / height.
Camera covering_camera(std::span<const Camera> cameras, float aspect);

}  // namespace mmd
