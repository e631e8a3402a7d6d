#include "scene/mmd_camera.h"

#include <algorithm>
#include <cmath>

#include "base/handedness.h"
#include "pose/camera_track.h"

namespace mmd {
namespace {

constexpr float degrees = 180.0f / pi;
constexpr float least_distance = 0.05f;

/// A key of a motion has the first angle the other way round, and the distance too (camera_track.h).
CameraSample sample_of(const MmdCamera& camera) {
  const vec3 angles = vec3(-camera.angles.x, camera.angles.y, camera.angles.z) / degrees;
  return camera_from(camera.target, angles, -std::max(camera.distance, least_distance), camera.fov_degrees,
                     camera.perspective);
}

}  // namespace

MmdCamera mmd_camera_from(const Camera& camera) {
  MmdCamera out;
  out.target = mirror(camera.target);
  out.distance = std::max(camera.distance(), least_distance);
  out.fov_degrees = camera.fov_degrees;
  out.perspective = !camera.orthographic;
  const vec3 back = (camera.eye - camera.target) / out.distance;
  out.angles.x = std::asin(std::clamp(back.y, -1.0f, 1.0f)) * degrees;
  const bool vertical = std::hypot(back.x, back.z) < 1e-5f;
  out.angles.y = vertical ? 0.0f : std::atan2(back.x, back.z) * degrees;
  if (!camera.up) return out;
  const vec3 level = sample_of(out).up, right = glm::cross(level, back);
  out.angles.z = std::atan2(glm::dot(*camera.up, right), glm::dot(*camera.up, level)) * degrees;
  return out;
}

Camera camera_from(const MmdCamera& camera) {
  Camera out = camera_from(sample_of(camera));
  const bool level = camera.angles.z == 0.0f && std::abs(camera.angles.x) < 89.0f;
  if (level) out.up.reset();
  return out;
}

}  // namespace mmd
