#pragma once

#include <cstdint>
#include <optional>

#include "app/actions/action.h"
#include "app/actions/parts.h"
#include "app/panels/ui.h"

namespace mmd {

/// A handle at the feet of the active figure while the Models panel is open. Dragging it moves the figure on
/// the ground, as one gesture.
class FigureDrag {
 public:
  /// Grabs the handle if it is at the pointer.
  bool press(const vec2& pointer, const Parts& parts);
  bool holds() const { return grip_.has_value(); }
  bool dragging() const { return holds() && begun_; }
  void drag(const vec2& pointer, const Parts& parts, Actions& asked);
  /// Releases the handle; returns whether it was dragged.
  bool release(Actions& asked);
  /// Escape cancels the drag; other keys are ignored during it. Returns whether the key was used.
  bool type(SDL_Keycode key, Actions& asked);
  void draw(const Ui& ui, const Parts& parts, const vec2& pointer) const;

 private:
  std::optional<vec3> grip_;  ///< from the grabbed point to the figure's position
  std::uint64_t figure_ = 0;  ///< number of the figure
  bool begun_ = false;
};

/// A figure under the pointer (index in the list) and a bone of it.
struct PickedFigure {
  std::int32_t figure = none, bone = none;
};

/// An inactive figure at a point of the window: by a joint if bones are shown, else by the nearest surface.
PickedFigure other_figure_at(const vec2& point, const Stage& stage, const Screen& screen);

}  // namespace mmd
