#pragma once

#include <memory>
#include <optional>

#include <SDL.h>

#include "app/actions/action.h"
#include "app/actions/parts.h"
#include "app/panels/ui.h"
#include "edit/limb_drag.h"

namespace mmd {

class BodySurface;

/// Drags a part of the body with the select tool, from a bone's mark or from the surface. One drag is one
/// gesture.
class LimbControl {
 public:
  /// Ends the drag if a file, another figure or Escape replaced its bones.
  void follow(const Parts& parts);
  /// Grabs the part at the pointer. The drag starts with the first movement.
  bool press(const vec2& pointer, const Parts& parts);
  bool holds() const { return held_.has_value(); }
  bool dragging() const { return held_ && held_->begun; }
  void drag(const vec2& pointer, const Parts& parts, Actions& asked);
  /// Releases the part; false if it was not dragged.
  bool release(Actions& asked);
  /// Escape cancels the drag; other keys are ignored during it. Returns whether the key was used.
  bool type(SDL_Keycode key, Actions& asked);
  /// Draws the marks of pins.
  void draw(const Ui& ui, const Parts& parts) const;

 private:
  struct Held {
    edit::LimbDrag limb;
    edit::GizmoDrag pointer;  ///< parallel to the picture
    edit::Grip grip;
    vec3 grabbed;                             ///< scene space
    std::weak_ptr<const Model> model;         ///< of the dragged bones
    std::shared_ptr<const Pose> pose;         ///< at the start
    std::shared_ptr<const BodySurface> body;  ///< that a hand does not enter; null for other parts
    bool begun = false;
  };
  std::optional<Held> held_;
};

}  // namespace mmd
