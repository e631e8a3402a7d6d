#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assets/image.h"
#include "base/math.h"
#include "render/software/raster.h"

namespace mmd {

/// Mip levels of a texture's alpha. The first at() builds them; often it is never called, because most
/// shadows of textures with alpha fall on pixels that are in shadow already.
class AlphaLevels {
 public:
  /// Longest side of the first level in texels; larger images are halved until they fit.
  static constexpr int largest = 1024;

  /// The image must outlive calls of at().
  explicit AlphaLevels(const Image& image);

  /// The level for samples that each cover an area of `texels` texels.
  int level_for(float texels) const;
  /// Alpha from 0 to 1 of a repeating texture, interpolated between four texels. 0 for infinite or NaN
  /// coordinates. Not thread-safe.
  float at(const vec2& uv, int level);
  /// The number of texels of the image.
  float texels() const { return texels_; }

 private:
  struct Level {
    int width, height;
    std::vector<std::uint8_t> alpha;
  };
  void build();

  const Image* image_;
  float texels_;
  int left_out_ = 0;  ///< number of levels that were too large
  int level_count_ = 1;
  std::vector<Level> levels_;  ///< empty before the first at()
};

/// Finds the pixels that triangles in a plane cover, several times faster than a CPU driver: it needs no
/// depth and skips pixels that are covered already.
class CoverageRaster {
 public:
  /// Winding of the triangles to draw, in the picture: counter-clockwise, clockwise or both.
  enum class Facing : std::uint8_t { left, right, both };
  /// A texture's alpha, which scales the share.
  struct Translucency {
    AlphaLevels* alpha = nullptr;
    std::span<const vec2> uv;
    float cutoff = 0.0f;  ///< smaller alphas cover nothing
  };

  /// Starts with `width` x `height` uncovered pixels.
  void begin(int width, int height);
  /// Sets the vertices. Returns false if a vertex is behind the eye or too near; draw() must not be called
  /// then.
  [[nodiscard]] bool set_vertices(std::span<const vec3> positions, const mat4& to_clip);
  /// Draws triangles of three indices with a share above 0, up to 1. Each pixel keeps its first triangle's
  /// value.
  void draw(std::span<const std::uint32_t> triangles, Facing facing, float share,
            const Translucency* translucency = nullptr);

  int width() const { return width_; }
  int height() const { return height_; }
  /// Coverage of each pixel, 0 (none) to 255 (a share of 1); rows from the bottom.
  const std::vector<std::uint8_t>& shares() const { return shares_; }

 private:
  struct Vertex {
    vec2 pixel;
    float per_w;  ///< 1 over the clip w
  };
  bool all_covered(const TexelRange& columns, const TexelRange& rows) const;
  void fill(const std::uint32_t (&corners)[3], float area, float share, const Translucency* translucency);

  int width_ = 0, height_ = 0;
  std::vector<std::uint8_t> shares_;
  std::vector<Vertex> vertices_;
};

}  // namespace mmd
