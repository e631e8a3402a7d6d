#include "render/window_canvas.h"

#include "render/frame.h"
#include "render/framebuffer.h"
#include "render/gl_objects.h"

namespace mmd {
WindowCanvas::WindowCanvas() = default;
WindowCanvas::~WindowCanvas() = default;

int WindowCanvas::begin(const Scene& scene, int width, int height, int samples) {
  holds_ = false;
  const int usable = usable_framebuffer_samples(samples);
  if (usable <= 1) return 0;
  auto window = std::make_unique<FramebufferGuard>();
  if (target_ == nullptr) target_ = std::make_unique<OffscreenTarget>();
  factor_ = prefers_supersampling() && !draws_lines(scene) ? 2 : 1;
  if (factor_ == 2 && !target_->prepare(2 * width, 2 * height, 1)) factor_ = 1;
  if (factor_ == 1 && !target_->prepare(width, height, usable)) return 0;
  window_ = std::move(window);
  width_ = width;
  height_ = height;
  target_->bind();
  return factor_;
}

void WindowCanvas::end(int x, int y) {
  if (window_ == nullptr) return;
  target_->resolve();
  window_.reset();  // binds the window's framebuffer
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
  // Linear filtering in the middle between four pixels gives their average.
  glBlitFramebuffer(0, 0, factor_ * width_, factor_ * height_, x, y, x + width_, y + height_,
                    GL_COLOR_BUFFER_BIT, factor_ == 2 ? GL_LINEAR : GL_NEAREST);
}

PanelTexture::PanelTexture(const Image& image) {
  glGenTextures(1, &name_);
  glBindTexture(GL_TEXTURE_2D, name_);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, image.width, image.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               image.rgba.data());
  glBindTexture(GL_TEXTURE_2D, 0);
}

PanelTexture::~PanelTexture() {
  if (name_ != 0) glDeleteTextures(1, &name_);
}

}  // namespace mmd
