#include <algorithm>
#include <cmath>

#include "base/errors.h"
#include "render/effects/effect_chain.h"

namespace mmd {
namespace {

/// The largest radius of blur, a share of the picture's height.
constexpr float largest_blur = 0.025f;
/// A camera of this picture height, millimetres, and the size of a model's units.
constexpr float picture_height = 24.0f, unit = 80.0f;

/// The distance along the view that is in focus; 0: the bone is behind the eye or the model lacks it.
float focus_of(const Scene& scene, const mat4& view) {
  const Effects::DepthOfField& asked = scene.settings.effects.depth_of_field;
  if (asked.bone.empty()) return asked.distance;
  if (scene.settings.focus == none || scene.subject >= scene.actors.size()) return 0.0f;
  const vec3 at = translation_of(scene.actors[scene.subject]->bone_in_scene(scene.settings.focus));
  return std::max(-(view * vec4(at, 1.0f)).z, 0.0f);
}

/// Radius of blur at an endless distance, as a share of the picture's height.
float blur_at_infinity(const Camera& camera, float focus, float f_number) {
  const float length = 0.5f * picture_height / std::tan(glm::radians(camera.fov_degrees) * 0.5f);
  const float beyond = std::max(focus * unit - length, 0.1f * length);
  return 0.5f * length / f_number * length / beyond / picture_height;
}

/// Draws what is behind the focus, or a smaller picture of what is in front, into the last of the canvas's
/// own textures. `largest`: radius in pixels of the first two.
Result<void> spread(EffectCanvas& canvas, float largest, bool in_front) {
  const EffectTexture &radii = canvas.own(0), &halved = canvas.own(1);
  const int smaller = in_front ? 2 : 1;
  const int width = (halved.width() + smaller - 1) / smaller,
            height = (halved.height() + smaller - 1) / smaller;
  for (std::size_t i = 2; i < 4; ++i) MMD_TRY(canvas.own(i).prepare(width, height));
  const vec4 values[] = {vec4(static_cast<float>(smaller), largest, in_front ? 1.0f : 0.0f, 0.0f)};
  MMD_TRY(canvas.draw(ProgramId::effect_bokeh, values, halved.id(), radii.id(), canvas.own(2)));
  const vec4 softened[] = {
      vec4(1.0f, 1.0f, 0.75f / static_cast<float>(width), 0.75f / static_cast<float>(height))};
  return canvas.draw(ProgramId::effect_soften, softened, canvas.own(2).id(), 0, canvas.own(3));
}

}  // namespace

float reach_of(const Effects::DepthOfField& asked) {
  return asked.on ? largest_blur + 0.005f : 0.0f;
}

Result<void> draw_depth_of_field(EffectCanvas& canvas) {
  const EffectView& view = canvas.view();
  const Effects::DepthOfField& asked = view.effects().depth_of_field;
  const Scene& scene = view.frame.scene;
  if (!asked.on) return {};
  const float focus = focus_of(scene, view.frame.view);
  if (focus <= 0.0f) return {};
  MMD_TRY(canvas.average());
  const auto pixels = static_cast<float>(view.height);
  const float largest = largest_blur * pixels;
  const vec4 lens(focus, blur_at_infinity(scene.camera, focus, asked.f_number) * pixels, largest, 0.0f);
  const int width = (view.part.width + 1) / 2, height = (view.part.height + 1) / 2;
  EffectTexture &radii = canvas.own(0), &halved = canvas.own(1);
  MMD_TRY(radii.prepare(width, height));
  MMD_TRY(halved.prepare(width, height));
  const vec4 lens_only[] = {lens};
  MMD_TRY(canvas.draw(ProgramId::effect_focus, lens_only, canvas.picture(), 0, radii));
  const vec2 size(static_cast<float>(width), static_cast<float>(height));
  const vec2 part(static_cast<float>(view.part.width), static_cast<float>(view.part.height));
  const vec4 half[] = {vec4(2.0f * size / part, 0.0f, 0.0f)};
  MMD_TRY(canvas.draw(ProgramId::effect_soften, half, canvas.picture(), 0, halved));

  MMD_TRY(spread(canvas, 0.5f * largest, false));
  const vec4 behind[] = {lens, vec4(part / (2.0f * size), 0.0f, 0.0f)};
  MMD_TRY(canvas.draw(ProgramId::effect_depth_of_field, behind, canvas.own(3).id()));
  float nearest = focus;
  for (const vec3& corner : corners_of(view.frame.bounds))
    nearest = std::min(nearest, -(view.frame.view * vec4(corner, 1.0f)).z);
  const bool has_foreground = lens.y * (focus - nearest) > std::max(nearest, 1e-3f);
  if (!has_foreground) return {};
  MMD_TRY(spread(canvas, 0.5f * largest, true));
  const vec2 quarter(static_cast<float>(canvas.own(3).width()), static_cast<float>(canvas.own(3).height()));
  const vec4 before[] = {vec4(part / (4.0f * quarter), 0.0f, 0.0f)};
  return canvas.draw(ProgramId::effect_foreground, before, canvas.own(3).id());
}

}  // namespace mmd
