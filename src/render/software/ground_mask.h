#pragma once

#include <optional>

#include "render/frame.h"
#include "render/software/coverage_raster.h"
#include "render/textures.h"

namespace mmd {

/// Draws the ground shadow with a CPU driver: finds the covered pixels itself and lets the driver draw them
/// as one textured rectangle. Drawing flattened models takes two fifths of the time of a small picture.
class GroundMask {
 public:
  /// Draws the shadow of all actors into the bound framebuffer. Returns false if draw_ground_shadow_pass()
  /// must: pixels have several samples, a material consists of points or lines, or the shadow is endless.
  Result<bool> draw(Programs& programs, const Frame& frame);
  /// Whether draw() will find pixels itself in the bound framebuffer, so that find_ahead() is useful.
  bool finds_pixels(const Frame& frame) const;
  /// Finds the pixels for the next draw() of the same frame, without the driver and on any thread. Reads the
  /// actors' posed_positions(), which must be computed before.
  void find_ahead(const Frame& frame);
  /// Call at the start of a picture: drops pixels of a picture that failed.
  void forget() { ahead_.reset(); }
  /// Call between pictures: frees buffers that grow with the largest picture.
  void free_working_memory() {
    raster_ = CoverageRaster();
    texture_ = gl::Texture();
    width_ = height_ = 0;
  }

 private:
  struct Rectangle {
    vec2 min, max;  ///< x and z in scene space
  };
  /// nullopt: the driver must draw the shadow.
  std::optional<Rectangle> find_pixels(const Frame& frame);
  void cover(const Actor& actor, CoverageRaster::Facing front, const RenderSettings& settings);
  void upload();

  CoverageRaster raster_;
  WeakCache<Image, AlphaLevels> alphas_;
  gl::Texture texture_;
  gl::VertexArray vertex_array_;
  int width_ = 0, height_ = 0;                     ///< size of the texture
  std::optional<std::optional<Rectangle>> ahead_;  ///< the result of find_ahead()
};

}  // namespace mmd
