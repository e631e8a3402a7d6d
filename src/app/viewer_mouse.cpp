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
  if (!panes_.has_divider()) return false;
  const float at = panes_.divider() * static_cast<float>(window_.size().width);
  return std::abs(pointer.x - at) <= divider_reach * window_.text_scale();
}

void Viewer::on_mouse(const SDL_Event& event) {
  note_pointer(event);
  if (panels_take(event)) return panels_changed();
  if (drag_divider(event)) return;
  const bool clicked = ends_click(event);
  const vec2 in_picture = point_in_picture(panes(), pointer_ * pixels_per_point());
  Camera camera = scene().camera;
  if (camera_control_.handle(event, camera, window_.size().height, in_picture))
    return perform({ActionId::move_camera, camera});
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
  if (dragging_divider_ || camera_control_.dragging()) return false;
  const bool taken = ui_.wants_mouse() || ui_.over_panel(pointer_);
  const bool left = std::exchange(over_panel_, taken) && !taken;
  if (left) panels_changed();  // nothing under the pointer any longer
  return taken && event.type != SDL_MOUSEBUTTONUP;
}

bool Viewer::drag_divider(const SDL_Event& event) {
  const bool left_button = event.button.button == SDL_BUTTON_LEFT;
  if (event.type == SDL_MOUSEBUTTONDOWN && left_button && near_divider(pointer_)) {
    dragging_divider_ = true;
  } else if (event.type == SDL_MOUSEBUTTONUP && left_button && dragging_divider_) {
    dragging_divider_ = false;
    note_movement();
    scene_changed();
    return true;
  }
  if (!dragging_divider_) return false;
  const auto width = static_cast<float>(std::max(window_.size().width, 1));
  perform({ActionId::move_divider, static_cast<double>(pointer_.x / width)});
  return true;
}

void Viewer::update_cursor() {
  const bool wanted = dragging_divider_ || near_divider(pointer_);
  if (wanted == std::exchange(over_divider_, wanted)) return;
  scene_changed();  // the cursor is set with the next picture
}

}  // namespace mmd
