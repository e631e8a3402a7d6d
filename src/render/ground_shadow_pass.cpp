#include <optional>

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

float ground_shadow_share(const MaterialState& state) {
  return state.diffuse.a < 1.0f ? 0.5f : 1.0f;
}

vec4 ground_shadow_colour(const Light& light, float share) {
  return vec4(glm::clamp(light.colour, 0.0f, 1.0f), share);
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
  for (int corner = 0; corner < 8; ++corner) {
    const vec3 p((corner & 1) != 0 ? bounds.max.x : bounds.min.x,
                 (corner & 2) != 0 ? bounds.max.y : bounds.min.y,
                 (corner & 4) != 0 ? bounds.max.z : bounds.min.z);
    const vec3 shadow = on_ground(p, light);
    all = {glm::min(all.min, shadow), glm::max(all.max, shadow)};
  }
  return all;
}

// Semantics, "The MMD look". Drawn before the models, so that what is translucent is blended over it.
Result<void> draw_ground_shadow_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                                     const ActorOnGpu& what) {
  const Light& light = frame.scene.light;
  const auto& materials = what.actor.model().materials;
  const auto states = what.actor.materials();
  bool any = false;
  for (std::size_t i = 0; i < materials.size() && !any; ++i)
    any = throws_ground_shadow(materials[i], states[i]);
  if (!any || !reaches_ground(light.direction)) return {};
  const mat4 matrix = frame.view_projection * flattening(light.direction);
  const auto use = [&](const AlphaState& state, const vec4& colour) -> Result<void> {
    MMD_TRY(
        const auto* linked,
        programs.get(ProgramId::shadow, what.model.features() | alpha_features(state, frame.specialised)));
    glUseProgram(linked->program.id());
    glUniformMatrix4fv(linked->view_projection, 1, GL_FALSE, glm::value_ptr(matrix));
    glUniform1f(linked->cutoff, min_shadow_alpha);
    glUniform4fv(linked->colour, 1, glm::value_ptr(colour));
    set_ground_fade(*linked, frame);
    return {};
  };
  what.model.bind();
  common.bind_alpha_sampler();
  // On the ground, seen from above, triangles turn as the light sees them; from below the other way round.
  glFrontFace(sees_ground_from_above(frame.scene.camera) ? GL_CCW : GL_CW);
  glEnable(GL_STENCIL_TEST);
  glStencilFunc(GL_NOTEQUAL, 1, 0xff);
  glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  const GroundDepth depth;
  DrawRun run(what.model);
  std::optional<AlphaState> current;
  float last_share = 0.0f;
  for (std::size_t i = 0; i < materials.size(); ++i) {
    if (!throws_ground_shadow(materials[i], states[i])) continue;
    const AlphaState state = alpha_state(materials[i], what.textures);
    const float share = ground_shadow_share(states[i]);
    if (state != current || share != last_share) {
      run.flush();
      MMD_TRY(use(state, ground_shadow_colour(light, share)));
      set_alpha_state(state, common);
      current = state;
      last_share = share;
    }
    run.add(i, point_size(frame, materials[i], states[i]));
  }
  run.flush();
  glFrontFace(GL_CCW);
  glDisable(GL_STENCIL_TEST);
  return {};
}

}  // namespace mmd
