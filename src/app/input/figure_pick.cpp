#include "app/input/figure_pick.h"

#include <algorithm>
#include <limits>

#include "app/input/gizmo_control.h"
#include "scene/bone_marks.h"

namespace mmd {
namespace {

/// How far away the surface of a figure is, or of what hangs on it.
float distance_to(const Figure& figure, const vec2& point, const Parts& parts) {
  const Scene& scene = parts.stage.scene();
  const auto view = view_of(parts, scene.actors[figure.actor()].get());
  constexpr float nowhere = std::numeric_limits<float>::infinity();
  if (!view) return nowhere;
  const Ray ray = view->ray(point);
  float nearest = nowhere;
  for (std::size_t i = 0; i < scene.actors.size(); ++i) {
    const bool own = i == figure.actor() ||
                     (i > 0 && i - 1 < scene.attachments.size() && scene.attachments[i - 1].bone != none &&
                      scene.attachments[i - 1].carrier == figure.actor());
    if (own) nearest = std::min(nearest, distance_along(ray, *scene.actors[i]).value_or(nowhere));
  }
  return nearest;
}

}  // namespace

PickedFigure other_figure_at(const vec2& point, const Parts& parts) {
  const auto& list = parts.stage.figures().list();
  if (list.size() < 2) return {};
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].get() == parts.stage.figure()) continue;
    const auto bones = parts.screen.bones_at(point, *list[i]);
    if (!bones.empty()) return {static_cast<std::int32_t>(i), bones.front()};
  }
  PickedFigure out;
  float nearest = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < list.size(); ++i) {
    const float distance = distance_to(*list[i], point, parts);
    if (distance >= nearest) continue;
    nearest = distance;
    out.figure = list[i].get() == parts.stage.figure() ? none : static_cast<std::int32_t>(i);
  }
  return out;
}

}  // namespace mmd
