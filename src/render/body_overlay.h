#pragma once

#include <utility>
#include <vector>

#include "render/overlay_shapes.h"
#include "scene/body_marks.h"

namespace mmd {

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

}  // namespace mmd
