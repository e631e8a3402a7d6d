#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assets/image.h"
#include "base/math.h"

namespace mmd {

/// A texture whose alpha cuts holes into a material.
struct Cutout {
  const Image* image = nullptr;
  std::span<const vec2> uv;
  float cutoff = 0.0f;  ///< texels with a smaller alpha are holes
};

/// Draws the depths of a shadow map's triangles in a third of a CPU driver's time.
class DepthRaster {
 public:
  /// Starts with `size` x `size` texels at the far end.
  void begin(int size);
  /// Sets the vertices for draw(). `to_clip`: affine; the map shows -1 to 1 along each axis.
  void set_vertices(std::span<const vec3> positions, const mat4& to_clip);
  /// Draws triangles that run counter-clockwise, or `both_sides`. `cutout`: null for opaque materials.
  void draw(std::span<const std::uint32_t> triangles, bool both_sides, const Cutout* cutout = nullptr);
  /// Takes the nearer depth of both maps for each texel; `other` has the same size.
  void take_nearer(const DepthRaster& other);
  int size() const { return size_; }
  /// size() * size() depths from 0 (near) to 1 (far); rows from the bottom.
  std::span<const float> depths() const {
    return std::span(depths_).first(static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_));
  }

 private:
  void fill(const std::uint32_t (&corners)[3], float area, const Cutout* cutout);

  int size_ = 0;
  std::vector<float> depths_;   ///< with three more at the end, for access to four texels at once
  std::vector<vec3> vertices_;  ///< x and y in texels, z: depth
};

}  // namespace mmd
