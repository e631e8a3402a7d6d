#include "render/framebuffer.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "render/gl_state.h"

namespace mmd {
namespace {

void store(const gl::Renderbuffer& buffer, GLenum format, int width, int height, int samples) {
  glBindRenderbuffer(GL_RENDERBUFFER, buffer.id());
  if (samples > 1) {
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
  } else {
    glRenderbufferStorage(GL_RENDERBUFFER, format, width, height);
  }
}

void attach(GLenum attachment, const gl::Renderbuffer& buffer) {
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer.id());
}

bool is_complete() {
  return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

}  // namespace

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

bool draws_on_cpu() {
  const auto* text = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  const std::string_view renderer = text != nullptr ? text : "";
  for (const std::string_view name : {"llvmpipe", "softpipe", "SwiftShader"})
    if (renderer.find(name) != std::string_view::npos) return true;
  return false;
}

bool prefers_supersampling() {
  return draws_on_cpu();
}

Result<void> OffscreenTarget::prepare(int width, int height, int samples) {
  if (draw_ && width == width_ && height == height_ && samples == samples_) return {};
  *this = OffscreenTarget();
  if (width < 1 || height < 1)
    return fail(fmt::format("a picture of {} x {} pixels is empty", width, height));
  const int limit = max_framebuffer_size();
  if (std::max(width, height) > limit)
    return fail(fmt::format("a picture of {} x {} pixels is too large: the driver draws up to {} x {}", width,
                            height, limit, limit),
                "choose a smaller --size");
  auto allocated = allocate(width, height, samples);
  if (!allocated) *this = OffscreenTarget();
  return allocated;
}

Result<void> OffscreenTarget::allocate(int width, int height, int samples) {
  take_out_of_memory();
  draw_ = gl::Framebuffer::create();
  colour_ = gl::Renderbuffer::create();
  depth_ = gl::Renderbuffer::create();
  store(colour_, GL_RGBA8, width, height, samples);
  store(depth_, GL_DEPTH24_STENCIL8, width, height, samples);
  glBindFramebuffer(GL_FRAMEBUFFER, draw_.id());
  attach(GL_COLOR_ATTACHMENT0, colour_);
  attach(GL_DEPTH_STENCIL_ATTACHMENT, depth_);
  bool complete = is_complete();
  if (samples > 1) {
    resolved_ = gl::Framebuffer::create();
    resolved_colour_ = gl::Renderbuffer::create();
    store(resolved_colour_, GL_RGBA8, width, height, 1);
    glBindFramebuffer(GL_FRAMEBUFFER, resolved_.id());
    attach(GL_COLOR_ATTACHMENT0, resolved_colour_);
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
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  }
  bind_resolved();
}

void OffscreenTarget::bind_resolved() const {
  glBindFramebuffer(GL_FRAMEBUFFER, resolved_ ? resolved_.id() : draw_.id());
}

}  // namespace mmd
