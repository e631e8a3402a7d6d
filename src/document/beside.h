#pragma once

#include "scene/scene.h"

namespace mmd {

/// Where another model stands free of those in the scene, both with their arms stretched out: to the right of
/// them all, as one sees them from the front. The origin, if there are none.
vec3 place_beside(const Scene& scene, const Model& model);

}  // namespace mmd
