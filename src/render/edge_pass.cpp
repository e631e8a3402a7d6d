#include <algorithm>
#include <cmath>

#include <glm/gtc/type_ptr.hpp>

#include "base/errors.h"
#include "render/frame.h"

namespace mmd {
namespace {

/// Width of an edge of size 1 as (factor of the distance to the eye, constant), so that it covers the same
/// pixels at any distance (semantics, "The MMD look").
vec2 width_per_size(const Camera& camera) {
  const float factor = edge_width_per_distance * std::min(1.0f, camera.fov_degrees / 30.0f);
  return camera.orthographic ? vec2(0.0f, factor * camera.distance()) : vec2(factor, 0.0f);
}

/// Pixels of the picture that an edge of size 1 is wide.
float pixels_per_size(const Frame& frame) {
  const Camera& camera = frame.scene.camera;
  const vec2 width = width_per_size(camera);
  const float units = camera.orthographic ? width.y / camera.distance() : width.x;  // at distance 1
  const float height = 2.0f * std::tan(glm::radians(camera.fov_degrees) * 0.5f);    // of the picture, there
  return units / height * static_cast<float>(frame.height) / static_cast<float>(frame.factor);
}

bool has_edge(const Material& material, const MaterialState& state) {
  return material.has(pmx::material_edge) && !material.has(pmx::material_points) &&
         !material.has(pmx::material_lines) && state.edge_size > 0.0f && state.edge_colour.a > 0.0f &&
         !is_hidden(state);
}

}  // namespace

Result<void> draw_edge_pass(Programs& programs, const Frame& frame, const ActorOnGpu& what) {
  const auto& materials = what.actor.model().materials;
  const auto states = what.actor.materials();
  bool any = false;
  for (std::size_t i = 0; i < materials.size() && !any; ++i) any = has_edge(materials[i], states[i]);
  if (!any) return {};
  MMD_TRY(const auto* program, programs.get(ProgramId::edge, what.model.features()));
  const LinkedProgram& linked = *program;
  glUseProgram(linked.program.id());
  glUniformMatrix4fv(linked.view_projection, 1, GL_FALSE, glm::value_ptr(frame.view_projection));
  glUniform3fv(linked.eye, 1, glm::value_ptr(frame.scene.camera.eye));
  what.model.bind();
  glEnable(GL_CULL_FACE);
  glCullFace(GL_FRONT);
  const vec2 width = width_per_size(frame.scene.camera);
  const float pixels = pixels_per_size(frame);
  DrawRun run(what.model);
  vec4 edge(0.0f), colour(0.0f);
  for (std::size_t i = 0; i < materials.size(); ++i) {
    if (!has_edge(materials[i], states[i])) continue;
    const vec4 own_edge(width, states[i].edge_size, pixels);
    const vec4 own_colour = glm::clamp(states[i].edge_colour, 0.0f, 1.0f);
    if (own_edge != edge || own_colour != colour) {
      run.flush();
      edge = own_edge;
      colour = own_colour;
      glUniform4fv(linked.edge, 1, glm::value_ptr(edge));
      glUniform4fv(linked.colour, 1, glm::value_ptr(colour));
    }
    run.add(i, 1.0f);
  }
  run.flush();
  glCullFace(GL_BACK);
  return {};
}

}  // namespace mmd
