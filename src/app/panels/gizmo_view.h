#pragma once

#include <optional>
#include <span>

#include "app/stage/compare_view.h"
#include "base/math.h"
#include "edit/gizmo.h"
#include "scene/scene.h"

namespace mmd {

/// What is where in a pane, in the window's points.
class PaneView {
 public:
  /// `corner`: the picture's top left.
  PaneView(const Actor& actor, const Camera& camera, const Pane& pane, const vec2& corner,
           float pixels_per_point);

  /// nullopt: behind the eye.
  std::optional<vec2> place(const vec3& at) const;
  Ray ray(const vec2& point) const;
  /// MMD units that a point of the window is worth there.
  float units_per_point(const vec3& at) const;
  /// Where the camera looks to; unit.
  const vec3& facing() const { return facing_; }

 private:
  glm::dmat4 matrix_, back_;
  vec2 corner_, size_;
  float pixels_per_point_;
  vec3 eye_, right_, facing_;
  bool orthographic_;
  float distance_;
};

/// The handle that is drawn nearest to a point, within reach; of two the arrow before the ring. Null: none.
const edit::GizmoPart* handle_at(std::span<const edit::GizmoPart> parts, const PaneView& view,
                                 const vec2& point, float reach);

}  // namespace mmd
