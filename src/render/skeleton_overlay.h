#pragma once

#include <vector>

#include "render/frame.h"

namespace mmd {

/// Bones drawn over the picture: a bar towards the tail, and at the joint a mark that tells the kind
/// (BoneKind) as MikuMikuDance does: a ring turns, a square moves, orange is IK, a cross turns about one
/// axis; green follows by append, pink is moved by physics, grey cannot be operated. Hidden bones are left
/// out unless highlighted.
class SkeletonOverlay {
 public:
  Result<void> draw(Programs& programs, const Frame& frame, const Actor& actor);

 private:
  /// One instance of shaders/skeleton.vert, in pixels.
  struct Shape {
    vec4 segment{0.0f};  ///< a, b
    vec4 shape{0.0f};    ///< radius at a, at b, kind, outline width
    vec4 colour{0.0f};
  };
  void add_bone(const Frame& frame, const Actor& actor, std::int32_t index, bool highlighted);
  void create_buffers();

  std::vector<Shape> shapes_;
  gl::VertexArray vertex_array_;
  gl::Buffer buffer_;
};

}  // namespace mmd
