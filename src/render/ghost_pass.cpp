#include <algorithm>
#include <optional>

#include <glm/gtc/type_ptr.hpp>

#include "base/errors.h"
#include "render/frame.h"

namespace mmd {
namespace {

/// Distance of ghosts behind their place, as a share of the figure's size: a figure that hardly moves covers
/// its ghosts instead of flickering.
constexpr float behind = 0.02f;
/// Texels with a smaller alpha are not drawn.
constexpr float min_alpha = 0.5f;

/// The picture's matrix with larger depths. The offset suits the depth of the figure's middle, or a place
/// half of its size ahead if the eye is inside the figure, because there is no depth behind the eye.
mat4 pushed_back(const Frame& frame, const Bounds& figure) {
  const Camera& camera = frame.scene.camera;
  const vec3 ahead = glm::normalize(camera.target - camera.eye);
  const float there = std::max(glm::dot(figure.centre() - camera.eye, ahead), figure.radius());
  const float farther = there + behind * 2.0f * figure.radius();
  const auto depth = [&](float distance) {
    const vec4 clip = frame.view_projection * vec4(camera.eye + distance * ahead, 1.0f);
    return clip.z / clip.w;
  };
  mat4 out = frame.view_projection;
  const float push = depth(farther) - depth(there);
  for (int column = 0; column < 4; ++column) out[column].z += push * out[column].w;
  return out;
}

}  // namespace

Result<void> draw_ghost_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                             const ActorOnGpu& what, const vec4& colour) {
  if (frame.scene.actors.empty()) return {};
  MMD_TRY(const auto* program, programs.get(ProgramId::ghost, what.model.features()));
  const LinkedProgram& linked = *program;
  glUseProgram(linked.program.id());
  const mat4 matrix = pushed_back(frame, frame.scene.actors[frame.scene.subject]->enclosing_bounds());
  glUniformMatrix4fv(linked.view_projection, 1, GL_FALSE, glm::value_ptr(matrix));
  glUniform3fv(linked.eye, 1, glm::value_ptr(frame.scene.camera.eye));
  glUniform4fv(linked.colour, 1, glm::value_ptr(colour));
  glUniform1f(linked.cutoff, min_alpha);
  what.model.bind();
  common.bind_alpha_sampler();
  const auto state_of = [&](std::size_t i) -> std::optional<AlphaState> {
    if (is_hidden(what.actor.materials()[i]) || !what.model.has_faces(i)) return std::nullopt;
    return alpha_state(what.actor.model().materials[i], what.textures);
  };
  const auto use = [&](const AlphaState& state) -> Result<void> {
    set_alpha_state(state, common);
    return {};
  };
  // Depths first, so that only the nearest surface of a ghost is visible.
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  MMD_TRY(draw_materials(what, nullptr, state_of, use));
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  return draw_materials(what, nullptr, state_of, use);
}

}  // namespace mmd
