#pragma once

#include <optional>

#include "render/frame.h"
#include "render/software/coverage_raster.h"
#include "render/textures.h"

namespace mmd {

/// Draws the shadow on the ground where the driver runs on the CPU: finds the pixels that it covers and has
/// the driver draw one rectangle with them. Flattened models would be two fifths of a small picture's work.
class GroundMask {
 public:
  /// Draws the shadow of all actors into the bound framebuffer. Returns false if draw_ground_shadow_pass has
  /// to: pixels have several samples, materials are points or lines, or the shadow is endless.
  Result<bool> draw(Programs& programs, const Frame& frame);
  /// Whether draw() will find pixels; for find_ahead(). Of the bound framebuffer.
  bool finds_pixels(const Frame& frame) const;
  /// Finds the pixels for the next draw() of the same frame, without the driver, on any thread. Reads
  /// posed_positions() of the actors, which must be computed before.
  void find_ahead(const Frame& frame);
  /// At the start of a picture: forgets pixels that were found for one that failed.
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
