#include "app/input/mouse.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mmd {
namespace {

/// Reach of the pointer around the divider, in points.
constexpr float divider_reach = 8.0f;
/// Maximum movement within a click, in points.
constexpr float still_a_click = 4.0f;

/// Selects the bone at that point, or the next one there; without a bone, another figure or nothing. Ctrl
/// adds the bone to the selection or removes it.
void click(const vec2& point, const Parts& parts, Actions& asked) {
  const Stage& stage = parts.stage;
  if (!stage.document()) return;
  const std::vector<std::int32_t> there = parts.screen.bones_at(point);
  if (there.empty()) {
    const PickedFigure other = other_figure_at(point, parts);
    if (other.figure != none) asked.push_back({ActionId::activate_figure, other.figure});
    if (other.bone != none) asked.push_back({ActionId::select_bone, other.bone});
    if (other.figure != none) return;
  }
  if (!stage.choices().look.skeleton) return;
  if ((SDL_GetModState() & KMOD_CTRL) != 0) {
    if (there.empty()) return;
    edit::Selection next = parts.picker.selection();
    next.toggle(there.front());
    return asked.push_back({ActionId::select_bones, next.bones()});
  }
  const std::int32_t selected = stage.scene().settings.highlight;
  const std::int32_t bone = next_of(there, selected);
  const bool several = parts.picker.selection().bones().size() > 1;
  if (bone != selected || several) asked.push_back({ActionId::select_bone, bone});
}

/// Selects the bones with joints in a box; Ctrl keeps the selection.
void select_in_box(const vec2& a, const vec2& b, const Parts& parts, Actions& asked) {
  const vec2 low = glm::min(a, b), high = glm::max(a, b);
  edit::Selection next;
  if ((SDL_GetModState() & KMOD_CTRL) != 0) next = parts.picker.selection();
  std::vector<std::int32_t> inside;
  for (const Pane& pane : parts.screen.panes())
    for (const BonePlace& place : parts.screen.bone_places(pane))
      if (glm::all(glm::greaterThanEqual(place.at, low)) && glm::all(glm::lessThanEqual(place.at, high)))
        inside.push_back(place.bone);
  next.add(inside);
  asked.push_back({ActionId::select_bones, next.bones()});
}

bool is_left(const SDL_Event& event, Uint32 type) {
  return event.type == type && event.button.button == SDL_BUTTON_LEFT;
}

constexpr float radians_per_window_height = pi;
constexpr float zoom_per_notch = 0.88f;

constexpr MouseRow rows[] = {
    {{"Left drag", "左ドラッグ"}, {"Orbit the camera", "カメラの回転"}},
    {{"Right, middle or Shift drag", "右・中・Shift+ドラッグ"}, {"Pan the camera", "カメラの平行移動"}},
    {{"Wheel", "ホイール"}, {"Zoom at the pointer", "ポインタの位置で拡大・縮小"}},
    {{"Click", "クリック"},
     {"Select a bone while bones are shown; click elsewhere to deselect",
      "ボーン表示中：ボーンの選択、他の場所で解除"}},
    {{"Ctrl+Click", "Ctrl+クリック"},
     {"Add a bone to the selection, or remove it", "ボーンの選択の追加、解除"}},
    {{"Shift drag over bones", "ボーン表示中Shift+ドラッグ"},
     {"Select the bones in a box", "枠内のボーンを選択"}},
    {{"Drag a ring or arrow", "リング・矢印をドラッグ"},
     {"Rotate or move the selected bones. Ctrl: steps of 15° or 0.5. Digits: exact value. Escape: cancel",
      "選択ボーンの回転・移動。Ctrl：15°・0.5刻み、数字：その値、Esc：取り消し"}},
    {{"Drag the bar", "バーをドラッグ"}, {"Go to a frame", "フレームの移動"}},
    {{"Drag the divider", "境界をドラッグ"},
     {"Move the wipe of a comparison", "ワイプでの比較の境界を動かす"}},
    {{"Drop a file", "ファイルをドロップ"},
     {"Open a model (.pmx, .pmd, archive, folder), a pose (.vpd) or a motion (.vmd)",
      "モデル（.pmx、.pmd、書庫、フォルダ）、ポーズ（.vpd）、モーション（.vmd）を開く"}},
};

}  // namespace

Actions Mouse::handle(const SDL_Event& event, const Parts& parts, const Ui& ui) {
  gizmo_.follow(parts);
  pointer_ = pointer_after(event, pointer_);
  Actions asked;
  if (panels_take(event, parts, ui)) {
    parts.redraw.panels();
    return asked;
  }
  if (drag_divider(event, parts, asked)) return asked;
  if (drag_figure(event, parts, asked) || drag_gizmo(event, parts, asked) || drag_box(event, parts, asked))
    return asked;
  const bool clicked = ends_click(event);
  const Screen& screen = parts.screen;
  const vec2 in_picture = point_in_picture(screen.panes(), screen.pixel_at(pointer_));
  Camera camera = parts.stage.scene().camera;
  if (camera_control_.handle(event, camera, screen.height_in_points(), in_picture)) {
    asked.push_back({ActionId::move_camera, camera});
    return asked;
  }
  if (clicked) click(pointer_, parts, asked);
  update_cursor(parts);
  hover(parts);
  return asked;
}

/// Notes a press of the left button; returns whether the release is at the same point.
bool Mouse::ends_click(const SDL_Event& event) {
  if (event.button.button != SDL_BUTTON_LEFT) return false;
  if (event.type == SDL_MOUSEBUTTONDOWN) pressed_at_ = pointer_;
  return event.type == SDL_MOUSEBUTTONUP && glm::distance(pressed_at_, pointer_) <= still_a_click;
}

bool Mouse::panels_take(const SDL_Event& event, const Parts& parts, const Ui& ui) {
  if (dragging_divider_ || camera_control_.dragging() || gizmo_.holds() || figure_.holds() || box_from_)
    return false;
  const bool taken = ui.wants_mouse() || ui.over_panel(pointer_);
  const bool left = std::exchange(over_panel_, taken) && !taken;
  const bool let_go = event.type == SDL_MOUSEBUTTONUP;
  // Nothing is under the pointer any longer; the press takes effect now, not with the next movement.
  if (left || (taken && let_go)) parts.redraw.panels();
  return taken && !let_go;
}

bool Mouse::near_divider(const Parts& parts) const {
  if (!parts.panes.has_divider()) return false;
  const float at = parts.screen.point_at_share(parts.panes.divider());
  return std::abs(pointer_.x - at) <= divider_reach * parts.screen.text_scale();
}

bool Mouse::drag_divider(const SDL_Event& event, const Parts& parts, Actions& asked) {
  const bool left_button = event.button.button == SDL_BUTTON_LEFT;
  dragging_divider_ = dragging_divider_ && parts.panes.has_divider();
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

/// A handle released where it was grabbed is a click on what is behind it.
bool Mouse::drag_gizmo(const SDL_Event& event, const Parts& parts, Actions& asked) {
  if (is_left(event, SDL_MOUSEBUTTONDOWN) && (SDL_GetModState() & (KMOD_SHIFT | KMOD_CTRL)) == 0) {
    pressed_at_ = pointer_;
    return gizmo_.press(pointer_, parts);
  }
  if (!gizmo_.holds()) return false;
  if (event.type == SDL_MOUSEMOTION) {
    moved_ |= gizmo_.dragging() || glm::distance(pressed_at_, pointer_) > still_a_click;
    parts.redraw.panels();
  } else if (is_left(event, SDL_MOUSEBUTTONUP)) {
    asked = drag(parts);
    if (!gizmo_.release(asked)) click(pointer_, parts, asked);
  }
  return true;
}

/// Drags the handle of the active figure. A release without movement does nothing.
bool Mouse::drag_figure(const SDL_Event& event, const Parts& parts, Actions& asked) {
  if (is_left(event, SDL_MOUSEBUTTONDOWN) && parts.stage.document() != nullptr) {
    pressed_at_ = pointer_;
    return figure_.press(pointer_, parts);
  }
  if (!figure_.holds()) return false;
  if (event.type == SDL_MOUSEMOTION) {
    moved_ |= figure_.dragging() || glm::distance(pressed_at_, pointer_) > still_a_click;
    parts.redraw.panels();
  } else if (is_left(event, SDL_MOUSEBUTTONUP)) {
    asked = drag(parts);
    figure_.release(asked);
  }
  return true;
}

Actions Mouse::drag(const Parts& parts) {
  Actions asked;
  if (!std::exchange(moved_, false)) return asked;
  gizmo_.follow(parts);
  if (figure_.holds()) {
    figure_.drag(pointer_, parts, asked);
  } else {
    gizmo_.drag(pointer_, parts, asked);
  }
  return asked;
}

bool Mouse::drag_box(const SDL_Event& event, const Parts& parts, Actions& asked) {
  const bool bones = parts.stage.choices().look.skeleton && parts.stage.document() != nullptr;
  if (is_left(event, SDL_MOUSEBUTTONDOWN) && bones && (SDL_GetModState() & KMOD_SHIFT) != 0) {
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
    click(pointer_, parts, asked);
  }
  return true;
}

void Mouse::draw(Ui& ui, const Parts& parts) const {
  const vec2 pointer = over_panel_ ? vec2(-1e6f) : pointer_;
  gizmo_.draw(ui, parts, pointer);
  if (parts.stage.document()) figure_.draw(ui, parts, pointer);
  if (box_from_) ui.draw_box(*box_from_, pointer_);
}

void Mouse::update_cursor(const Parts& parts) {
  const bool wanted = dragging_divider_ || near_divider(parts);
  if (wanted == std::exchange(over_divider_, wanted)) return;
  parts.redraw.picture();  // the cursor is set with the next picture
}

void Mouse::hover(const Parts& parts) {
  const bool elsewhere = over_panel_ || camera_control_.dragging();
  std::vector<std::int32_t> bones, bodies;
  if (!elsewhere) bones = parts.screen.bones_at(pointer_);
  if (!elsewhere && bones.empty()) bodies = parts.screen.bodies_at(pointer_);
  const bool other_bones = parts.picker.hover(std::move(bones));
  if (parts.picker.hover_bodies(std::move(bodies)) || other_bones) parts.redraw.panels();
}

std::span<const MouseRow> mouse_table() {
  return rows;
}

bool CameraControl::handle(const SDL_Event& event, Camera& camera, int window_height, const vec2& pointer) {
  switch (event.type) {
    case SDL_MOUSEBUTTONDOWN: {
      if (drag_ != Drag::idle || event.button.button > SDL_BUTTON_RIGHT) return false;
      const bool turns = event.button.button == SDL_BUTTON_LEFT && (SDL_GetModState() & KMOD_SHIFT) == 0;
      drag_ = turns ? Drag::orbit : Drag::pan;
      button_ = event.button.button;
      return false;
    }
    case SDL_MOUSEBUTTONUP:
      if (event.button.button == button_) drag_ = Drag::idle;
      return false;
    case SDL_MOUSEMOTION: {
      if (drag_ == Drag::idle || window_height < 1) return false;
      // The scene follows the pointer, so the camera moves the other way.
      const vec2 moved = vec2(static_cast<float>(event.motion.xrel), static_cast<float>(event.motion.yrel)) /
                         static_cast<float>(window_height);
      if (drag_ == Drag::orbit) {
        orbit(camera, -moved.x * radians_per_window_height, moved.y * radians_per_window_height);
      } else {
        pan(camera, vec2(-moved.x, moved.y));
      }
      return true;
    }
    case SDL_MOUSEWHEEL: {
      const float turned =
          event.wheel.direction == SDL_MOUSEWHEEL_FLIPPED ? -event.wheel.preciseY : event.wheel.preciseY;
      if (turned == 0.0f) return false;
      zoom(camera, std::pow(zoom_per_notch, turned), pointer);
      return true;
    }
    default:
      return false;
  }
}

}  // namespace mmd
