#pragma once

#include <functional>

#include "render/frame.h"
#include "render/surface.h"

namespace mmd {

/// Writes a number for each triangle of an actor where it is seen and the material's alpha is at least
/// `cutoff`. `first`: the number of the actor's first triangle.
Result<void> draw_surface_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                               const ActorOnGpu& what, float cutoff, std::uint32_t first);

/// An off-screen target of numbers, one sample per pixel, with depth.
class SurfaceTarget {
 public:
  /// Draws a picture in tiles of `side` pixels (0: in one) and reads it back. `draw` gets the frame of each.
  Result<SurfaceImage> render(const Frame& frame, int side,
                              const std::function<Result<void>(const Frame& tile)>& draw);

 private:
  Result<void> prepare(int width, int height);

  int width_ = 0, height_ = 0;
  gl::Framebuffer framebuffer_;
  gl::Renderbuffer numbers_, depth_;
};

}  // namespace mmd
