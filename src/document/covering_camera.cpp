#include "document/covering_camera.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mmd {
namespace {

/// Along one side of the picture: the borders of what is seen, as lines coordinate ± slope * depth = limit.
struct Side {
  float slope;
  float low = std::numeric_limits<float>::max(), high = std::numeric_limits<float>::max();

  void add(float coordinate, float depth) {
    low = std::min(low, slope * depth - coordinate);
    high = std::min(high, slope * depth + coordinate);
  }
  /// Where the borders meet.
  float depth() const { return (low + high) / (2.0f * slope); }
  float coordinate() const { return (high - low) / 2.0f; }
};

}  // namespace

// Pyramids of one shape that open the same way: one holds another exactly if it holds its tip. So the tip
// that is looked for is as far along the view as all others lie within its borders.
Camera covering_camera(std::span<const Camera> cameras, float aspect) {
  Camera out = cameras.front();
  const mat4 view = view_matrix(out);
  const vec3 right(view[0][0], view[1][0], view[2][0]), up(view[0][1], view[1][1], view[2][1]);
  const vec3 along(-view[0][2], -view[1][2], -view[2][2]);
  const float slope = std::tan(glm::radians(out.fov_degrees) * 0.5f);
  Side across{slope * aspect}, upwards{slope};
  float farthest = std::numeric_limits<float>::lowest();  // of what is looked at
  for (const Camera& camera : cameras) {
    const float depth = glm::dot(camera.eye, along);
    across.add(glm::dot(camera.eye, right), depth);
    upwards.add(glm::dot(camera.eye, up), depth);
    farthest = std::max(farthest, glm::dot(camera.target, along));
    // Where the shadow fades for one of them it leaves the picture.
    out.shadow_fade = glm::max(out.shadow_fade, camera.shadow_fade);
  }
  const float depth = std::min(across.depth(), upwards.depth());
  out.eye = across.coordinate() * right + upwards.coordinate() * up + depth * along;
  out.target = out.eye + (farthest - depth) * along;
  return out;
}

}  // namespace mmd
