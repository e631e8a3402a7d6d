#include "render/window_canvas.h"

#include "render/framebuffer.h"
#include "render/gl_state.h"

namespace mmd {

WindowCanvas::WindowCanvas() = default;
WindowCanvas::~WindowCanvas() = default;

bool WindowCanvas::begin(int width, int height, int samples) {
  holds_ = false;
  const int usable = usable_framebuffer_samples(samples);
  if (usable <= 1) return false;
  auto window = std::make_unique<FramebufferGuard>();
  if (target_ == nullptr) target_ = std::make_unique<OffscreenTarget>();
  if (!target_->prepare(width, height, usable)) return false;
  window_ = std::move(window);
  width_ = width;
  height_ = height;
  target_->bind();
  return true;
}

void WindowCanvas::end(int x, int y) {
  if (window_ == nullptr) return;
  target_->resolve();
  window_.reset();  // binds it
  copy_into_bound(x, y);
  holds_ = true;
}

void WindowCanvas::show_again(int x, int y) {
  if (holds_) copy_into_bound(x, y);
}

void WindowCanvas::copy_into_bound(int x, int y) const {
  GLint window_framebuffer = 0, picture = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &window_framebuffer);
  const FramebufferGuard window;
  target_->bind_resolved();
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &picture);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(window_framebuffer));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(picture));
  glBlitFramebuffer(0, 0, width_, height_, x, y, x + width_, y + height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

}  // namespace mmd
