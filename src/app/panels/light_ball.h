#pragma once

#include "scene/camera.h"

namespace mmd {

/// Where on a ball the light comes from, seen with `camera`: (0, 0) from the eye, at half the way to the edge
/// from the side, at the edge from behind; right and up. Angles from the line of sight are in proportion.
/// `to_light`: where the light is, in the viewer's space, not zero.
vec2 place_on_ball(const Camera& camera, const vec3& to_light);

/// The same back, of length 1; what lies beyond the edge counts as the edge.
vec3 light_on_ball(const Camera& camera, const vec2& place);

}  // namespace mmd
