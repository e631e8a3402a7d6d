#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <glm/gtc/type_ptr.hpp>

#include "base/errors.h"
#include "render/frame.h"
#include "render/framebuffer.h"

namespace mmd {
namespace {

/// Width in MMD units of an edge of size 1 as (factor of the distance to the eye, constant). The edge covers
/// the same number of pixels at any distance (semantics, "The MMD look").
vec2 width_per_size(const Camera& camera) {
  const float factor = edge_width_per_distance * std::min(1.0f, camera.fov_degrees / 30.0f);
  return camera.orthographic ? vec2(0.0f, factor * camera.distance()) : vec2(factor, 0.0f);
}

/// Width of an edge of size 1 in pixels of the finished picture.
float pixels_per_size(const Frame& frame) {
  const Camera& camera = frame.scene.camera;
  const vec2 width = width_per_size(camera);
  const float units = camera.orthographic ? width.y / camera.distance() : width.x;  // at distance 1
  const float height =
      2.0f * std::tan(glm::radians(camera.fov_degrees) * 0.5f);  // of the picture, at distance 1
  return units / height * static_cast<float>(frame.height) / static_cast<float>(frame.factor);
}

bool has_edge(const Material& material, const MaterialState& state) {
  return material.has(pmx::material_edge) && is_drawn_as_faces(material) && state.edge_size > 0.0f &&
         state.edge_colour.a > 0.0f && !is_hidden(state);
}

}  // namespace

Result<void> draw_edge_pass(Programs& programs, const Frame& frame, const ActorOnGpu& what) {
  if (!any_material(what.actor, has_edge)) return {};
  MMD_TRY(const auto* program, programs.get(ProgramId::edge, what.model.features()));
  const LinkedProgram& linked = *program;
  glUseProgram(linked.program.id());
  glUniformMatrix4fv(linked.view_projection, 1, GL_FALSE, glm::value_ptr(frame.view_projection));
  glUniform3fv(linked.eye, 1, glm::value_ptr(frame.scene.camera.eye));
  what.model.bind();
  glEnable(GL_CULL_FACE);
  glCullFace(GL_FRONT);
  const bool is_added = what.actor.accessory.is_additive;
  if (is_added) glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE, GL_CONSTANT_ALPHA, GL_ONE);
  const vec2 width = width_per_size(frame.scene.camera);
  const float pixels = pixels_per_size(frame);
  using Edge = std::pair<vec4, vec4>;  // the uniforms edge and colour
  const auto state_of = [&](std::size_t i) -> std::optional<Edge> {
    const MaterialState& state = what.actor.materials()[i];
    if (!has_edge(what.actor.model().materials[i], state)) return std::nullopt;
    return Edge(vec4(width, state.edge_size, pixels), glm::clamp(state.edge_colour, 0.0f, 1.0f));
  };
  const auto use = [&](const Edge& edge) -> Result<void> {
    glUniform4fv(linked.edge, 1, glm::value_ptr(edge.first));
    glUniform4fv(linked.colour, 1, glm::value_ptr(edge.second));
    const vec4& colour = edge.second;
    if (is_added) glBlendColor(0.0f, 0.0f, 0.0f, std::max({colour.r, colour.g, colour.b}));
    return {};
  };
  auto drawn = draw_materials(what, nullptr, state_of, use);
  glCullFace(GL_BACK);
  blend_over();
  return drawn;
}

}  // namespace mmd
