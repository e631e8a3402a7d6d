#pragma once

#include "render/overlay_shapes.h"

namespace mmd {

/// Bones drawn over the picture: a bar towards the tail, and at the joint a mark that tells the kind
/// (BoneKind) as MikuMikuDance does: a ring turns, a square moves, orange is IK, a cross turns about one
/// axis; green follows by append, pink is moved by physics, grey cannot be operated. Hidden bones are left
/// out unless highlighted.
class SkeletonOverlay {
 public:
  Result<void> draw(Programs& programs, const Frame& frame, const Actor& actor);

 private:
  void add_bone(const Frame& frame, const Actor& actor, std::int32_t index, bool highlighted);

  OverlayShapes shapes_;
};

}  // namespace mmd
