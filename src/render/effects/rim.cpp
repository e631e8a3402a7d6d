#include <cmath>

#include "render/effects/effect_chain.h"

namespace mmd {
namespace {

constexpr float rim_width = 0.22f;  ///< MMD units

}  // namespace

/// Shares of the picture's height.
float reach_of_rim() {
  return 0.02f;
}

Result<void> draw_rim(EffectCanvas& canvas) {
  const EffectView& view = canvas.view();
  const Effects::Rim& rim = view.effects().rim;
  if (rim.strength <= 0.0f) return {};
  const mat4& eye = view.frame.view;
  // Opposite to the light, and from above as lights from behind are placed.
  const vec3 ray = glm::mat3(eye) * view.frame.scene.light.direction;
  const vec2 towards = glm::normalize(vec2(ray.x, 0.45f));
  const vec3 up(eye[1][0], eye[1][1], -eye[1][2]);
  const vec4 values[] = {vec4(rim.colour * rim.strength, rim_width),
                         vec4(towards, reach_of_rim() * static_cast<float>(view.height), 0.0f),
                         vec4(up, view.frame.scene.camera.eye.y)};
  return canvas.draw(ProgramId::effect_rim, values);
}

}  // namespace mmd
