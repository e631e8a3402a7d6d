#pragma once

#include <SDL.h>

#include "app/actions/mouse_scheme.h"
#include "app/actions/parts.h"
#include "app/input/figure_drag.h"
#include "app/input/gizmo_control.h"
#include "app/input/limb_control.h"
#include "app/panels/ui.h"
#include "app/stage/redraw.h"
#include "scene/camera.h"

namespace mmd {

/// Orbits, pans and zooms a camera with the buttons of a scheme.
class CameraControl {
 public:
  /// `window_height`: in the units of mouse positions. `pointer`: in picture heights from the middle, right
  /// and up. Returns whether the camera changed.
  bool handle(const SDL_Event& event, Camera& camera, int window_height, const vec2& pointer = vec2(0.0f),
              MouseScheme scheme = MouseScheme::mmdview);
  /// Whether a drag is in progress.
  bool dragging() const { return drag_.what != MouseDrag::nothing; }

 private:
  bool follow(const vec2& moved, Camera& camera, MouseScheme scheme) const;

  DragStart drag_;
  Uint8 button_ = 0;  ///< the button of the drag
};

/// Turns mouse input outside of panels into actions.
class Mouse {
 public:
  /// Actions of a mouse event.
  Actions handle(const SDL_Event& event, const Parts& parts, const Ui& ui);
  /// Finds the bones under the pointer in the current picture.
  void hover(const Parts& parts);
  /// Actions of a drag, once per picture.
  Actions drag(const Parts& parts);
  /// Ends consecutive nudges by the wheel, before a key or after a rest.
  Actions end_nudge();
  Actions end_nudge_after_rest(double now) { return nudge_.ends(now) ? end_nudge() : Actions(); }
  /// Limits the wait for events, in milliseconds.
  int wait(double now, int timeout_ms) const { return nudge_.wait(now, timeout_ms); }
  /// Handles a key during a drag; returns whether it was used.
  bool type(SDL_Keycode key, const Parts& parts, Actions& asked) {
    return gizmo_.type(key, parts, asked) || limb_.type(key, asked) || figure_.type(key, asked);
  }
  /// Draws handles and the selection box.
  void draw(Ui& ui, const Parts& parts) const;
  /// Position of the pointer in points.
  const vec2& pointer() const { return pointer_; }
  /// Whether the pointer is on the divider of a wipe or drags it.
  bool over_divider() const { return over_divider_; }

 private:
  bool panels_take(const SDL_Event& event, const Parts& parts, const Ui& ui);
  bool near_divider(const Parts& parts) const;
  bool drag_divider(const SDL_Event& event, const Parts& parts, Actions& asked);
  template <class Control>
  bool drag_held(Control& held, bool clicks, const SDL_Event& event, const Parts& parts, Actions& asked);
  bool drag_figure(const SDL_Event& event, const Parts& parts, Actions& asked);
  bool drag_gizmo(const SDL_Event& event, const Parts& parts, Actions& asked);
  bool drag_limb(const SDL_Event& event, const Parts& parts, Actions& asked);
  bool drag_box(const SDL_Event& event, const Parts& parts, Actions& asked);
  bool ends_click(const SDL_Event& event);
  void click(const Parts& parts, Actions& asked);
  void update_cursor(const Parts& parts);

  CameraControl camera_control_;
  GizmoControl gizmo_;
  LimbControl limb_;
  FigureDrag figure_;
  OneShotTimer nudge_;  ///< runs until the wheel has rested
  bool moved_ = false;  ///< the pointer moved during a drag of a handle or limb since the last picture
  std::optional<vec2> box_from_;  ///< start of a selection box
  vec2 pointer_{-1.0f};           ///< last position of the pointer
  vec2 pressed_at_{-1.0f};        ///< position of the last press
  vec2 clicked_at_{-1e6f};        ///< position of the last click
  bool over_panel_ = false, over_divider_ = false, dragging_divider_ = false;
};

}  // namespace mmd
