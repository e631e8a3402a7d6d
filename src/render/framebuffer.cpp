#include "render/framebuffer.h"

#include <algorithm>

#include <fmt/format.h>

#include "render/program.h"

namespace mmd {
namespace {

bool is_complete() {
  return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

}  // namespace

void blend_over() {
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

void set_draw_state(int width, int height) {
  constexpr GLenum off[] = {GL_CULL_FACE,
                            GL_SCISSOR_TEST,
                            GL_STENCIL_TEST,
                            GL_POLYGON_OFFSET_FILL,
                            GL_SAMPLE_ALPHA_TO_COVERAGE,
                            GL_SAMPLE_COVERAGE,
                            GL_RASTERIZER_DISCARD};
  for (const GLenum capability : off) glDisable(capability);
  gl::reset_desktop_state();
  glEnable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
  glStencilMask(0xff);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glBlendEquation(GL_FUNC_ADD);
  blend_over();
  glFrontFace(GL_CCW);
  glCullFace(GL_BACK);
  glLineWidth(1.0f);
  glViewport(0, 0, width, height);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  for (const int parameter : {GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS,
                              GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS})
    glPixelStorei(static_cast<GLenum>(parameter), 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
}

void attach_renderbuffer(gl::Renderbuffer& buffer, GLenum attachment, GLenum format, int width, int height,
                         int samples) {
  buffer = gl::Renderbuffer::create();
  glBindRenderbuffer(GL_RENDERBUFFER, buffer.id());
  if (samples > 1) {
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
  } else {
    glRenderbufferStorage(GL_RENDERBUFFER, format, width, height);
  }
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer.id());
}

void restrict_drawing(const Tile& picture, const Tile& seen) {
  glViewport(picture.x, picture.y, picture.width, picture.height);
  glEnable(GL_SCISSOR_TEST);
  glScissor(seen.x, seen.y, seen.width, seen.height);
}

void clear_picture(const vec4& background) {
  const vec4 colour = glm::clamp(background, 0.0f, 1.0f);
  glClearColor(colour.r * colour.a, colour.g * colour.a, colour.b * colour.a, colour.a);
  gl::clear_depth_to_one();
  glClearStencil(0);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

void leave_draw_state() {
  glBindVertexArray(0);
  glUseProgram(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  for (GLuint unit = 0; unit < texture_unit_count; ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindSampler(unit, 0);
  }
  glActiveTexture(GL_TEXTURE0);
  glDisable(GL_CULL_FACE);
  glDisable(GL_BLEND);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_POLYGON_OFFSET_FILL);
  gl::reset_desktop_state();
  glDepthMask(GL_TRUE);
  glCullFace(GL_BACK);
}

bool take_out_of_memory() {
  bool out_of_memory = false;
  // The limit ends the loop for a lost context, which returns errors forever.
  for (int i = 0; i < 32; ++i) {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) break;
    out_of_memory |= error == GL_OUT_OF_MEMORY;
  }
  return out_of_memory;
}

FramebufferGuard::FramebufferGuard() {
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw_);
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_);
}

FramebufferGuard::~FramebufferGuard() {
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(draw_));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read_));
}

int max_framebuffer_size() {
  GLint renderbuffer = 0, viewport[2] = {};
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &renderbuffer);
  glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
  return std::min({renderbuffer, viewport[0], viewport[1]});
}

int usable_framebuffer_samples(int wanted) {
  GLint limit = 0;
  glGetIntegerv(GL_MAX_SAMPLES, &limit);
  return std::max(std::min(wanted, limit), 1);
}

bool prefers_supersampling() {
  return draws_on_cpu();
}

Result<void> OffscreenTarget::prepare(int width, int height, int samples, bool with_maps) {
  if (draw_ && width == width_ && height == height_ && samples == samples_ &&
      with_maps == static_cast<bool>(depth_map_))
    return {};
  *this = OffscreenTarget();
  if (width < 1 || height < 1)
    return fail(fmt::format("a picture of {} x {} pixels is empty", width, height));
  const int limit = max_framebuffer_size();
  if (std::max(width, height) > limit)
    return fail(fmt::format("a picture of {} x {} pixels is too large: the driver draws up to {} x {}", width,
                            height, limit, limit),
                "choose a smaller --size");
  auto allocated = allocate(width, height, samples, with_maps);
  if (!allocated) *this = OffscreenTarget();
  return allocated;
}

/// In place of renderbuffers, for effects that read them.
void OffscreenTarget::attach_maps(int width, int height) {
  colour_map_ = gl::Texture::create();
  glBindTexture(GL_TEXTURE_2D, colour_map_.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colour_map_.id(), 0);
  depth_map_ = gl::Texture::create();
  glBindTexture(GL_TEXTURE_2D, depth_map_.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH24_STENCIL8, width, height, 0, GL_DEPTH_STENCIL,
               GL_UNSIGNED_INT_24_8, nullptr);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_2D, depth_map_.id(), 0);
  glBindTexture(GL_TEXTURE_2D, 0);
}

Result<void> OffscreenTarget::allocate(int width, int height, int samples, bool with_maps) {
  take_out_of_memory();
  draw_ = gl::Framebuffer::create();
  glBindFramebuffer(GL_FRAMEBUFFER, draw_.id());
  if (with_maps && samples <= 1) {
    attach_maps(width, height);
  } else {
    attach_renderbuffer(colour_, GL_COLOR_ATTACHMENT0, GL_RGBA8, width, height, samples);
    attach_renderbuffer(depth_, GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH24_STENCIL8, width, height, samples);
  }
  bool complete = is_complete();
  if (samples > 1) {
    resolved_ = gl::Framebuffer::create();
    glBindFramebuffer(GL_FRAMEBUFFER, resolved_.id());
    if (with_maps)
      attach_maps(width, height);
    else
      attach_renderbuffer(resolved_colour_, GL_COLOR_ATTACHMENT0, GL_RGBA8, width, height);
    complete = complete && is_complete();
  }
  glBindRenderbuffer(GL_RENDERBUFFER, 0);
  if (take_out_of_memory())
    return fail(fmt::format("out of graphics memory for a picture of {} x {} pixels with {} samples", width,
                            height, samples),
                "choose a smaller --size or fewer --samples");
  if (!complete)
    return fail(
        fmt::format("the driver refuses a picture of {} x {} pixels with {} samples", width, height, samples),
        "choose a smaller --size or fewer --samples");
  width_ = width;
  height_ = height;
  samples_ = samples;
  return {};
}

void OffscreenTarget::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, draw_.id());
}

void OffscreenTarget::resolve() const {
  if (resolved_) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, draw_.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_.id());
    const GLbitfield depth = depth_map_ ? GL_DEPTH_BUFFER_BIT : 0;
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT | depth, GL_NEAREST);
  }
  bind_resolved();
}

void OffscreenTarget::bind_resolved() const {
  glBindFramebuffer(GL_FRAMEBUFFER, resolved_ ? resolved_.id() : draw_.id());
}

}  // namespace mmd
