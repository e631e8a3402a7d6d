#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "assets/image.h"

namespace mmd {

class FramebufferGuard;
class OffscreenTarget;
struct Scene;

/// Draws a window's picture more finely than the window has it: into a framebuffer beside it, from which it
/// comes into the window. So it can change from picture to picture.
class WindowCanvas {
 public:
  WindowCanvas();
  /// While the context is still current.
  ~WindowCanvas();
  WindowCanvas(const WindowCanvas&) = delete;
  WindowCanvas& operator=(const WindowCanvas&) = delete;

  /// Binds a framebuffer for a picture of the scene: of `samples` per pixel, or of as many as the driver has;
  /// where prefers_supersampling() and the scene has no lines, of four pixels in place of one, whatever
  /// `samples`. How many times wider and higher than the window's picture it is, 1 or 2. With 0 or 1 sample,
  /// and where there is no memory for it, the one that is bound stays: 0.
  int begin(const Scene& scene, int width, int height, int samples);
  /// Brings the picture into the framebuffer that was bound before, right and up of its bottom left by that
  /// much, and binds that again.
  void end(int x, int y);

  /// Whether it has the picture of that size that was drawn last: the window's own was drawn into since
  /// otherwise.
  bool holds(int width, int height) const { return holds_ && width == width_ && height == height_; }
  /// Brings that picture into the framebuffer that is bound once more.
  void show_again(int x, int y);

 private:
  void copy_into_bound(int x, int y) const;

  std::unique_ptr<OffscreenTarget> target_;
  std::unique_ptr<FramebufferGuard> window_;  ///< between `begin` and `end`, unless that is drawn into
  int width_ = 0, height_ = 0;                ///< of the window's picture
  int factor_ = 1;
  bool holds_ = false;
};

/// A small picture on the GPU, for panels to show. Made and destroyed while the context is current.
class PanelTexture {
 public:
  /// None.
  PanelTexture() = default;
  explicit PanelTexture(const Image& image);
  ~PanelTexture();
  PanelTexture(PanelTexture&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  PanelTexture& operator=(PanelTexture&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }

  explicit operator bool() const { return name_ != 0; }
  /// What Dear ImGui knows it by.
  std::uintptr_t id() const { return name_; }

 private:
  std::uint32_t name_ = 0;
};

}  // namespace mmd
