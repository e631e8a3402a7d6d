#pragma once

#include <optional>

#include "base/ray.h"
#include "scene/scene.h"

namespace mmd {

/// How far along a ray of the scene's space the surface of an actor is, from either side; without materials
/// that are hidden. nullopt: the ray misses it, or it is not drawn.
std::optional<float> distance_along(const Ray& ray, const Actor& actor);

}  // namespace mmd
