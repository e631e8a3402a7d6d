#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <SDL.h>

#include "app/actions/parts.h"
#include "app/panels/gizmo_view.h"
#include "app/panels/ui.h"

namespace mmd {

/// Rings and arrows at the active bone, and the drag of one, which turns or moves all selected bones. While
/// Ctrl is held, it goes by steps; a number that is typed counts instead of the pointer.
class GizmoControl {
 public:
  /// Lets go of what is no longer there: a file, another figure or Escape took its place or ended the drag.
  void follow(const Parts& parts);
  /// Takes hold of what is under the pointer, if it is a handle. It is dragged when it is first moved.
  bool press(const vec2& pointer, const Parts& parts);
  bool holds() const { return drag_.has_value(); }
  bool dragging() const { return drag_ && begun_; }
  /// The pointer has gone there: once for a picture.
  void drag(const vec2& pointer, const Parts& parts, Actions& asked);
  /// False: it was not dragged.
  bool release(Actions& asked);
  /// A key while something is dragged; whether it is taken.
  bool type(SDL_Keycode key, const Parts& parts, Actions& asked);
  /// Draws it into the picture.
  void draw(Ui& ui, const Parts& parts, const vec2& pointer) const;

 private:
  double value() const;
  std::string value_text() const;
  void ask(const Parts& parts, Actions& asked);

  std::optional<edit::GizmoDrag> drag_;
  std::weak_ptr<const Model> model_;  ///< whose bones are held
  std::uint64_t revision_ = 0;        ///< of the pose that they were taken from
  bool begun_ = false;
  edit::GizmoAxes axes_ = edit::GizmoAxes::local;
  std::vector<edit::HeldBone> held_;
  double sign_ = 1.0;  ///< of what people read, in MMD's left-handed space
  std::string typed_;
};

/// Where bones are worked on: the state that is the stage's own. nullopt: the actor is not to be seen.
std::optional<PaneView> view_of(const Parts& parts, const Actor* shown);

}  // namespace mmd
