#include <algorithm>
#include <optional>

#include <glm/gtc/type_ptr.hpp>

#include "base/errors.h"
#include "render/frame.h"

namespace mmd {
namespace {

/// How far ghosts lie behind where they stand, as a part of the figure's size: where the figure hardly moves
/// it hides them, rather than flicker.
constexpr float behind = 0.02f;
/// What a texture makes less opaque is not drawn.
constexpr float min_alpha = 0.5f;

/// The picture's matrix, with everything that much farther away in its depth alone: at the figure's middle
/// or, from among the figure, half of its size ahead. (In the eye or behind it no depth is known.)
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

void draw_materials(CommonTextures& common, const ActorOnGpu& what) {
  const auto& materials = what.actor.model().materials;
  DrawRun run(what.model);
  std::optional<AlphaState> current;
  for (std::size_t i = 0; i < materials.size(); ++i) {
    if (is_hidden(what.actor.materials()[i]) || !what.model.has_faces(i)) continue;
    const AlphaState state = alpha_state(materials[i], what.textures);
    if (state != current) {
      run.flush();
      set_alpha_state(state, common);
      current = state;
    }
    run.add(i, 1.0f);
  }
  run.flush();
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
  // Its depths first: of what lies over each other in one ghost, only what is nearest is seen.
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  draw_materials(common, what);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  draw_materials(common, what);
  return {};
}

}  // namespace mmd
