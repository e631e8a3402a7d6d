#include <algorithm>

#include "base/errors.h"
#include "render/effects/effect_chain.h"

namespace mmd {
namespace {

/// The largest radius, a share of the picture's height.
constexpr float largest_occluder = 0.05f;

struct Depths {
  float near, depth;  ///< MMD units along the view
};

/// Of everything that is drawn, from its enclosing box. Behind that box the ground would be upright.
Depths depths_of(const Frame& frame) {
  float near = 1e30f, far = 0.0f;
  const bool shaded = frame.scene.settings.ground_shadow;
  const Bounds all = shaded ? with_ground_shadow(frame.bounds, frame.scene.light.direction) : frame.bounds;
  for (const vec3& corner : corners_of(all)) {
    const float distance = -(frame.view * vec4(corner, 1.0f)).z;
    near = std::min(near, distance);
    far = std::max(far, distance);
  }
  near = std::max(near, 0.0f);
  return {near, std::max(far - near, 1e-3f)};
}

}  // namespace

float reach_of(const Effects::Occlusion& occlusion) {
  return occlusion.strength > 0.0f ? largest_occluder + 0.01f : 0.0f;
}

Result<void> draw_occlusion(EffectCanvas& canvas) {
  const EffectView& view = canvas.view();
  const Effects::Occlusion& occlusion = view.effects().occlusion;
  if (occlusion.strength <= 0.0f) return {};
  const int width = (view.part.width + 1) / 2, height = (view.part.height + 1) / 2;
  for (std::size_t i = 0; i < 3; ++i) MMD_TRY(canvas.own(i).prepare(width, height));
  const Depths depths = depths_of(view.frame);
  const float largest = largest_occluder * static_cast<float>(view.height);
  const vec4 range[] = {vec4(depths.near, depths.depth, 0.0f, 0.0f)};
  MMD_TRY(canvas.draw(ProgramId::effect_distance, range, canvas.picture(), 0, canvas.own(0)));
  const vec4 found[] = {vec4(occlusion.radius, occlusion.strength, largest, 0.0f), range[0]};
  MMD_TRY(canvas.draw(ProgramId::effect_occlusion, found, canvas.own(0).id(), 0, canvas.own(1)));
  MMD_TRY(canvas.draw(ProgramId::effect_occlusion_blur, range, canvas.own(1).id(), 0, canvas.own(2)));
  const vec4 values[] = {vec4(static_cast<float>(view.part.width) / static_cast<float>(2 * width),
                              static_cast<float>(view.part.height) / static_cast<float>(2 * height), 0.0f,
                              0.0f)};
  return canvas.draw(ProgramId::effect_occlude, values, canvas.own(2).id());
}

}  // namespace mmd
