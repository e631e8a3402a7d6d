#pragma once

#include <span>

#include <SDL.h>

#include "app/actions/parts.h"
#include "app/input/figure_drag.h"
#include "app/input/gizmo_control.h"
#include "app/panels/ui.h"
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
  LocalizedText gesture, help;
};
std::span<const MouseRow> mouse_table();

/// Where the pointer is and what is being dragged: makes actions of what the mouse does outside of panels.
class Mouse {
 public:
  /// What an event of the mouse asks for.
  Actions handle(const SDL_Event& event, const Parts& parts, const Ui& ui);
  /// Finds the bones under the pointer: the picture may be another one.
  void hover(const Parts& parts);
  /// What is asked for by what is being dragged: once for a picture, however often the pointer moved.
  Actions drag(const Parts& parts);
  /// A key while something is dragged; whether it is taken.
  bool type(SDL_Keycode key, const Parts& parts, Actions& asked) {
    return gizmo_.type(key, parts, asked) || figure_.type(key, asked);
  }
  /// What is dragged and could be, over the picture.
  void draw(Ui& ui, const Parts& parts) const;
  /// In the window's points.
  const vec2& pointer() const { return pointer_; }
  /// Whether the pointer is on the divider of a wipe, or drags it.
  bool over_divider() const { return over_divider_; }

 private:
  bool panels_take(const SDL_Event& event, const Parts& parts, const Ui& ui);
  bool near_divider(const Parts& parts) const;
  bool drag_divider(const SDL_Event& event, const Parts& parts, Actions& asked);
  bool drag_figure(const SDL_Event& event, const Parts& parts, Actions& asked);
  bool drag_gizmo(const SDL_Event& event, const Parts& parts, Actions& asked);
  bool drag_box(const SDL_Event& event, const Parts& parts, Actions& asked);
  bool ends_click(const SDL_Event& event);
  void update_cursor(const Parts& parts);

  CameraControl camera_control_;
  GizmoControl gizmo_;
  FigureDrag figure_;
  bool moved_ = false;            ///< while the gizmo is dragged, since the last picture
  std::optional<vec2> box_from_;  ///< where a box to select bones began
  vec2 pointer_{-1.0f};           ///< where the mouse was last
  vec2 pressed_at_{-1.0f};        ///< where the left button went down
  bool over_panel_ = false, over_divider_ = false, dragging_divider_ = false;
};

}  // namespace mmd
