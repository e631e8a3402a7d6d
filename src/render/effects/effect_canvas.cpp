#include "render/effects/effect_canvas.h"

#include <glm/gtc/type_ptr.hpp>

#include "base/errors.h"
#include "render/framebuffer.h"

namespace mmd {
namespace {

struct PixelFormat {
  GLenum format, type;
};

PixelFormat pixels_of(GLenum internal) {
  if (internal == GL_R8) return {GL_RED, GL_UNSIGNED_BYTE};
  if (internal == GL_RG16F) return {GL_RG, GL_HALF_FLOAT};
  return {GL_RGBA, GL_UNSIGNED_BYTE};
}

}  // namespace

Result<void> EffectTexture::prepare(int width, int height, GLenum format) {
  if (texture_ && width == width_ && height == height_ && format == format_) return {};
  *this = EffectTexture();
  take_out_of_memory();
  texture_ = gl::Texture::create();
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  const PixelFormat pixels = pixels_of(format);
  glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), width, height, 0, pixels.format, pixels.type,
               nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glBindTexture(GL_TEXTURE_2D, 0);
  framebuffer_ = gl::Framebuffer::create();
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.id(), 0);
  const bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  if (take_out_of_memory() || !complete) {
    *this = EffectTexture();
    return fail("out of graphics memory for the effects of a picture", "choose a smaller --size");
  }
  width_ = width;
  height_ = height;
  format_ = format;
  return {};
}

void EffectTexture::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
}

Result<void> EffectCanvas::begin(Programs& programs, const EffectView& view) {
  programs_ = &programs;
  view_ = &view;
  is_drawn_ = true;
  if (!vertex_array_) {
    vertex_array_ = gl::VertexArray::create();
    linear_ = make_sampler(GL_CLAMP_TO_EDGE, GL_LINEAR);
    nearest_ = make_sampler(GL_CLAMP_TO_EDGE, GL_NEAREST);
    glSamplerParameteri(nearest_.id(), GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  }
  for (EffectTexture& picture : pictures_) MMD_TRY(picture.prepare(view.part.width, view.part.height));
  return {};
}

vec2 EffectCanvas::pixel_size() const {
  const Tile& part = view_->part;
  return is_drawn_ ? static_cast<float>(view_->frame.factor) / view_->map_size
                   : 1.0f / vec2(static_cast<float>(part.width), static_cast<float>(part.height));
}

Result<void> EffectCanvas::average() {
  return is_drawn_ ? draw(ProgramId::effect_average, {}) : Result<void>();
}

Result<void> EffectCanvas::bind_picture() {
  MMD_TRY(average());
  pictures_[current_].bind();
  return {};
}

Result<void> EffectCanvas::draw(ProgramId id, std::span<const vec4> values, GLuint picture, GLuint other,
                                const EffectTexture& into, const gl::Sampler& filter) {
  MMD_TRY(const auto* program, programs_->get(id, feature_none));
  into.bind();
  set_draw_state(into.width(), into.height());
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  glBindVertexArray(vertex_array_.id());
  glUseProgram(program->program.id());
  if (!values.empty())
    glUniform4fv(program->effect, static_cast<GLsizei>(values.size()), glm::value_ptr(values[0]));
  if (program->picture >= 0) {
    const EffectView& v = *view_;
    const mat4& p = v.frame.projection;
    const vec2 corner(static_cast<float>(v.part.x), static_cast<float>(v.part.y));
    const vec2 size(static_cast<float>(v.width), static_cast<float>(v.height));
    const vec2 half(1.0f / p[0][0], 1.0f / p[1][1]);
    const vec2 texels = static_cast<float>(v.frame.factor) *
                        vec2(static_cast<float>(v.part.width), static_cast<float>(v.part.height));
    const vec2 last = (texels - 0.5f) / v.map_size;
    const vec4 picture_values[] = {{corner, p[2][3] == 0.0f ? 1.0f : 0.0f, v.frame.factor > 1 ? 0.25f : 0.0f},
                                   {p[2][2], p[3][2], p[2][3], p[3][3]},
                                   {(2.0f * corner / size - 1.0f) * half, 2.0f * half / size},
                                   {pixel_size(), static_cast<float>(v.frame.factor) / v.map_size},
                                   {last, 0.0f, 0.0f}};
    glUniform4fv(program->picture, 5, glm::value_ptr(picture_values[0]));
  }
  const auto bind = [](TextureUnit unit, GLuint texture, const gl::Sampler& sampler) {
    glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindSampler(static_cast<GLuint>(unit), sampler.id());
  };
  bind(unit_base, picture, filter);
  bind(unit_sphere, other, linear_);
  bind(unit_toon, view_->depth_map, nearest_);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  leave_draw_state();
  return {};
}

Result<void> EffectCanvas::draw(ProgramId program, std::span<const vec4> values, GLuint picture, GLuint other,
                                const EffectTexture& into) {
  return draw(program, values, picture, other, into, linear_);
}

Result<void> EffectCanvas::draw(ProgramId program, std::span<const vec4> values, GLuint other) {
  const bool has_more_texels = is_drawn_ && view_->frame.factor > 1;
  const std::size_t next = 1 - current_;
  MMD_TRY(draw(program, values, picture(), other, pictures_[next], has_more_texels ? linear_ : nearest_));
  current_ = next;
  is_drawn_ = false;
  return {};
}

Result<void> EffectCanvas::copy(Programs& programs, const Tile& from, const Tile& to) {
  MMD_TRY(const auto* program, programs.get(ProgramId::effect_copy, feature_none));
  const int scale = to.width / from.width;
  const EffectTexture& picture = pictures_[current_];
  set_draw_state(to.width, to.height);
  restrict_drawing(
      {to.x - from.x * scale, to.y - from.y * scale, picture.width() * scale, picture.height() * scale}, to);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  glBindVertexArray(vertex_array_.id());
  glUseProgram(program->program.id());
  glActiveTexture(GL_TEXTURE0 + unit_base);
  glBindTexture(GL_TEXTURE_2D, picture.id());
  glBindSampler(unit_base, nearest_.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  leave_draw_state();
  return {};
}

}  // namespace mmd
