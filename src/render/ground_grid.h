#pragma once

#include "render/overlay_shapes.h"

namespace mmd {

/// What tells where in the scene one is: a grid on the ground and the axes from its origin, each where the
/// settings ask for it. Drawn before the models, which lie over it.
class GroundGrid {
 public:
  Result<void> draw(Programs& programs, const Frame& frame);

 private:
  OverlayShapes shapes_;
};

}  // namespace mmd
