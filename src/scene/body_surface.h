#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "scene/scene.h"

namespace mmd {

/// The surface of an actor in a pose, without some bones: what a dragged hand must not enter. Scene space.
class BodySurface {
 public:
  /// `left_out`: per bone, whether triangles that it moves most are left out.
  BodySurface(const Actor& actor, const std::function<bool(std::int32_t)>& left_out);

  /// The distance along a ray to the surface, front or back; nullopt: the ray misses it.
  std::optional<float> along(const Ray& ray) const;

 private:
  std::vector<vec3> corners_;  ///< three per triangle
};

}  // namespace mmd
