// What the mouse does.
#include <algorithm>
#include <cmath>

#include "app/viewer.h"

namespace mmd {
namespace {

/// Points from the divider within which it is taken.
constexpr float divider_reach = 8.0f;
/// Points that the mouse may move within a click.
constexpr float still_a_click = 4.0f;

}  // namespace

bool Viewer::near_divider(const vec2& pointer) const {
  if (compare_.mode != CompareMode::wipe || !compare_.comparison) return false;
  const float at = compare_.divider * static_cast<float>(window_.size().width);
  return std::abs(pointer.x - at) <= divider_reach * window_.text_scale();
}

void Viewer::on_mouse(const SDL_Event& event) {
  note_pointer(event);
  if (panels_take(event)) return panels_changed();
  if (drag_divider(event)) {
    note_movement();
    return scene_changed();
  }
  const bool clicked = ends_click(event);
  const vec2 in_picture = point_in_picture(panes(), pointer_ * pixels_per_point());
  if (camera_control_.handle(event, scene_.camera, window_.size().height, in_picture)) {
    leave_motion_camera();
    camera_is_fitted_ = false;
    note_movement();
    return scene_changed();
  }
  if (clicked) click();
  update_cursor();
  update_hovered();
}

/// Notes where the left button goes down; whether it comes up there again.
bool Viewer::ends_click(const SDL_Event& event) {
  if (event.button.button != SDL_BUTTON_LEFT) return false;
  if (event.type == SDL_MOUSEBUTTONDOWN) pressed_at_ = pointer_;
  return event.type == SDL_MOUSEBUTTONUP && glm::distance(pressed_at_, pointer_) <= still_a_click;
}

void Viewer::note_pointer(const SDL_Event& event) {
  if (event.type == SDL_MOUSEMOTION) {
    pointer_ = {static_cast<float>(event.motion.x), static_cast<float>(event.motion.y)};
  } else if (event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEBUTTONUP) {
    pointer_ = {static_cast<float>(event.button.x), static_cast<float>(event.button.y)};
  }
}

bool Viewer::panels_take(const SDL_Event& event) {
  if (compare_.dragging || camera_control_.dragging()) return false;
  const bool taken = ui_.wants_mouse() || ui_.over_panel(pointer_);
  const bool left = std::exchange(over_panel_, taken) && !taken;
  if (left) panels_changed();  // nothing under the pointer any longer
  return taken && event.type != SDL_MOUSEBUTTONUP;
}

bool Viewer::drag_divider(const SDL_Event& event) {
  const bool left_button = event.button.button == SDL_BUTTON_LEFT;
  if (event.type == SDL_MOUSEBUTTONDOWN && left_button && near_divider(pointer_)) {
    compare_.dragging = true;
  } else if (event.type == SDL_MOUSEBUTTONUP && left_button && compare_.dragging) {
    compare_.dragging = false;
    return true;
  }
  if (!compare_.dragging) return false;
  // Not out of the window, where it could not be taken again.
  constexpr float least = 0.02f;
  const auto width = static_cast<float>(std::max(window_.size().width, 1));
  compare_.divider = std::clamp(pointer_.x / width, least, 1.0f - least);
  return true;
}

void Viewer::update_cursor() {
  const bool wanted = compare_.dragging || near_divider(pointer_);
  if (wanted == std::exchange(over_divider_, wanted)) return;
  scene_changed();  // the cursor is set with the next picture
}

}  // namespace mmd
