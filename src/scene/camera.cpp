#include "scene/camera.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/gtc/matrix_transform.hpp>

namespace mmd {
namespace {

constexpr std::array<ViewName, 10> names{{{"fit", View::fit},
                                          {"mmd", View::mmd},
                                          {"front", View::front},
                                          {"back", View::back},
                                          {"left", View::left},
                                          {"right", View::right},
                                          {"top", View::top},
                                          {"three-quarter", View::three_quarter},
                                          {"bust", View::bust},
                                          {"face", View::face}}};

constexpr float margin = 1.06f;
constexpr float pole = 89.0f * pi / 180.0f;

float tan_half(float fov_degrees) {
  return std::tan(std::clamp(fov_degrees, 0.1f, 175.0f) * pi / 360.0f);
}

/// From the target to the eye, unit. The model's front is +Z, its left hand at +X.
vec3 side_of(View view) {
  switch (view) {
    case View::back:
      return {0, 0, -1};
    case View::left:
      return {1, 0, 0};
    case View::right:
      return {-1, 0, 0};
    case View::top:
      return {0, 1, 0};
    case View::three_quarter:
      return glm::normalize(vec3(-0.62f, 0.18f, 0.76f));
    default:
      return {0, 0, 1};
  }
}

vec3 up_for(const vec3& forward) {
  return std::abs(forward.y) > 0.9999f ? vec3(0, 0, forward.y < 0 ? -1.0f : 1.0f) : vec3(0, 1, 0);
}

struct Basis {
  vec3 forward, right, up;
};
Basis basis_of(const Camera& camera) {
  vec3 forward = camera.target - camera.eye;
  const float length = glm::length(forward);
  forward = length > 1e-12f ? forward / length : vec3(0, 0, -1);
  vec3 sideways = glm::cross(forward, camera.up.value_or(up_for(forward)));
  if (!(glm::length(sideways) > 1e-6f)) sideways = glm::cross(forward, up_for(forward));
  const vec3 right = glm::normalize(sideways);
  return {forward, right, glm::cross(right, forward)};
}

/// Places eye and target so that all points lie inside the picture and fill it one way, seen along the
/// camera's present direction. Each bound of the picture is a plane through the eye; with the eye at (x, y,
/// -d) in the camera's axes, the tightest pair of opposite planes over all points fixes the eye between them.
void fit_points(Camera& camera, std::span<const vec3> points, float aspect) {
  const Basis basis = basis_of(camera);
  const float tan_v = tan_half(camera.fov_degrees) / margin, tan_h = tan_v * std::max(aspect, 1e-3f);
  constexpr float least = std::numeric_limits<float>::lowest();
  float up = least, down = least, right = least, left = least, nearest = std::numeric_limits<float>::max();
  float farthest = least;
  for (const vec3& p : points) {
    if (!is_finite(p)) continue;
    const float x = glm::dot(p, basis.right), y = glm::dot(p, basis.up), z = glm::dot(p, basis.forward);
    up = std::max(up, y - z * tan_v);
    down = std::max(down, -y - z * tan_v);
    right = std::max(right, x - z * tan_h);
    left = std::max(left, -x - z * tan_h);
    nearest = std::min(nearest, z);
    farthest = std::max(farthest, z);
  }
  if (farthest == least) return;
  // y_eye + (z - z_eye) tan >= y for every point, and the same downwards: z_eye is at most -(up + down) / (2
  // tan).
  const float z = std::min({-(up + down) / (2 * tan_v), -(right + left) / (2 * tan_h), nearest - 0.01f});
  camera.eye = basis.right * ((right - left) * 0.5f) + basis.up * ((up - down) * 0.5f) + basis.forward * z;
  // An orthographic picture is as high as the field of view is at the target: there it must hold them too.
  float reach = 0.0f;
  for (const vec3& p : points) {
    if (!is_finite(p)) continue;
    const vec3 from_eye = p - camera.eye;
    reach = std::max({reach, std::abs(glm::dot(from_eye, basis.up)) / tan_v,
                      std::abs(glm::dot(from_eye, basis.right)) / tan_h});
  }
  camera.target = camera.eye + basis.forward * std::max((nearest + farthest) * 0.5f - z, reach / margin);
}

}  // namespace

std::array<vec3, 8> corners_of(const Bounds& bounds) {
  std::array<vec3, 8> out;
  for (std::size_t i = 0; i < 8; ++i) {
    out[i] = {(i & 1) ? bounds.max.x : bounds.min.x, (i & 2) ? bounds.max.y : bounds.min.y,
              (i & 4) ? bounds.max.z : bounds.min.z};
  }
  return out;
}

Bounds around_head(View view, const Bounds& bounds, std::optional<vec3> head) {
  const vec3 size = bounds.max - bounds.min;
  const vec3 at = head.value_or(vec3(bounds.centre().x, bounds.max.y - size.y * 0.14f, bounds.centre().z));
  const float top = std::clamp(bounds.max.y - at.y, size.y * 0.08f, size.y * 0.2f);
  const bool bust = view == View::bust;
  const float low = at.y - top * (bust ? 1.0f : 0.25f), high = at.y + top * 1.02f;
  const float half = (high - low) * 0.5f;
  return {{at.x - half * 0.9f, low, at.z - top * 0.5f}, {at.x + half * 0.9f, high, at.z + top * 0.5f}};
}

std::array<ViewName, 10> view_names() {
  return names;
}

std::optional<View> view_from_name(std::string_view name) {
  for (const ViewName& n : names) {
    if (n.name == name) return n.view;
  }
  return std::nullopt;
}

Camera camera_for(View view, const Bounds& bounds, float aspect, float fov_degrees,
                  std::span<const vec3> points) {
  Camera camera;
  camera.fov_degrees = fov_degrees;
  if (view == View::mmd) return camera;
  const bool upper_part = (view == View::bust || view == View::face) && points.empty();
  const Bounds shown = upper_part ? around_head(view, bounds, {}) : bounds;
  camera.target = shown.centre();
  camera.eye = camera.target + side_of(view);
  const std::array<vec3, 8> corners = corners_of(shown);
  fit_points(camera, points.empty() ? std::span<const vec3>(corners) : points, aspect);
  return camera;
}

Camera camera_from_motion(const CameraSample& sample) {
  Camera camera;
  camera.eye = sample.eye;
  camera.target = sample.target;
  camera.up = sample.up;
  camera.fov_degrees = sample.fov_degrees;
  camera.orthographic = !sample.perspective;
  return camera;
}

mat4 view_matrix(const Camera& camera) {
  const Basis basis = basis_of(camera);
  return glm::lookAt(camera.eye, camera.eye + basis.forward, basis.up);
}

mat4 projection_matrix(const Camera& camera, float aspect, const Bounds& bounds) {
  const float depth = glm::dot(bounds.centre() - camera.eye, basis_of(camera).forward);
  const float reach = bounds.radius() * 1.1f + 1.0f;
  const float far_plane = std::max(depth + reach, 1.0f);
  // Not nearer than a ten-thousandth of the far plane: a 24-bit depth buffer must still tell surfaces apart.
  const float near_plane = std::clamp(depth - reach, far_plane * 1e-4f, far_plane * 0.999f);
  const float tan_v = tan_half(camera.fov_degrees);
  if (camera.orthographic) {
    const float half = std::max(camera.distance() * tan_v, 1e-4f);
    return glm::ortho(-half * aspect, half * aspect, -half, half, depth - reach,
                      std::max(far_plane, depth + reach));
  }
  return glm::perspective(2.0f * std::atan(tan_v), aspect, near_plane, far_plane);
}

void orbit(Camera& camera, float yaw, float pitch) {
  const vec3 from = camera.eye - camera.target;
  const float distance = glm::length(from);
  if (!(distance > 1e-9f)) return;
  camera.up.reset();
  const float old_pitch = std::asin(std::clamp(from.y / distance, -1.0f, 1.0f));
  const float old_yaw = std::atan2(from.x, from.z);
  const float p = std::clamp(old_pitch + pitch, -pole, pole), y = old_yaw + yaw;
  camera.eye =
      camera.target + distance * vec3(std::sin(y) * std::cos(p), std::sin(p), std::cos(y) * std::cos(p));
}

void pan(Camera& camera, const vec2& picture_heights) {
  const Basis basis = basis_of(camera);
  const float height = 2.0f * camera.distance() * tan_half(camera.fov_degrees);
  const vec3 move = (basis.right * picture_heights.x + basis.up * picture_heights.y) * height;
  camera.eye += move;
  camera.target += move;
}

void zoom(Camera& camera, float factor, const vec2& about) {
  pan(camera, about);
  const vec3 from = camera.eye - camera.target;
  const float distance = std::clamp(glm::length(from) * factor, 0.05f, 1e6f);
  camera.eye = camera.target - basis_of(camera).forward * distance;
  pan(camera, -about);
}

}  // namespace mmd
