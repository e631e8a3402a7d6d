#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "assets/image.h"

namespace mmd {

class FramebufferGuard;
class OffscreenTarget;
struct Scene;

/// Anti-aliasing for a window: an off-screen framebuffer with more samples or pixels, copied to the window.
class WindowCanvas {
 public:
  WindowCanvas();
  /// Requires the current context.
  ~WindowCanvas();
  WindowCanvas(const WindowCanvas&) = delete;
  WindowCanvas& operator=(const WindowCanvas&) = delete;

  /// Binds a framebuffer with `samples` per pixel, limited by the driver; if prefers_supersampling() and the
  /// scene has no lines, one that is twice as wide and high. Returns its size relative to the window's
  /// picture, 1 or 2. Returns 0 and binds nothing for 0 or 1 sample, or if memory is short.
  int begin(const Scene& scene, int width, int height, int samples);
  /// Binds the previous framebuffer and copies the picture to (x, y) in it, pixels from the bottom left.
  void end(int x, int y);

  /// Whether show_again() has a picture of that size; not if the last one was drawn into the window.
  bool holds(int width, int height) const { return holds_ && width == width_ && height == height_; }
  /// Copies the last picture into the bound framebuffer.
  void show_again(int x, int y);

 private:
  void copy_into_bound(int x, int y) const;

  std::unique_ptr<OffscreenTarget> target_;
  std::unique_ptr<FramebufferGuard> window_;  ///< set between begin() and end() if the canvas is used
  int width_ = 0, height_ = 0;                ///< size of the window's picture
  int factor_ = 1;
  bool holds_ = false;
};

/// A small texture for panels. The context must be current on construction and destruction.
class PanelTexture {
 public:
  /// No texture.
  PanelTexture() = default;
  explicit PanelTexture(const Image& image);
  ~PanelTexture();
  PanelTexture(PanelTexture&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  PanelTexture& operator=(PanelTexture&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }

  explicit operator bool() const { return name_ != 0; }
  /// The texture's ID for Dear ImGui.
  std::uintptr_t id() const { return name_; }

 private:
  std::uint32_t name_ = 0;
};

}  // namespace mmd
