#include <optional>
#include <utility>

#include <glm/gtc/type_ptr.hpp>

#include "base/errors.h"
#include "render/frame.h"
#include "scene/ground_shadow.h"

namespace mmd {
bool sees_ground_from_above(const Camera& camera) {
  return (camera.orthographic ? camera.eye.y - camera.target.y : camera.eye.y) >= 0.0f;
}

mat4 flattening(const vec3& light) {
  mat4 m(1.0f);
  m[1] = vec4(-light.x / light.y, 0.0f, -light.z / light.y, 0.0f);
  return m;
}

float ground_shadow_share(const MaterialState& state, const RenderSettings& settings) {
  return state.diffuse.a < 1.0f && !settings.opaque_ground_shadow ? 0.5f : 1.0f;
}

vec4 ground_shadow_colour(const Scene& scene, float share) {
  const float brightness = scene.settings.ground_shadow_brightness;
  return vec4(glm::clamp(scene.light.colour * brightness, 0.0f, 1.0f), share);
}

void set_ground_fade(const LinkedProgram& linked, const Frame& frame) {
  const Camera& camera = frame.scene.camera;
  const mat4 tile = tile_matrix(frame.tile, frame.width, frame.height);
  const vec2 scale(1.0f / tile[0][0], 1.0f / tile[1][1]);
  constexpr float at_once = 1e-6f;
  const vec4 fade[3] = {vec4(scale, -vec2(tile[3]) * scale), 1.0f / glm::max(camera.shadow_fade, at_once),
                        vec4(eye_over_ground(camera), GrazingFade::gone,
                             1.0f / (GrazingFade::whole - GrazingFade::gone), 0.0f)};
  glUniform4fv(linked.fade, 3, glm::value_ptr(fade[0]));
}

GroundDepth::GroundDepth() {
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.0f, 2.0f);
}

GroundDepth::~GroundDepth() {
  glDisable(GL_POLYGON_OFFSET_FILL);
}

Bounds with_ground_shadow(const Bounds& bounds, const vec3& light) {
  if (!reaches_ground(light)) return bounds;
  Bounds all = bounds;
  for (const vec3& corner : corners_of(bounds)) {
    const vec3 shadow = on_ground(corner, light);
    all = {glm::min(all.min, shadow), glm::max(all.max, shadow)};
  }
  return all;
}

// Source: semantics, "The MMD look". Drawn before the models, so that translucent materials blend over it.
Result<void> draw_ground_shadow_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                                     const ActorOnGpu& what) {
  const Light& light = frame.scene.light;
  if (!any_material(what.actor, throws_ground_shadow) || !reaches_ground(light.direction)) return {};
  const mat4 matrix = frame.view_projection * flattening(light.direction);
  using Shade = std::pair<AlphaState, float>;  // with ground_shadow_share()
  const auto state_of = [&](std::size_t i) -> std::optional<Shade> {
    const Material& material = what.actor.model().materials[i];
    const MaterialState& state = what.actor.materials()[i];
    if (!throws_ground_shadow(material, state)) return std::nullopt;
    return Shade(alpha_state(material, what.textures), ground_shadow_share(state, frame.scene.settings));
  };
  const auto use = [&](const Shade& shade) -> Result<void> {
    const unsigned features = what.model.features() | alpha_features(shade.first, frame.specialised);
    MMD_TRY(const auto* linked, programs.get(ProgramId::shadow, features));
    glUseProgram(linked->program.id());
    glUniformMatrix4fv(linked->view_projection, 1, GL_FALSE, glm::value_ptr(matrix));
    glUniform1f(linked->cutoff, min_shadow_alpha);
    glUniform4fv(linked->colour, 1, glm::value_ptr(ground_shadow_colour(frame.scene, shade.second)));
    set_ground_fade(*linked, frame);
    set_alpha_state(shade.first, common);
    return {};
  };
  what.model.bind();
  common.bind_alpha_sampler();
  // From above, flattened triangles have the winding that the light sees; from below the opposite.
  glFrontFace(sees_ground_from_above(frame.scene.camera) ? GL_CCW : GL_CW);
  glEnable(GL_STENCIL_TEST);
  glStencilFunc(GL_NOTEQUAL, 1, 0xff);
  glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  const GroundDepth depth;
  MMD_TRY(draw_materials(what, &frame, state_of, use));
  glFrontFace(GL_CCW);
  glDisable(GL_STENCIL_TEST);
  return {};
}

}  // namespace mmd
