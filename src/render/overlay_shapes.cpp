#include "render/overlay_shapes.h"

#include "base/errors.h"

namespace mmd {
namespace {

/// What has less is behind the eye.
constexpr float least_w = 1e-4f;

vec2 pixel_of(const Frame& frame, const vec4& clip) {
  return (vec2(clip) / clip.w * 0.5f + 0.5f) *
         vec2(static_cast<float>(frame.tile.width), static_cast<float>(frame.tile.height));
}

}  // namespace

std::optional<vec2> project(const Frame& frame, const vec3& point) {
  const vec4 clip = frame.view_projection * vec4(point, 1.0f);
  if (!(clip.w > least_w)) return {};
  const vec2 pixel = pixel_of(frame, clip);
  return is_finite(pixel) ? std::optional(pixel) : std::nullopt;
}

void OverlayShapes::add_line(const Frame& frame, const vec3& from, const vec3& to, const vec4& colour,
                             float width, float outline) {
  vec4 a = frame.view_projection * vec4(from, 1.0f), b = frame.view_projection * vec4(to, 1.0f);
  if (!(a.w > least_w) && !(b.w > least_w)) return;
  // The part before the eye, and so near to it only that pixels stay finite.
  constexpr float cut = 10.0f * least_w;
  if (a.w < cut && b.w > cut) a += (b - a) * ((cut - a.w) / (b.w - a.w));
  if (b.w < cut && a.w > cut) b += (a - b) * ((cut - b.w) / (a.w - b.w));
  const vec2 start = pixel_of(frame, a), end = pixel_of(frame, b);
  if (!is_finite(start) || !is_finite(end)) return;
  const float radius = 0.5f * width;
  add({vec4(start, end), vec4(radius, radius, static_cast<float>(bar), outline), colour});
}

void OverlayShapes::create_buffers() {
  vertex_array_ = gl::VertexArray::create();
  buffer_ = gl::Buffer::create();
  glBindVertexArray(vertex_array_.id());
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
  for (GLuint i = 0; i < 3; ++i) {
    const auto offset = static_cast<std::uintptr_t>(i) * sizeof(vec4);
    glVertexAttribPointer(
        i, 4, GL_FLOAT, GL_FALSE, sizeof(Shape),
        reinterpret_cast<const void*>(offset));  // NOLINT(performance-no-int-to-ptr): an offset
    glVertexAttribDivisor(i, 1);
    glEnableVertexAttribArray(i);
  }
}

Result<void> OverlayShapes::draw(Programs& programs, const Frame& frame) {
  MMD_TRY(const auto* program, programs.get(ProgramId::skeleton, feature_none));
  if (shapes_.empty()) return {};
  if (!vertex_array_) create_buffers();
  glBindVertexArray(vertex_array_.id());
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(shapes_.size() * sizeof(Shape)), shapes_.data(),
               GL_STREAM_DRAW);
  glUseProgram(program->program.id());
  glUniform2f(program->viewport, static_cast<float>(frame.tile.width), static_cast<float>(frame.tile.height));
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(shapes_.size()));
  glEnable(GL_DEPTH_TEST);
  return {};
}

}  // namespace mmd
