#pragma once

#include <cstdint>
#include <optional>

#include "app/actions/action.h"
#include "app/actions/parts.h"
#include "app/panels/ui.h"

namespace mmd {

/// A handle where the active figure stands, while the panel of figures is open: it is dragged along the
/// ground. Makes actions, framed as one gesture.
class FigureDrag {
 public:
  /// Takes the handle, if it is at the pointer.
  bool press(const vec2& pointer, const Parts& parts);
  bool holds() const { return grip_.has_value(); }
  bool dragging() const { return holds() && begun_; }
  void drag(const vec2& pointer, const Parts& parts, Actions& asked);
  /// Whether it was dragged.
  bool release(Actions& asked);
  /// Escape takes the drag back; no other key does anything while it is dragged. Whether it was taken.
  bool type(SDL_Keycode key, Actions& asked);
  void draw(const Ui& ui, const Parts& parts, const vec2& pointer) const;

 private:
  std::optional<vec3> grip_;  ///< from where it was taken to where the figure stood
  std::uint64_t figure_ = 0;  ///< its number
  bool begun_ = false;
};

/// A figure under the pointer, by its place in the list, and a bone of it.
struct PickedFigure {
  std::int32_t figure = none, bone = none;
};

/// What of figures other than the active one is at a point of the window: a joint, where bones are shown, or
/// else the nearest surface of all figures, unless that is the active one's.
PickedFigure other_figure_at(const vec2& point, const Parts& parts);

}  // namespace mmd
