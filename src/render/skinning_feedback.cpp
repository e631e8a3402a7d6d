#include "render/skinning_feedback.h"

#include <vector>

#include "base/errors.h"
#include "render/gl_state.h"

namespace mmd {

Result<Renderer::SkinnedVertices> read_back_skinned(Programs& programs, const GpuModel& model,
                                                    std::size_t count) {
  struct Pair {
    vec3 position, normal;
  };
  MMD_TRY(const auto* program, programs.get(ProgramId::feedback, model.features()));
  std::vector<Pair> pairs(count);
  const auto bytes = static_cast<GLsizeiptr>(count * sizeof(Pair));

  const auto buffer = gl::Buffer::create();
  glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer.id());
  glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, bytes, nullptr, GL_STREAM_READ);
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer.id());
  glUseProgram(program->program.id());
  model.bind();
  glEnable(GL_RASTERIZER_DISCARD);
  glBeginTransformFeedback(GL_POINTS);
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count));
  glEndTransformFeedback();
  glDisable(GL_RASTERIZER_DISCARD);
  glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, bytes, pairs.data());
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
  leave_draw_state();
  if (take_out_of_memory()) return fail("out of graphics memory while skinning");

  Renderer::SkinnedVertices result;
  result.positions.reserve(count);
  result.normals.reserve(count);
  for (const Pair& pair : pairs) {
    result.positions.push_back(pair.position);
    result.normals.push_back(pair.normal);
  }
  return result;
}

}  // namespace mmd
