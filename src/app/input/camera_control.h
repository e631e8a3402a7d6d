#pragma once

#include <span>

#include <SDL.h>

#include "app/text/language.h"
#include "scene/camera.h"

namespace mmd {

/// Turns, moves and zooms a camera by the mouse.
class CameraControl {
 public:
  /// `window_height`: in the units of mouse positions. `pointer`: where it is in the picture, in picture
  /// heights from its middle, right and up. Returns whether the camera changed.
  bool handle(const SDL_Event& event, Camera& camera, int window_height, const vec2& pointer = vec2(0.0f));
  /// Whether a button is held that turns or moves it.
  bool dragging() const { return drag_ != Drag::idle; }

 private:
  enum class Drag { idle, orbit, pan };
  Drag drag_ = Drag::idle;
  Uint8 button_ = 0;  ///< that started the drag
};

/// What the mouse does, for the help.
struct MouseRow {
  Words gesture, help;
};
std::span<const MouseRow> mouse_table();

}  // namespace mmd
