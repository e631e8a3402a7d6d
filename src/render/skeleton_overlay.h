#pragma once

#include <cstdint>

#include "render/overlay_shapes.h"

namespace mmd {

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

}  // namespace mmd
