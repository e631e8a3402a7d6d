#pragma once

#include <optional>
#include <vector>

#include "render/frame.h"

namespace mmd {

/// Marks over the picture: bars and discs in pixels, drawn in the order they are added.
class OverlayShapes {
 public:
  /// shaders/skeleton.frag.
  enum Kind { bar = 0, disc = 1, ring = 2, square = 3, crossed = 4, white_outline = 8 };
  /// One instance of shaders/skeleton.vert, in pixels.
  struct Shape {
    vec4 segment{0.0f};  ///< a, b
    vec4 shape{0.0f};    ///< radius at a, at b, kind, outline width
    vec4 colour{0.0f};
  };

  void clear() { shapes_.clear(); }
  void add(const Shape& shape) { shapes_.push_back(shape); }
  /// A line in the scene's space, as far as it is before the eye. `width`: pixels; `outline`: what is dark on
  /// either side of it.
  void add_line(const Frame& frame, const vec3& from, const vec3& to, const vec4& colour, float width,
                float outline = 0.0f);
  Result<void> draw(Programs& programs, const Frame& frame);

 private:
  void create_buffers();

  std::vector<Shape> shapes_;
  gl::VertexArray vertex_array_;
  gl::Buffer buffer_;
};

/// Pixels from the bottom left of the tile; nothing for what is behind the eye.
std::optional<vec2> project(const Frame& frame, const vec3& point);

}  // namespace mmd
