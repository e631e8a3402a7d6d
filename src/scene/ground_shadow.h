#pragma once

// Geometry of the ground shadow (semantics, "The MMD look"). Scene space, right-handed, MMD units.

#include <vector>

#include "scene/scene.h"

namespace mmd {

bool shades_ground(const Scene& scene);
bool throws_ground_shadow(const Material& material, const MaterialState& state);
/// Whether the actor is drawn and its materials may throw a shadow.
bool may_shade_ground(const Actor& actor);
/// Whether the light has a ground shadow: not from below or along the ground.
bool reaches_ground(const vec3& light_direction);
/// Projects a point along the light onto the ground, the plane y = 0.
vec3 on_ground(const vec3& point, const vec3& light_direction);

/// Points on the outline of the ground shadow of all visible actors: the farthest in sixteen directions.
/// Empty without a shadow.
std::vector<vec3> ground_shadow_outline(const Scene& scene);

/// The eye's height above or below the ground, to divide by the clip w of a point on it (the distance along
/// the view; 1 in an orthographic picture).
float eye_over_ground(const Camera& camera);

}  // namespace mmd
