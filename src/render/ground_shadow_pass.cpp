#include <optional>

#include <glm/gtc/type_ptr.hpp>

#include "render/frame.h"

namespace mmd {
namespace {

constexpr float flattest_light = -1e-3f;  ///< light from below or along the ground throws no shadow

bool throws_shadow(const Material& material, const MaterialState& state) {
  return material.has(pmx::material_ground_shadow) && !is_hidden(state);
}

/// Above 0: the camera sees the upper side of the ground.
float camera_height(const Camera& camera) {
  return camera.orthographic ? camera.eye.y - camera.target.y : camera.eye.y;
}

/// Moves points along the light onto the plane y = 0.
mat4 flattening(const vec3& light) {
  mat4 m(1.0f);
  m[1] = vec4(-light.x / light.y, 0.0f, -light.z / light.y, 0.0f);
  return m;
}

}  // namespace

Bounds with_ground_shadow(const Bounds& bounds, const vec3& light) {
  if (light.y > flattest_light) return bounds;
  Bounds all = bounds;
  for (int corner = 0; corner < 8; ++corner) {
    const vec3 p((corner & 1) != 0 ? bounds.max.x : bounds.min.x,
                 (corner & 2) != 0 ? bounds.max.y : bounds.min.y,
                 (corner & 4) != 0 ? bounds.max.z : bounds.min.z);
    const vec3 on_ground = p - light * (p.y / light.y);
    all = {glm::min(all.min, on_ground), glm::max(all.max, on_ground)};
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
  for (std::size_t i = 0; i < materials.size() && !any; ++i) any = throws_shadow(materials[i], states[i]);
  if (!any || light.direction.y > flattest_light) return {};
  const auto program = programs.get(ProgramId::shadow, what.model.features());
  if (!program) return tl::unexpected(program.error());
  const LinkedProgram& linked = **program;
  glUseProgram(linked.program.id());
  const mat4 matrix = frame.view_projection * flattening(light.direction);
  glUniformMatrix4fv(linked.view_projection, 1, GL_FALSE, glm::value_ptr(matrix));
  glUniform1f(linked.cutoff, 0.999f / 255.0f);
  what.model.bind();
  common.bind_alpha_sampler();
  // On the ground, seen from above, triangles turn as the light sees them; from below the other way round.
  glFrontFace(camera_height(frame.scene.camera) >= 0.0f ? GL_CCW : GL_CW);
  glEnable(GL_STENCIL_TEST);
  glStencilFunc(GL_NOTEQUAL, 1, 0xff);
  glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  glEnable(GL_POLYGON_OFFSET_FILL);  // soles on the ground win
  glPolygonOffset(1.0f, 2.0f);
  DrawRun run(what.model);
  std::optional<AlphaState> current;
  float alpha = 0.0f;
  for (std::size_t i = 0; i < materials.size(); ++i) {
    if (!throws_shadow(materials[i], states[i])) continue;
    const AlphaState state = alpha_state(materials[i], what.textures);
    const float own_alpha = states[i].diffuse.a < 1.0f ? 0.5f : 1.0f;
    if (state != current || own_alpha != alpha) {
      run.flush();
      set_alpha_state(state, common);
      const vec4 colour(glm::clamp(light.colour, 0.0f, 1.0f), own_alpha);
      glUniform4fv(linked.colour, 1, glm::value_ptr(colour));
      current = state;
      alpha = own_alpha;
    }
    run.add(i, point_size(frame, materials[i], states[i]));
  }
  run.flush();
  glFrontFace(GL_CCW);
  glDisable(GL_POLYGON_OFFSET_FILL);
  glDisable(GL_STENCIL_TEST);
  return {};
}

}  // namespace mmd
