#pragma once

// Small pictures of light directions for the Light panel: a ball in that light.

#include <map>
#include <string_view>

#include "assets/image.h"
#include "base/math.h"
#include "render/window_canvas.h"

namespace mmd {

/// A white ball, seen along +Z, in a light with rays of that direction (MMD's left-handed space, not zero),
/// on transparent ground.
Image lit_ball(const vec3& direction, int side);

/// Keeps their textures. The context must be current in the destructor.
class LightPictures {
 public:
  /// The texture for Dear ImGui; `direction` is read when the name is new.
  std::uintptr_t of(std::string_view name, const vec3& direction);

 private:
  std::map<std::string_view, PanelTexture> textures_;  ///< by names of named_lights(), which last
};

}  // namespace mmd
