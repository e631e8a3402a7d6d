#include "app/input/mouse.h"

#include <cmath>
#include <utility>

namespace mmd {
namespace {

/// Reach of the pointer around the divider, in points.
constexpr float divider_reach = 8.0f;
/// Seconds without the wheel until nudges are one undo step.
constexpr double nudge_rests_after = 0.8;
/// Maximum movement within a click, in points.
constexpr float still_a_click = 4.0f;

bool extends(PanelState& panels) {
  return extends_selection(panels.mouse_scheme(), SDL_GetModState());
}

/// Selects the bones with joints in a box, perhaps in addition to the selection.
void select_in_box(const vec2& a, const vec2& b, const Parts& parts, Actions& asked) {
  const vec2 low = glm::min(a, b), high = glm::max(a, b);
  edit::Selection next;
  if (extends(parts.panels)) next = parts.opened.picker.selection();
  std::vector<std::int32_t> inside;
  for (const Pane& pane : parts.screen.panes())
    for (const BonePlace& place : parts.screen.bone_places(pane))
      if (glm::all(glm::greaterThanEqual(place.at, low)) && glm::all(glm::lessThanEqual(place.at, high)))
        inside.push_back(place.bone);
  next.add(inside);
  asked.push_back({ActionId::select_bones, next.bones()});
}

/// A right double click shows or hides bones in MikuMikuDance.
bool shows_bones(const SDL_Event& event, MouseScheme scheme) {
  return scheme == MouseScheme::mmd && event.type == SDL_MOUSEBUTTONDOWN &&
         event.button.button == SDL_BUTTON_RIGHT && event.button.clicks == 2;
}

bool is_left(const SDL_Event& event, Uint32 type) {
  return event.type == type && event.button.button == SDL_BUTTON_LEFT;
}

/// Turns of the wheel, away from the user.
float notches(const SDL_MouseWheelEvent& wheel) {
  return wheel.direction == SDL_MOUSEWHEEL_FLIPPED ? -wheel.preciseY : wheel.preciseY;
}

constexpr float radians_per_window_height = pi;
constexpr float zoom_per_notch = 0.88f;
/// A zooming drag over the whole height of the picture.
constexpr float notches_per_window_height = 20.0f;

}  // namespace

Actions Mouse::handle(const SDL_Event& event, const Parts& parts, const Ui& ui) {
  gizmo_.follow(parts);
  limb_.follow(parts);
  pointer_ = pointer_after(event, pointer_);
  const bool nudges = event.type == SDL_MOUSEWHEEL && (SDL_GetModState() & KMOD_CTRL) != 0;
  Actions asked = nudges ? Actions() : end_nudge();
  if (panels_take(event, parts, ui)) {
    parts.redraw.panels();
    return asked;
  }
  if (drag_divider(event, parts, asked)) return asked;
  if (drag_figure(event, parts, asked) || drag_gizmo(event, parts, asked) || drag_limb(event, parts, asked) ||
      drag_box(event, parts, asked))
    return asked;
  if (nudges && gizmo_.nudge(pointer_, notches(event.wheel), parts, asked)) {
    nudge_.start(parts.setup.now(), nudge_rests_after);
    return asked;
  }
  if (shows_bones(event, parts.panels.mouse_scheme())) asked.push_back({ActionId::toggle_bones});
  const bool clicked = ends_click(event);
  const Screen& screen = parts.screen;
  const vec2 in_picture = point_in_picture(screen.panes(), screen.pixel_at(pointer_));
  Camera camera = parts.stage.scene().camera;
  const MouseScheme scheme = parts.panels.mouse_scheme();
  if (camera_control_.handle(event, camera, screen.height_in_points(), in_picture, scheme)) {
    asked.push_back({ActionId::move_camera, camera});
    return asked;
  }
  if (clicked) click(parts, asked);
  update_cursor(parts);
  hover(parts);
  return asked;
}

/// Selects the bone under the pointer; a second click at the same point takes the next one there. Without a
/// bone, selects another figure or nothing. With the scheme's modifier it adds the bone to the selection or
/// removes it.
void Mouse::click(const Parts& parts, Actions& asked) {
  const Stage& stage = parts.stage;
  const bool again = glm::distance(std::exchange(clicked_at_, pointer_), pointer_) <= still_a_click;
  if (!stage.document()) return;
  const std::vector<std::int32_t> there = parts.screen.bones_at(pointer_);
  if (there.empty()) {
    const PickedFigure other = other_figure_at(pointer_, parts.stage, parts.screen);
    if (other.figure != none) asked.push_back({ActionId::activate_figure, other.figure});
    if (other.bone != none) asked.push_back({ActionId::select_bone, other.bone});
    if (other.figure != none) return;
  }
  if (!stage.arrangement().look.skeleton) return;
  if (extends(parts.panels)) {
    if (there.empty()) return;
    edit::Selection next = parts.opened.picker.selection();
    next.toggle(there.front());
    return asked.push_back({ActionId::select_bones, next.bones()});
  }
  const std::int32_t selected = stage.scene().settings.highlight;
  const std::int32_t bone = next_of(there, again ? selected : none);
  const bool several = parts.opened.picker.selection().bones().size() > 1;
  if (bone != selected || several) asked.push_back({ActionId::select_bone, bone});
}

Actions Mouse::end_nudge() {
  Actions asked;
  gizmo_.end_nudge(asked);
  nudge_.stop();
  return asked;
}

/// Notes a press of the left button; returns whether the release is at the same point.
bool Mouse::ends_click(const SDL_Event& event) {
  if (event.button.button != SDL_BUTTON_LEFT) return false;
  if (event.type == SDL_MOUSEBUTTONDOWN) pressed_at_ = pointer_;
  return event.type == SDL_MOUSEBUTTONUP && glm::distance(pressed_at_, pointer_) <= still_a_click;
}

bool Mouse::panels_take(const SDL_Event& event, const Parts& parts, const Ui& ui) {
  if (dragging_divider_ || camera_control_.dragging() || gizmo_.holds() || limb_.holds() || figure_.holds() ||
      box_from_)
    return false;
  const bool taken = ui.wants_mouse() || ui.over_panel(pointer_);
  const bool left = std::exchange(over_panel_, taken) && !taken;
  const bool let_go = event.type == SDL_MOUSEBUTTONUP;
  // Nothing is under the pointer any longer; the press takes effect now, not with the next movement.
  if (left || (taken && let_go)) parts.redraw.panels();
  return taken && !let_go;
}

bool Mouse::near_divider(const Parts& parts) const {
  if (!parts.opened.panes.has_divider()) return false;
  const float at = parts.screen.point_at_share(parts.opened.panes.divider());
  return std::abs(pointer_.x - at) <= divider_reach * parts.screen.text_scale();
}

bool Mouse::drag_divider(const SDL_Event& event, const Parts& parts, Actions& asked) {
  const bool left_button = event.button.button == SDL_BUTTON_LEFT;
  dragging_divider_ = dragging_divider_ && parts.opened.panes.has_divider();
  if (event.type == SDL_MOUSEBUTTONDOWN && left_button && near_divider(parts)) {
    dragging_divider_ = true;
  } else if (event.type == SDL_MOUSEBUTTONUP && left_button && dragging_divider_) {
    dragging_divider_ = false;
    parts.screen.note_movement();
    parts.redraw.picture();
    return true;
  }
  if (!dragging_divider_) return false;
  asked.push_back({ActionId::move_divider, static_cast<double>(parts.screen.share_at_point(pointer_.x))});
  return true;
}

/// Moves what `held` holds with the pointer, until the button is released. Returns whether it holds anything.
/// `clicks`: whether releasing the button without a movement is a click.
template <class Control>
bool Mouse::drag_held(Control& held, bool clicks, const SDL_Event& event, const Parts& parts,
                      Actions& asked) {
  if (!held.holds()) return false;
  if (event.type == SDL_MOUSEMOTION) {
    moved_ |= held.dragging() || glm::distance(pressed_at_, pointer_) > still_a_click;
    parts.redraw.panels();
  } else if (is_left(event, SDL_MOUSEBUTTONUP)) {
    asked = drag(parts);
    if (!held.release(asked) && clicks) click(parts, asked);
  }
  return true;
}

/// A handle released where it was grabbed is a click on what is behind it.
bool Mouse::drag_gizmo(const SDL_Event& event, const Parts& parts, Actions& asked) {
  // In this program's own scheme modifiers select bones, also behind a handle.
  const bool selects = parts.panels.mouse_scheme() == MouseScheme::mmdview &&
                       (SDL_GetModState() & (KMOD_SHIFT | KMOD_CTRL)) != 0;
  if (is_left(event, SDL_MOUSEBUTTONDOWN) && !selects) {
    pressed_at_ = pointer_;
    return gizmo_.press(pointer_, parts);
  }
  return drag_held(gizmo_, true, event, parts, asked);
}

/// Drags the handle of the active figure. A release without movement does nothing.
bool Mouse::drag_figure(const SDL_Event& event, const Parts& parts, Actions& asked) {
  if (is_left(event, SDL_MOUSEBUTTONDOWN) && parts.stage.document() != nullptr) {
    pressed_at_ = pointer_;
    return figure_.press(pointer_, parts);
  }
  return drag_held(figure_, false, event, parts, asked);
}

Actions Mouse::drag(const Parts& parts) {
  Actions asked;
  if (!std::exchange(moved_, false)) return asked;
  gizmo_.follow(parts);
  limb_.follow(parts);
  if (figure_.holds()) {
    figure_.drag(pointer_, parts, asked);
  } else if (limb_.holds()) {
    limb_.drag(pointer_, parts, asked);
  } else {
    gizmo_.drag(pointer_, parts, asked);
  }
  return asked;
}

/// A part of the body released where it was grabbed is clicked. Modifiers select, as on handles.
bool Mouse::drag_limb(const SDL_Event& event, const Parts& parts, Actions& asked) {
  if (is_left(event, SDL_MOUSEBUTTONDOWN)) {
    pressed_at_ = pointer_;
    return (SDL_GetModState() & (KMOD_SHIFT | KMOD_CTRL)) == 0 && limb_.press(pointer_, parts);
  }
  return drag_held(limb_, true, event, parts, asked);
}

bool Mouse::drag_box(const SDL_Event& event, const Parts& parts, Actions& asked) {
  const bool bones = parts.stage.arrangement().look.skeleton && parts.stage.document() != nullptr;
  if (event.type == SDL_MOUSEBUTTONDOWN && !camera_control_.dragging() && !box_from_ &&
      drag_of(parts.panels.mouse_scheme(), event.button.button, SDL_GetModState(), bones).what ==
          MouseDrag::box) {
    box_from_ = pointer_;
    return true;
  }
  if (!box_from_) return false;
  parts.redraw.panels();
  if (!is_left(event, SDL_MOUSEBUTTONUP)) return true;
  const vec2 from = *std::exchange(box_from_, std::nullopt);
  if (glm::distance(from, pointer_) > still_a_click) {
    select_in_box(from, pointer_, parts, asked);
  } else {
    click(parts, asked);
  }
  return true;
}

void Mouse::draw(Ui& ui, const Parts& parts) const {
  const vec2 pointer = over_panel_ ? vec2(-1e6f) : pointer_;
  gizmo_.draw(ui, parts, pointer);
  limb_.draw(ui, parts);
  if (parts.stage.document()) figure_.draw(ui, parts, pointer);
  if (box_from_ && glm::distance(*box_from_, pointer_) > still_a_click) ui.draw_box(*box_from_, pointer_);
}

void Mouse::update_cursor(const Parts& parts) {
  const bool wanted = dragging_divider_ || near_divider(parts);
  if (wanted == std::exchange(over_divider_, wanted)) return;
  parts.redraw.picture();  // the cursor is set with the next picture
}

void Mouse::hover(const Parts& parts) {
  const bool elsewhere =
      over_panel_ || camera_control_.dragging() || gizmo_.dragging() || limb_.dragging() || box_from_;
  std::vector<std::int32_t> bones, bodies;
  if (!elsewhere) bones = parts.screen.bones_at(pointer_);
  if (!elsewhere && bones.empty()) bodies = parts.screen.bodies_at(pointer_);
  const bool other_bones = parts.opened.picker.hover(std::move(bones));
  if (parts.opened.picker.hover_bodies(std::move(bodies)) || other_bones) parts.redraw.panels();
}

bool CameraControl::handle(const SDL_Event& event, Camera& camera, int window_height, const vec2& pointer,
                           MouseScheme scheme) {
  switch (event.type) {
    case SDL_MOUSEBUTTONDOWN: {
      if (dragging()) return false;
      drag_ = drag_of(scheme, event.button.button, SDL_GetModState(), false);
      button_ = event.button.button;
      return false;
    }
    case SDL_MOUSEBUTTONUP:
      if (event.button.button == button_) drag_ = {};
      return false;
    case SDL_MOUSEMOTION: {
      if (!dragging() || window_height < 1) return false;
      const vec2 moved = vec2(static_cast<float>(event.motion.xrel), static_cast<float>(event.motion.yrel)) /
                         static_cast<float>(window_height);
      return follow(moved, camera, scheme);
    }
    case SDL_MOUSEWHEEL: {
      const float turned = notches(event.wheel);
      if (turned == 0.0f) return false;
      const auto pace = static_cast<float>(camera_pace(scheme, SDL_GetModState()));
      zoom(camera, std::pow(zoom_per_notch, turned * pace), pointer);
      return true;
    }
    default:
      return false;
  }
}

/// `moved`: the pointer's movement in picture heights, right and down.
bool CameraControl::follow(const vec2& moved, Camera& camera, MouseScheme scheme) const {
  const int held = SDL_GetModState() & ~static_cast<int>(drag_.chosen_by);
  const vec2 paced = moved * static_cast<float>(camera_pace(scheme, held));
  // The scene follows the pointer, so the camera moves the other way.
  switch (drag_.what) {
    case MouseDrag::orbit:
      orbit(camera, -paced.x * radians_per_window_height, paced.y * radians_per_window_height);
      return true;
    case MouseDrag::pan:
      pan(camera, vec2(-paced.x, paced.y));
      return true;
    case MouseDrag::zoom:
      zoom(camera, std::pow(zoom_per_notch, -paced.y * notches_per_window_height));
      return true;
    default:
      return false;
  }
}

}  // namespace mmd
