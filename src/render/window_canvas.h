#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "assets/image.h"

namespace mmd {

class FramebufferGuard;
class OffscreenTarget;
struct Scene;

/// Anti-aliases a window's picture: draws it into a framebuffer with more samples or pixels, then copies it
/// into the window. The number of samples may change from picture to picture.
class WindowCanvas {
 public:
  WindowCanvas();
  /// While the context is still current.
  ~WindowCanvas();
  WindowCanvas(const WindowCanvas&) = delete;
  WindowCanvas& operator=(const WindowCanvas&) = delete;

  /// Binds a framebuffer with `samples` per pixel, or as many as the driver has; where
  /// prefers_supersampling() and the scene has no lines, one with four pixels for each. Returns how many
  /// times wider and higher than the window's picture it is, 1 or 2; 0 if the window's own stays bound: for 0
  /// or 1 sample, and without memory.
  int begin(const Scene& scene, int width, int height, int samples);
  /// Binds the framebuffer that was bound before and copies the picture to (x, y) of it, pixels from the
  /// bottom left.
  void end(int x, int y);

  /// Whether show_again() has the last picture, of that size; not if that was drawn into the window itself.
  bool holds(int width, int height) const { return holds_ && width == width_ && height == height_; }
  /// Copies that picture into the bound framebuffer.
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
