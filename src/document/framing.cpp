#include "document/framing.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/handedness.h"
#include "scene/camera.h"
#include "scene/ground_shadow.h"

namespace mmd {
namespace {

vec3 about_vertical(const vec3& v, float angle) {
  const float c = std::cos(angle), s = std::sin(angle);
  return {c * v.x + s * v.z, v.y, c * v.z - s * v.x};
}

/// Points carried around the vertical through one of them: what a camera that goes around them sees.
std::vector<vec3> swept(std::span<const vec3> points, const vec3& centre) {
  constexpr int directions = 24;
  std::vector<vec3> out;
  out.reserve(points.size() * directions);
  for (const vec3& p : points)
    for (int i = 0; i < directions; ++i)
      out.push_back(centre + about_vertical(p - centre, 2.0f * pi * static_cast<float>(i) / directions));
  return out;
}

/// The vertices of all actors, without those astray.
std::vector<vec3> points_of_all(const Scene& scene, const Bounds& bounds) {
  std::vector<vec3> out;
  for (const auto& actor : scene.actors)
    for (const vec3& p : actor->posed_positions())
      if (glm::clamp(p, bounds.min, bounds.max) == p) out.push_back(p);
  return out;
}

/// Where most of the faces look to, along the X axis.
float facing_x(const Scene& scene) {
  float out = 0.0f;
  for (const auto& actor : scene.actors) {
    const auto positions = actor->posed_positions();
    const auto& indices = actor->model().indices;
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
      const vec3& a = positions[indices[i]];
      out += glm::cross(positions[indices[i + 1]] - a, positions[indices[i + 2]] - a).x;
    }
  }
  return out;
}

/// From the front, unless all that is flat is seen edge-on from there.
View view_of_whole(const Scene& scene) {
  const Bounds bounds = scene.posed_bounds();
  const vec3 size = bounds.max - bounds.min;
  const float flat = 1e-4f * std::max({size.x, size.y, size.z});
  if (size.y <= flat) return View::top;
  if (size.x <= flat) return facing_x(scene) < 0.0f ? View::right : View::left;
  return View::fit;
}

Camera fitted(View view, const Scene& scene, float aspect, float fov_degrees, Framing framing) {
  const auto shadow = shows_whole(view) ? ground_shadow_outline(scene) : std::vector<vec3>();
  if (framing == Framing::turntable && shows_whole(view)) {
    const Bounds bounds = scene.posed_bounds();
    const vec3 centre = bounds.centre();
    return fitted_camera(view, bounds, aspect, fov_degrees, swept(points_of_all(scene, bounds), centre),
                         swept(shadow, centre));
  }
  return fitted_camera(view, bounds_for(scene, view), aspect, fov_degrees, points_for(scene, view), shadow);
}

Camera rolled(const Camera& camera, const CameraChoice& choice) {
  if (!choice.roll_degrees) return camera;
  MmdCamera turned = mmd_camera_from(camera);
  turned.angles.z = *choice.roll_degrees;
  return camera_from(turned);
}

}  // namespace

bool is_fitted(const CameraChoice& choice, const PosedState& state) {
  if (choice.eye_and_target || (state.camera && choice.follows_motion())) return false;
  return choice.view != View::mmd;
}

Camera camera_for(const CameraChoice& choice, const PosedState& state, const Scene& scene, float aspect,
                  Framing framing) {
  Camera camera;
  if (state.camera && choice.follows_motion()) {
    camera = camera_from(*state.camera);
    camera.orthographic = camera.orthographic || choice.orthographic;
    camera.fov_degrees = choice.fov_degrees.value_or(camera.fov_degrees);
    return rolled(camera, choice);
  }
  const float fov_degrees = choice.fov_degrees.value_or(default_fov_degrees);
  if (choice.eye_and_target) {
    const auto& c = *choice.eye_and_target;
    camera.eye = mirror(vec3(c[0], c[1], c[2]));
    camera.target = mirror(vec3(c[3], c[4], c[5]));
    camera.fov_degrees = fov_degrees;
  } else {
    View view = choice.view.value_or(View::fit);
    if (view == View::fit) view = view_of_whole(scene);
    camera = fitted(view, scene, aspect, fov_degrees, framing);
  }
  camera.orthographic = choice.orthographic;
  return rolled(camera, choice);
}

Camera turned(Camera camera, float angle) {
  if (angle == 0.0f) return camera;
  const vec3 back = camera.eye - camera.target;
  const bool vertical = std::hypot(back.x, back.z) < 1e-4f * camera.distance();
  if (vertical && !camera.up) camera.up = vec3(0.0f, 0.0f, back.y > 0.0f ? -1.0f : 1.0f);
  if (camera.up) camera.up = about_vertical(*camera.up, angle);
  camera.eye = camera.target + about_vertical(back, angle);
  return camera;
}

Light light_for(const LightChoice& choice, const PosedState& state) {
  Light light;
  if (state.light) light = {state.light->colour, glm::normalize(state.light->direction)};
  if (choice.direction) light.direction = glm::normalize(mirror(*choice.direction));
  if (choice.colour) light.colour = *choice.colour;
  return light;
}

}  // namespace mmd
