#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "render/frame.h"
#include "scene/body_marks.h"

namespace mmd {

/// Shapes over the picture, in drawn pixels of the tile, drawn in the order in which they are added.
class OverlayShapes {
 public:
  /// Values of shaders/skeleton.frag.
  enum Kind { bar = 0, disc = 1, ring = 2, square = 3, crossed = 4, white_outline = 8 };
  /// One instance of shaders/skeleton.vert, in drawn pixels.
  struct Shape {
    vec4 segment{0.0f};  ///< end points a and b
    vec4 shape{0.0f};    ///< radius at a, radius at b, kind, outline width
    vec4 colour{0.0f};
  };

  void clear() { shapes_.clear(); }
  void add(const Shape& shape) { shapes_.push_back(shape); }
  /// Adds the part of a scene-space line before the eye. Drawn pixels: `width`; `outline`: dark on each side.
  void add_line(const Frame& frame, const vec3& from, const vec3& to, const vec4& colour, float width,
                float outline = 0.0f);
  Result<void> draw(Programs& programs, const Frame& frame);

 private:
  void create_buffers();

  std::vector<Shape> shapes_;
  gl::VertexArray vertex_array_;
  gl::Buffer buffer_;
};

/// Projects a scene-space point to drawn pixels from the bottom left of the tile; nullopt behind the eye.
std::optional<vec2> project(const Frame& frame, const vec3& point);

/// Draws bones over the picture: a bar towards the tail, and at the joint a mark for the kind (BoneKind) as
/// in MikuMikuDance: ring = rotatable, square = movable, large and orange = IK, cross = fixed axis, green =
/// append, pink = physics, grey = not posable, red = selected; the highlighted bone is brighter and larger.
/// Hidden bones are skipped unless selected or highlighted.
class SkeletonOverlay {
 public:
  Result<void> draw(Programs& programs, const Frame& frame, const Actor& actor);

 private:
  enum class Mark : std::uint8_t { plain, selected, highlighted };
  void add_bone(const Frame& frame, const Actor& actor, std::int32_t index, Mark mark);

  OverlayShapes shapes_;
};

/// Draws rigid bodies and joints over the picture, far bodies first. Line colours show a body's mode: green
/// follows its bone, orange is dynamic, yellow is dynamic rotation only. The dot in the middle shows its
/// group. A joint is a small violet box with an arc for each axis about which the bodies can rotate.
class BodyOverlay {
 public:
  Result<void> draw(Programs& programs, const Frame& frame, const Actor& actor);

 private:
  void add_body(const Frame& frame, const Actor& actor, std::size_t index);
  void add_joint(const Frame& frame, const Actor& actor, const Joint& joint);
  void add_lines(const Frame& frame, const vec3& colour, float width);

  OverlayShapes shapes_;
  MarkLines lines_;
  std::vector<std::pair<float, std::size_t>> order_;  ///< view-space z and index of each body
};

/// Draws the ground grid and the axes at the origin, as the settings select, before the models.
class GroundGrid {
 public:
  Result<void> draw(Programs& programs, const Frame& frame);

 private:
  OverlayShapes shapes_;
};

/// Rigid bodies and bones over all visible actors, as the settings ask.
class Overlays {
 public:
  Result<void> draw(Programs& programs, const Frame& frame);
  /// The same into the bound framebuffer over a finished picture, which has one drawn pixel per pixel.
  /// `tile`: the part of it that the framebuffer has.
  Result<void> draw_on_finished(Programs& programs, const Frame& whole, const Tile& tile);

 private:
  SkeletonOverlay skeleton_;
  BodyOverlay bodies_;
};

}  // namespace mmd
