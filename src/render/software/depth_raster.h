#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assets/image.h"
#include "base/math.h"

namespace mmd {

/// What of a material its texture cuts out.
struct Cutout {
  const Image* image = nullptr;
  std::span<const vec2> uv;
  float cutoff = 0.0f;  ///< what is less opaque is not there
};

/// Draws the depths of a shadow map's triangles in a third of the time of a driver on the CPU, which is made
/// for larger triangles.
class DepthRaster {
 public:
  /// `size` x `size` texels, with nothing in front of the far end.
  void begin(int size);
  /// For the triangles that are drawn next. `to_clip`: affine; -1 to 1 is seen, along each axis.
  void set_vertices(std::span<const vec3> positions, const mat4& to_clip);
  /// Three indices each; from the front, or `both_sides`, they turn left. `cutout`: null for opaque ones.
  void draw(std::span<const std::uint32_t> triangles, bool both_sides, const Cutout* cutout = nullptr);
  /// Takes over what is nearer in `other`, of the same size: then it is as if one had drawn what both did.
  void take_nearer(const DepthRaster& other);
  int size() const { return size_; }
  /// 0 near to 1 far; rows from the bottom.
  std::span<const float> depths() const {
    return std::span(depths_).first(static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_));
  }

 private:
  void fill(const std::uint32_t (&corners)[3], float area, const Cutout* cutout);

  int size_ = 0;
  std::vector<float> depths_;   ///< and a few more at its end, so that a row's last texels are four, too
  std::vector<vec3> vertices_;  ///< texels and depth
};

}  // namespace mmd
