#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <SDL.h>

#include "app/actions/mouse_scheme.h"
#include "app/actions/parts.h"
#include "app/panels/gizmo_view.h"
#include "app/panels/ui.h"

namespace mmd {

/// Rings and arrows at the active bone. Dragging one rotates or moves all selected bones; modifiers snap or
/// change the speed (mouse_scheme.h), and a typed number replaces the pointer.
class GizmoControl {
 public:
  /// Ends the drag if a file, another figure or Escape replaced its bones.
  void follow(const Parts& parts);
  /// Grabs the handle under the pointer. The drag starts with the first movement.
  bool press(const vec2& pointer, const Parts& parts);
  bool holds() const { return drag_.has_value(); }
  bool dragging() const { return drag_ && begun_; }
  /// Follows the pointer, once per picture.
  void drag(const vec2& pointer, const Parts& parts, Actions& asked);
  /// Releases the handle; false if it was not dragged.
  bool release(Actions& asked);
  /// Rotates by degrees or moves by tenths of a unit if a ring or an arrow is at the pointer; false if not.
  /// Consecutive nudges of a handle are one gesture, until end_nudge().
  bool nudge(const vec2& pointer, float steps, const Parts& parts, Actions& asked);
  void end_nudge(Actions& asked);
  /// Handles a key during a drag; returns whether it was used.
  bool type(SDL_Keycode key, const Parts& parts, Actions& asked);
  /// Draws the handles.
  void draw(Ui& ui, const Parts& parts, const vec2& pointer) const;

 private:
  /// Nudges of one handle since the pose `held`.
  struct Nudge {
    edit::GizmoHandle handle;
    std::vector<edit::HeldBone> held;
    edit::GizmoAxes axes;
    vec3 along;          ///< scene-space axis of an arrow
    double step;         ///< radians or units, with sign
    float steps = 0.0f;  ///< so far
  };

  double value() const;
  std::string value_text() const;
  void ask(const Parts& parts, Actions& asked);

  std::optional<edit::GizmoDrag> drag_;
  std::optional<Nudge> nudge_;
  std::weak_ptr<const Model> model_;  ///< model of the dragged bones
  std::shared_ptr<const Pose> pose_;  ///< at the start
  bool begun_ = false;
  edit::GizmoAxes axes_ = edit::GizmoAxes::local;
  std::vector<edit::HeldBone> held_;
  DragPace pace_;
  double sign_ = 1.0;  ///< sign of the shown number, in MMD's left-handed space
  std::string typed_;
};

/// The rectangle of the shown handles, in the window's points; empty if there are none.
Room gizmo_room(const Parts& parts);

/// The pane for editing: the stage's own state. nullopt if the actor is hidden.
std::optional<PaneView> view_of(const Stage& stage, const Screen& screen, const Actor* shown);

}  // namespace mmd
