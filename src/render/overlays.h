#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "render/frame.h"
#include "scene/body_marks.h"

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

/// Bones drawn over the picture: a bar towards the tail, and at the joint a mark that tells the kind
/// (BoneKind) as MikuMikuDance does: a ring turns, a square moves, orange is IK, a cross turns about one
/// axis; green follows by append, pink is moved by physics, grey cannot be operated, red is selected, and the
/// highlighted one is brighter and larger. Hidden bones are left out unless selected or highlighted.
class SkeletonOverlay {
 public:
  Result<void> draw(Programs& programs, const Frame& frame, const Actor& actor);

 private:
  enum class Mark : std::uint8_t { plain, selected, highlighted };
  void add_bone(const Frame& frame, const Actor& actor, std::int32_t index, Mark mark);

  OverlayShapes shapes_;
};

/// Rigid bodies and joints drawn over the picture. A body's lines tell its mode: green follows its bone,
/// orange is moved by physics, yellow is turned by it; the dot in its middle its group: one colour for each.
/// A joint is a small violet box with an arc for each axis about which it lets the bodies turn. What is
/// nearer to the eye is drawn over what is behind it.
class BodyOverlay {
 public:
  Result<void> draw(Programs& programs, const Frame& frame, const Actor& actor);

 private:
  void add_body(const Frame& frame, const Actor& actor, std::size_t index);
  void add_joint(const Frame& frame, const Actor& actor, const Joint& joint);
  void add_lines(const Frame& frame, const vec3& colour, float width);

  OverlayShapes shapes_;
  MarkLines lines_;
  std::vector<std::pair<float, std::size_t>> order_;  ///< bodies by how far away they are
};

/// What tells where in the scene one is: a grid on the ground and the axes from its origin, each where the
/// settings ask for it. Drawn before the models, which lie over it.
class GroundGrid {
 public:
  Result<void> draw(Programs& programs, const Frame& frame);

 private:
  OverlayShapes shapes_;
};

}  // namespace mmd
