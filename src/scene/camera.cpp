#include "scene/camera.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/gtc/matrix_transform.hpp>

#include "base/handedness.h"
#include "pose/camera_track.h"

namespace mmd {

namespace {

constexpr std::array<ViewName, 13> names{{{"fit", View::fit},
                                          {"mmd", View::mmd},
                                          {"front", View::front},
                                          {"back", View::back},
                                          {"left", View::left},
                                          {"right", View::right},
                                          {"top", View::top},
                                          {"three-quarter", View::three_quarter},
                                          {"bust", View::bust},
                                          {"face", View::face},
                                          {"left-hand", View::left_hand},
                                          {"right-hand", View::right_hand},
                                          {"feet", View::feet}}};

constexpr float margin = 1.06f;
constexpr float mmd_near = 0.5f;  ///< MikuMikuDance's near plane
/// Limit of lengths, so that sums and products stay finite.
constexpr float max_reach = 1e12f;
constexpr float pole = 89.0f * pi / 180.0f;

float tan_half(float fov_degrees) {
  return std::tan(std::clamp(fov_degrees, 0.1f, 175.0f) * pi / 360.0f);
}

/// The unit direction from target to eye. The model's front is +Z, its left hand at +X.
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
  forward = length > 1e-12f && std::isfinite(length) ? forward / length : vec3(0, 0, -1);
  vec3 sideways = glm::cross(forward, camera.up.value_or(up_for(forward)));
  if (!(glm::length(sideways) > 1e-6f)) sideways = glm::cross(forward, up_for(forward));
  const vec3 right = glm::normalize(sideways);
  return {forward, right, glm::cross(right, forward)};
}

/// Half the picture's width and height per unit of depth.
vec2 slopes(const Camera& camera, float aspect) {
  const float tan_v = tan_half(camera.fov_degrees);
  return {tan_v * std::max(aspect, 1e-3f), tan_v};
}

/// Constraints on an eye that sees all points. Each border of the picture is a plane through the eye: for the
/// eye at (x, y, z) in the camera's axes, low.x + z * slope.x <= x <= high.x - z * slope.x, and likewise for
/// y.
struct Needs {
  vec2 low{std::numeric_limits<float>::lowest()}, high{std::numeric_limits<float>::max()};
  float nearest = std::numeric_limits<float>::max(), farthest = std::numeric_limits<float>::lowest();
};

Needs needs_of(const Basis& basis, const vec2& slope, std::span<const vec3> points) {
  Needs needs;
  for (const vec3& p : points) {
    if (!is_finite(p)) continue;
    const vec2 at(glm::dot(p, basis.right), glm::dot(p, basis.up));
    const float z = glm::dot(p, basis.forward);
    needs.low = glm::max(needs.low, at - z * slope);
    needs.high = glm::min(needs.high, at + z * slope);
    needs.nearest = std::min(needs.nearest, z);
    needs.farthest = std::max(needs.farthest, z);
  }
  return needs;
}

/// Moves eye and target along the current direction so that `points` fit, fill the picture in one direction
/// and stand in the middle.
void fit_points(Camera& camera, std::span<const vec3> points, float aspect) {
  const Basis basis = basis_of(camera);
  const vec2 slope = slopes(camera, aspect) / margin;
  const Needs needs = needs_of(basis, slope, points);
  if (needs.farthest < needs.nearest) return;
  const vec2 farthest = (needs.high - needs.low) / (2.0f * slope);
  // Keep the near plane (at most a twentieth of the distance to the target) before parts that point at the
  // eye.
  const float gap = std::clamp(0.06f * (needs.farthest - needs.nearest), 0.01f, mmd_near);
  const float z = std::min({farthest.x, farthest.y, needs.nearest - gap});
  const vec2 at = (needs.low + needs.high) * 0.5f;
  camera.eye = basis.right * at.x + basis.up * at.y + basis.forward * z;
  // An orthographic picture's height is that of the field of view at the target, where the points must fit.
  float reach = 0.0f;
  for (const vec3& p : points) {
    if (!is_finite(p)) continue;
    const vec3 from_eye = p - camera.eye;
    reach = std::max({reach, std::abs(glm::dot(from_eye, basis.up)) / slope.y,
                      std::abs(glm::dot(from_eye, basis.right)) / slope.x});
  }
  camera.target =
      camera.eye + basis.forward * std::max((needs.nearest + needs.farthest) * 0.5f - z, reach / margin);
}

/// The shadow's points in front of the camera and not seen along the ground: x and y in half pictures from
/// the middle, z along the view in MMD units.
std::vector<vec3> seen_shadow(const Camera& camera, std::span<const vec3> shadow, float aspect) {
  const Basis basis = basis_of(camera);
  const vec2 slope = slopes(camera, aspect);
  std::vector<vec3> out;
  for (const vec3& p : shadow) {
    const vec3 from_eye = p - camera.eye;
    const float z = glm::dot(from_eye, basis.forward);
    if (z < 0.01f || std::abs(camera.eye.y) < GrazingFade::gone * z) continue;
    out.push_back(
        {glm::dot(from_eye, basis.right) / (z * slope.x), glm::dot(from_eye, basis.up) / (z * slope.y), z});
  }
  return out;
}

/// Where the ground shadow leaves the picture, it fades towards that border.
void fade_shadow(Camera& camera, std::span<const vec3> shadow, float aspect) {
  constexpr float fading = 0.25f;
  for (const vec3& p : seen_shadow(camera, shadow, aspect)) {
    for (int axis = 0; axis < 2; ++axis) {
      if (p[axis] < -1.0f) camera.shadow_fade[axis] = fading;
      if (p[axis] > 1.0f) camera.shadow_fade[axis + 2] = fading;
    }
  }
}

/// Distances from the eye along the view, MMD units.
struct DepthRange {
  float nearest, farthest;
};

/// Near and far planes (semantics, "The MMD look"). At depth z a 24-bit depth buffer distinguishes surfaces
/// z^2 / (near * 2^24) apart, independent of the far plane, so a camera within the scene must not pull the
/// near plane to the eye: it is at MMD's 0.5, and nearer only for targets closer than ten units. An
/// orthographic buffer has even steps: at most a ten-thousandth of the picture's height, or 0.001 units.
DepthRange depth_range(const Camera& camera, const Bounds& bounds, float half_height) {
  constexpr float share_of_distance = 0.05f, min_far = 1e5f, max_far = 1e7f;
  const float depth = glm::dot(bounds.centre() - camera.eye, basis_of(camera).forward);
  const float reach = bounds.radius() * 1.1f + 1.0f;
  const float nearest = depth - reach, farthest = depth + reach;
  if (camera.orthographic) {
    const float middle = std::min(camera.distance(), max_reach), min_depth = std::max(middle * 1e-3f, 1.0f);
    const float room = std::max({half_height * 1e3f, 1e4f, min_depth});
    return {std::clamp(nearest, middle - room, middle - min_depth),
            std::clamp(farthest, middle + min_depth, middle + room)};
  }
  const float far_plane = std::clamp(farthest, min_far, max_far);
  const float min_near = std::clamp(share_of_distance * camera.distance(), 1e-5f, mmd_near);
  return {std::clamp(nearest, min_near, far_plane * 0.999f), far_plane};
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

std::array<ViewName, 13> view_names() {
  return names;
}

std::optional<View> view_from_name(std::string_view name) {
  for (const ViewName& n : names) {
    if (n.name == name) return n.view;
  }
  return std::nullopt;
}

Camera fitted_camera(View view, const Bounds& bounds, float aspect, float fov_degrees,
                     std::span<const vec3> points, std::span<const vec3> shadow) {
  Camera camera;
  camera.fov_degrees = fov_degrees;
  if (view == View::mmd) return camera;
  const bool upper_part = (view == View::bust || view == View::face) && points.empty();
  const Bounds shown = upper_part ? around_head(view, bounds, {}) : bounds;
  camera.target = shown.centre();
  camera.eye = camera.target + side_of(view);
  const std::array<vec3, 8> corners = corners_of(shown);
  const std::span<const vec3> body = points.empty() ? std::span<const vec3>(corners) : points;
  fit_points(camera, body, aspect);
  if (shows_whole(view)) fade_shadow(camera, shadow, aspect);
  return camera;
}

Camera fitted_camera(Camera camera, std::span<const vec3> points, float aspect) {
  camera.shadow_fade = vec4(0.0f);
  fit_points(camera, points, aspect);
  return camera;
}

Camera camera_from(const CameraSample& sample) {
  Camera camera;
  camera.eye = sample.eye;
  camera.target = sample.target;
  camera.up = sample.up;
  camera.fov_degrees = sample.fov_degrees;
  camera.orthographic = !sample.perspective;
  return camera;
}

mat4 view_matrix(const Camera& camera) {
  // Not with glm::lookAt: for an eye far out, eye + forward can round to the eye itself.
  const Basis basis = basis_of(camera);
  const vec3 rows[3] = {basis.right, basis.up, -basis.forward};
  mat4 view(1.0f);
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) view[column][row] = rows[row][column];
    view[3][row] = -glm::dot(rows[row], camera.eye);
  }
  return view;
}

mat4 projection_matrix(const Camera& camera, float aspect, const Bounds& bounds) {
  const float tan_v = tan_half(camera.fov_degrees);
  const float half = std::clamp(camera.distance() * tan_v, 1e-4f, max_reach);
  const DepthRange range = depth_range(camera, bounds, half);
  if (camera.orthographic)
    return glm::ortho(-half * aspect, half * aspect, -half, half, range.nearest, range.farthest);
  return glm::perspective(2.0f * std::atan(tan_v), aspect, range.nearest, range.farthest);
}

void orbit(Camera& camera, float yaw, float pitch) {
  camera.shadow_fade = vec4(0.0f);
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
  camera.shadow_fade = vec4(0.0f);
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

namespace {

constexpr float degrees = 180.0f / pi;
constexpr float min_distance = 0.05f;

/// A motion's key has the first angle and the distance with opposite signs (camera_track.h).
CameraSample sample_of(const MmdCamera& camera) {
  const vec3 angles = vec3(-camera.angles.x, camera.angles.y, camera.angles.z) / degrees;
  return camera_from(camera.target, angles, -std::max(camera.distance, min_distance), camera.fov_degrees,
                     camera.perspective);
}

}  // namespace

MmdCamera mmd_camera_from(const Camera& camera) {
  MmdCamera out;
  out.target = mirror(camera.target);
  out.distance = std::max(camera.distance(), min_distance);
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
