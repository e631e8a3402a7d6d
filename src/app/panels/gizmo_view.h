#pragma once

#include <optional>
#include <span>

#include "app/stage/compare_view.h"
#include "base/math.h"
#include "edit/gizmo.h"
#include "scene/scene.h"

namespace mmd {

/// Projection of a pane, in the window's points.
class PaneView {
 public:
  /// `corner`: the picture's top left.
  PaneView(const Actor& actor, const Camera& camera, const Pane& pane, const vec2& corner,
           float pixels_per_point);

  /// nullopt if the point is behind the camera.
  std::optional<vec2> place(const vec3& at) const;
  Ray ray(const vec2& point) const;
  /// MMD units per point of the window at that position.
  float units_per_point(const vec3& at) const;
  /// Unit vector of the view direction.
  const vec3& facing() const { return facing_; }

 private:
  glm::dmat4 matrix_, back_;
  vec2 corner_, size_;
  float pixels_per_point_;
  vec3 eye_, right_, facing_;
  bool orthographic_;
  float distance_;
};

/// The nearest handle within reach of a point; arrows come before rings. Null if there is none.
const edit::GizmoPart* handle_at(std::span<const edit::GizmoPart> parts, const PaneView& view,
                                 const vec2& point, float reach);

}  // namespace mmd
