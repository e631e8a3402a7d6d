#pragma once

#include <functional>
#include <vector>

#include "render/face_culling.h"
#include "render/frame.h"
#include "render/surface.h"

namespace mmd {

/// Writes a number for each triangle of an actor where it is seen and the material's alpha is at least
/// `cutoff`, and appends to `numbers` which triangle it means: the first of those is number 1 in the picture.
/// `first`: what the actor's first triangle is called.
Result<void> draw_surface_pass(Programs& programs, CommonTextures& common, FaceCulling& culling,
                               const Frame& frame, const ActorOnGpu& what, float cutoff, std::uint32_t first,
                               std::vector<std::uint32_t>& numbers);

/// An off-screen target of numbers, one sample per pixel, with depth.
class SurfaceTarget {
 public:
  /// Draws a picture in tiles of `side` pixels (0: in one) and reads it back. `draw` gets the frame of each,
  /// and says what the numbers that it writes mean, from 1 on.
  Result<SurfaceImage> render(
      const Frame& frame, int side,
      const std::function<Result<void>(const Frame& tile, std::vector<std::uint32_t>& numbers)>& draw);

 private:
  Result<void> prepare(int width, int height);

  int width_ = 0, height_ = 0;
  gl::Framebuffer framebuffer_;
  gl::Renderbuffer numbers_, depth_;
};

}  // namespace mmd
