#include "app/panels/gizmo_view.h"

#include <algorithm>
#include <limits>

namespace mmd {
namespace {

float distance_to_segment(const vec2& p, const vec2& a, const vec2& b) {
  const vec2 along = b - a;
  const float length2 = glm::dot(along, along);
  const float t = length2 > 0.0f ? std::clamp(glm::dot(p - a, along) / length2, 0.0f, 1.0f) : 0.0f;
  return glm::distance(p, a + t * along);
}

float distance_to(const edit::GizmoPart& part, const PaneView& view, const vec2& point) {
  float nearest = std::numeric_limits<float>::max();
  std::optional<vec2> before;
  // Only the outer part of an arrow can be grabbed; all arrows meet at the root.
  const bool arrow = part.handle.kind == edit::GizmoHandle::Kind::move;
  for (const vec3& at : part.line) {
    auto now = view.place(at);
    if (now && before) {
      const vec2 from = arrow ? glm::mix(*before, *now, 0.35f) : *before;
      nearest = std::min(nearest, distance_to_segment(point, from, *now));
    } else if (now && part.line.size() == 1) {
      nearest = glm::distance(point, *now);
    }
    before = now;
  }
  return nearest;
}

}  // namespace

PaneView::PaneView(const Actor& actor, const Camera& camera, const Pane& pane, const vec2& corner,
                   float pixels_per_point)
    : corner_(corner + corner_of(pane.placement) / pixels_per_point),
      size_(std::max(pane.placement.picture.width, 1), std::max(pane.placement.picture.height, 1)),
      pixels_per_point_(pixels_per_point),
      eye_(camera.eye),
      orthographic_(camera.orthographic),
      distance_(camera.distance()) {
  const mat4 view = view_matrix(camera);
  right_ = vec3(view[0][0], view[1][0], view[2][0]);
  facing_ = -vec3(view[0][2], view[1][2], view[2][2]);
  matrix_ = glm::dmat4(projection_matrix(camera, size_.x / size_.y, actor.enclosing_bounds()) * view);
  back_ = glm::inverse(matrix_);
}

std::optional<vec2> PaneView::place(const vec3& at) const {
  const glm::dvec4 clip = matrix_ * glm::dvec4(at, 1.0);
  if (!(clip.w > 1e-4)) return std::nullopt;
  const vec2 pixel = vec2(glm::dvec2(clip.x, -clip.y) / clip.w * 0.5 + 0.5) * size_;
  return corner_ + pixel / pixels_per_point_;
}

Ray PaneView::ray(const vec2& point) const {
  const glm::dvec2 pixel((point - corner_) * pixels_per_point_);
  const glm::dvec2 at(2.0 * pixel.x / size_.x - 1.0, 1.0 - 2.0 * pixel.y / size_.y);
  const auto seen = [&](double depth) {
    const glm::dvec4 p = back_ * glm::dvec4(at, depth, 1.0);
    return glm::dvec3(p) / p.w;
  };
  const glm::dvec3 near = seen(-1.0);
  const vec3 along(glm::normalize(seen(0.0) - near));
  if (orthographic_) return {vec3(near) - along * distance_, along};
  return {eye_, along};
}

float PaneView::units_per_point(const vec3& at) const {
  const auto here = place(at), beside = place(at + right_);
  const float points = here && beside ? glm::distance(*here, *beside) : 0.0f;
  return points > 1e-6f ? 1.0f / points : 1.0f;
}

const edit::GizmoPart* handle_at(std::span<const edit::GizmoPart> parts, const PaneView& view,
                                 const vec2& point, float reach) {
  const edit::GizmoPart* found = nullptr;
  float nearest = reach;
  for (const edit::GizmoPart& part : parts) {
    // Rings enclose everything, so the handles within them come first.
    const bool ring = part.handle.kind == edit::GizmoHandle::Kind::turn;
    const float distance = distance_to(part, view, point) + (ring ? 0.35f * reach : 0.0f);
    if (distance >= nearest) continue;
    nearest = distance;
    found = &part;
  }
  return found;
}

}  // namespace mmd
