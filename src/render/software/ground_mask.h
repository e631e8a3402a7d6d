#pragma once

#include <optional>

#include "render/frame.h"
#include "render/software/coverage_raster.h"
#include "render/textures.h"

namespace mmd {

/// The shadow on the ground where the driver is on the CPU: the program finds the pixels that it covers, and
/// the driver draws a rectangle of the ground. The flattened models would be two fifths of a small picture's
/// work.
class GroundMask {
 public:
  /// Draws the shadow of all actors into the bound framebuffer. False: it is left to draw_ground_shadow_pass,
  /// as pixels have several samples there, materials are points or lines, or the shadow is endless.
  Result<bool> draw(Programs& programs, const Frame& frame);
  /// Whether draw() will find pixels; for find_ahead(). Of the bound framebuffer.
  bool finds_pixels(const Frame& frame) const;
  /// What the next draw(), of the same frame, would do first, without the driver: on any thread. Of actors'
  /// memory it only reads posed_positions().
  void find_ahead(const Frame& frame);
  /// A picture begins: what was found ahead for one that failed is not its.
  void forget() { ahead_.reset(); }
  /// Between pictures: that of the largest.
  void free_working_memory() {
    raster_ = CoverageRaster();
    texture_ = gl::Texture();
    width_ = height_ = 0;
  }

 private:
  struct Rectangle {
    vec2 min, max;  ///< x and z
  };
  /// Empty: it cannot.
  std::optional<Rectangle> find_pixels(const Frame& frame);
  void cover(const Actor& actor, CoverageRaster::Facing front);
  void upload();

  CoverageRaster raster_;
  WeakCache<Image, AlphaLevels> alphas_;
  gl::Texture texture_;
  gl::VertexArray vertex_array_;
  int width_ = 0, height_ = 0;                     ///< of the texture
  std::optional<std::optional<Rectangle>> ahead_;  ///< what find_ahead() found
};

}  // namespace mmd
