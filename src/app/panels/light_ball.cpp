#include "app/panels/light_ball.h"

#include <algorithm>
#include <cmath>

namespace mmd {
namespace {

/// Right, up and towards the eye.
struct Axes {
  vec3 right, up, back;
};

Axes axes_of(const Camera& camera) {
  const mat4 view = view_matrix(camera);
  const auto row = [&](int i) { return vec3(view[0][i], view[1][i], view[2][i]); };
  return {row(0), row(1), row(2)};
}

}  // namespace

vec2 place_on_ball(const Camera& camera, const vec3& to_light) {
  const Axes axes = axes_of(camera);
  const vec3 light = glm::normalize(to_light);
  const vec2 across(glm::dot(light, axes.right), glm::dot(light, axes.up));
  const float sine = glm::length(across), angle = std::atan2(sine, glm::dot(light, axes.back));
  if (sine < 1e-6f) return angle < 1.0f ? vec2(0.0f) : vec2(0.0f, 1.0f);
  return across / sine * (angle / pi);
}

vec3 light_on_ball(const Camera& camera, const vec2& place) {
  const Axes axes = axes_of(camera);
  const float length = glm::length(place), angle = pi * std::min(length, 1.0f);
  const vec2 way = length > 1e-6f ? place / length : vec2(0.0f);
  return glm::normalize(std::sin(angle) * (way.x * axes.right + way.y * axes.up) +
                        std::cos(angle) * axes.back);
}

}  // namespace mmd
