#pragma once

// What is known of the shadow on the ground without drawing it: who throws it, where it falls, how it fades.

#include <vector>

#include "scene/scene.h"

namespace mmd {

bool shades_ground(const Scene& scene);
bool throws_ground_shadow(const Material& material, const MaterialState& state);
/// Light from below or along the ground throws no shadow.
bool reaches_ground(const vec3& light_direction);
/// Where along the light a point meets the ground, the plane y = 0.
vec3 on_ground(const vec3& point, const vec3& light_direction);

/// Points on the outline of the shadow of all that is seen: those that lie farthest out in sixteen
/// directions. Empty if there is none.
std::vector<vec3> ground_shadow_outline(const Scene& scene);

/// How high the eye is above or below the ground, to be divided by the clip w of a place on it (the distance
/// along the view; 1 in an orthographic picture).
float eye_over_ground(const Camera& camera);

}  // namespace mmd
