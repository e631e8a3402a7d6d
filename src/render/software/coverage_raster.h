#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assets/image.h"
#include "base/math.h"
#include "render/software/raster.h"

namespace mmd {

/// How opaque a texture is, at its own size and smaller ones. Built by the first at(): most textures with
/// alpha that throw a shadow lie over pixels that are in shadow already.
class AlphaLevels {
 public:
  /// Larger pictures begin at the first half of theirs that fits.
  static constexpr int largest = 1024;

  /// The image must be there for at().
  explicit AlphaLevels(const Image& image);

  /// The level for places that lie as far apart as a step that covers `texels` of the picture, by area.
  int level_for(float texels) const;
  /// 0 to 1, between the four nearest texels, as a texture that repeats. 0 for coordinates beyond all
  /// numbers. By one thread at a time.
  float at(const vec2& uv, int level);
  /// Of the picture.
  float texels() const { return texels_; }

 private:
  struct Level {
    int width, height;
    std::vector<std::uint8_t> alpha;
  };
  void build();

  const Image* image_;
  float texels_;
  int left_out_ = 0;  ///< levels that were too large
  int level_count_ = 1;
  std::vector<Level> levels_;  ///< empty: at() was not called yet
};

/// Finds which pixels triangles on a plane cover, several times as fast as a driver on the CPU: pixels need
/// no depth, and covered ones are not looked at again.
class CoverageRaster {
 public:
  /// Which way triangles turn, as they are seen, that are drawn.
  enum class Facing : std::uint8_t { left, right, both };
  /// What a texture makes of the share.
  struct Translucency {
    AlphaLevels* alpha = nullptr;
    std::span<const vec2> uv;
    float cutoff = 0.0f;  ///< what is less opaque is not covered
  };

  /// `width` x `height` pixels, none of them covered.
  void begin(int width, int height);
  /// For the triangles that are drawn next. False if one lies behind the eye or as good as in it: nothing may
  /// be drawn then.
  [[nodiscard]] bool set_vertices(std::span<const vec3> positions, const mat4& to_clip);
  /// Three indices each. `share`: above 0 to 1; the first that covers a pixel counts.
  void draw(std::span<const std::uint32_t> triangles, Facing facing, float share,
            const Translucency* translucency = nullptr);

  int width() const { return width_; }
  int height() const { return height_; }
  /// 0: not covered, 255: the whole share; rows from the bottom.
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
