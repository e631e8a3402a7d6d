#include "app/input/figure_drag.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <imgui.h>

#include "app/input/gizmo_control.h"
#include "base/handedness.h"
#include "scene/bone_marks.h"

namespace mmd {
namespace {

/// Points: radius of the handle, and reach of the pointer around it.
constexpr float disc_points = 9.0f, disc_reach = 13.0f;
/// MMD units from the camera. Farther away, a pointer step of one point moves the figure too far.
constexpr float farthest_ground = 500.0f;
constexpr ImU32 disc_fill = IM_COL32(240, 240, 240, 200), disc_line = IM_COL32(30, 30, 30, 255),
                disc_taken = IM_COL32(255, 220, 60, 255);

float disc_size(const Screen& screen, float of_text) {
  return of_text * screen.text_scale() / screen.pixels_per_point();
}

/// Position of the handle in the window.
std::optional<vec2> disc_place(const Parts& parts) {
  // A figure on a bone moves with it.
  if (!parts.panels.shown(Panel::figures) || parts.stage.figure()->place.carrier != 0) return std::nullopt;
  const auto view = view_of(parts.stage, parts.screen, parts.stage.actor());
  return view ? view->place(position_of(*parts.stage.figure())) : std::nullopt;
}

/// The point under the pointer at the figure's height.
std::optional<vec3> ground_at(const vec2& pointer, const Stage& stage, const Screen& screen) {
  const auto view = view_of(stage, screen, stage.actor());
  if (!view) return std::nullopt;
  const Ray ray = view->ray(pointer);
  const float along = (position_of(*stage.figure()).y - ray.origin.y) / ray.direction.y;
  if (!std::isfinite(along) || along < 0.0f || along > farthest_ground) return std::nullopt;
  return ray.origin + along * ray.direction;
}

std::int32_t active_index(const Stage& stage) {
  const auto list = stage.figures();
  std::int32_t index = 0;
  while (list[static_cast<std::size_t>(index)] != stage.figure()) ++index;
  return index;
}

/// Distance to the surface of a figure or its attachments.
float distance_to(const Figure& figure, const vec2& point, const Stage& stage, const Screen& screen) {
  const Scene& scene = stage.scene();
  const std::size_t actor = stage.actor_of(figure);
  const auto view = view_of(stage, screen, scene.actors[actor].get());
  constexpr float nowhere = std::numeric_limits<float>::infinity();
  if (!view) return nowhere;
  const Ray ray = view->ray(point);
  float nearest = nowhere;
  for (std::size_t i = 0; i < scene.actors.size(); ++i) {
    const bool own =
        i == actor || (i > 0 && i - 1 < scene.attachments.size() && scene.attachments[i - 1].bone != none &&
                       scene.attachments[i - 1].carrier == actor);
    if (own) nearest = std::min(nearest, distance_along(ray, *scene.actors[i]).value_or(nowhere));
  }
  return nearest;
}

}  // namespace

bool FigureDrag::press(const vec2& pointer, const Parts& parts) {
  const auto at = disc_place(parts);
  const auto ground = ground_at(pointer, parts.stage, parts.screen);
  if (!at || !ground || glm::distance(*at, pointer) > disc_size(parts.screen, disc_reach)) return false;
  grip_ = position_of(*parts.stage.figure()) - *ground;
  figure_ = parts.stage.figure()->number;
  begun_ = false;
  return true;
}

void FigureDrag::drag(const vec2& pointer, const Parts& parts, Actions& asked) {
  // A figure that was replaced or reloaded during the drag ends it.
  if (parts.stage.figure()->number != figure_ || (begun_ && !parts.stage.in_gesture())) grip_.reset();
  const auto ground = ground_at(pointer, parts.stage, parts.screen);
  if (!grip_ || !ground) return;
  if (!std::exchange(begun_, true)) asked.push_back({ActionId::begin_gesture});
  asked.push_back({ActionId::place_figure, FigurePlace{active_index(parts.stage), mirror(*ground + *grip_)}});
}

bool FigureDrag::release(Actions& asked) {
  const bool dragged = dragging();
  grip_.reset();
  if (dragged) asked.push_back({ActionId::end_gesture});
  return dragged;
}

bool FigureDrag::type(SDL_Keycode key, Actions& asked) {
  if (!dragging()) return false;
  if (key != SDLK_ESCAPE) return true;
  asked.push_back({ActionId::cancel_gesture});
  grip_.reset();
  return true;
}

void FigureDrag::draw(const Ui& ui, const Parts& parts, const vec2& pointer) const {
  const auto at = disc_place(parts);
  if (!at) return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const Room& room = ui.picture();
  list.PushClipRect(ImVec2(room.left, room.top), ImVec2(room.right, room.bottom));
  const bool hot = holds() || glm::distance(*at, pointer) <= disc_size(parts.screen, disc_reach);
  const float radius = disc_size(parts.screen, disc_points);
  const ImVec2 middle(at->x, at->y);
  list.AddCircleFilled(middle, radius, hot ? disc_taken : disc_fill);
  list.AddCircle(middle, radius, disc_line, 0, 0.1f * ui.unit());
  const float arm = 1.7f * radius;
  list.AddLine(ImVec2(at->x - arm, at->y), ImVec2(at->x + arm, at->y), disc_line, 0.1f * ui.unit());
  list.AddLine(ImVec2(at->x, at->y - 0.6f * arm), ImVec2(at->x, at->y + 0.6f * arm), disc_line,
               0.1f * ui.unit());
  list.PopClipRect();
}

PickedFigure other_figure_at(const vec2& point, const Stage& stage, const Screen& screen) {
  const auto list = stage.figures();
  if (list.size() < 2) return {};
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] == stage.figure() || list[i]->place.locked) continue;
    const auto bones = screen.bones_at(point, *list[i]);
    if (!bones.empty()) return {static_cast<std::int32_t>(i), bones.front()};
  }
  PickedFigure out;
  float nearest = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i]->place.locked) continue;
    const float distance = distance_to(*list[i], point, stage, screen);
    if (distance >= nearest) continue;
    nearest = distance;
    out.figure = list[i] == stage.figure() ? none : static_cast<std::int32_t>(i);
  }
  return out;
}

}  // namespace mmd
