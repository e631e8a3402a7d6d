#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "base/math.h"
#include "pose/camera_track.h"

namespace mmd {

/// An axis-aligned box, MMD units.
struct Bounds {
  vec3 min{0.0f}, max{0.0f};
  vec3 centre() const { return (min + max) * 0.5f; }
  float radius() const { return glm::length(max - min) * 0.5f; }
};

/// MMD's initial vertical field of view.
inline constexpr float default_fov_degrees = 30.0f;

/// A camera at `eye` that looks at `target`: right-handed scene space, MMD units. Models look to +Z.
struct Camera {
  vec3 eye{0.0f, 10.0f, 45.0f};
  vec3 target{0.0f, 10.0f, 0.0f};
  float fov_degrees = default_fov_degrees;  ///< vertical
  /// If so, the picture's height is that of the field of view at the target's distance.
  bool orthographic = false;
  /// The up direction, if not +Y (a motion's camera may roll); not parallel to the view direction.
  std::optional<vec3> up;
  /// Width of the ground shadow's fade at the left, bottom, right and top border, in half pictures.
  /// fitted_camera() sets it where the shadow leaves the picture; camera movements reset it.
  vec4 shadow_fade{0.0f};
  /// From eye to target, MMD units.
  float distance() const { return glm::length(target - eye); }
};

/// The ground shadow fades when seen along the ground, where it would be a line of broken pixels. Limits of
/// the eye's height per distance along the view: not drawn below `gone` (2 degrees), full from `whole` on (5
/// degrees).
struct GrazingFade {
  static constexpr float gone = 0.035f, whole = 0.087f;
};

enum class View {
  fit,
  mmd,
  front,
  back,
  left,
  right,
  top,
  three_quarter,
  bust,
  face,
  left_hand,
  right_hand,
  feet
};

/// Whether a view shows a part of the subject.
inline bool shows_part(View view) {
  return view >= View::bust;
}

/// Whether a view is fitted to the whole model.
inline bool shows_whole(View view) {
  return view != View::mmd && !shows_part(view);
}

/// A view and its name for `--view`.
struct ViewName {
  std::string_view name;
  View view;
};
std::array<ViewName, 13> view_names();
/// nullopt: no view of that name.
std::optional<View> view_from_name(std::string_view name);

/// The part of a model at rest that a bust or face view shows. `bounds`: at rest; `head`: the head bone's
/// rest position, if any.
Bounds around_head(View view, const Bounds& bounds, std::optional<vec3> head);

/// The corners of a box.
std::array<vec3, 8> corners_of(const Bounds& bounds);

/// A camera from the direction of `view` that fits `points`, or without them the corners of `bounds` (`bust`
/// and `face`: its upper part), into a picture of `aspect` = width / height with a small margin. `mmd`
/// ignores both. The ground shadow, given by points on the outline, changes nothing of that; in views of the
/// whole model it fades where it leaves the picture.
Camera fitted_camera(View view, const Bounds& bounds, float aspect, float fov_degrees,
                     std::span<const vec3> points = {}, std::span<const vec3> shadow = {});

/// The same with the direction, field of view and kind of a camera.
Camera fitted_camera(Camera camera, std::span<const vec3> points, float aspect);

/// The camera for a motion's sample.
Camera camera_from(const CameraSample& sample);

/// The right-handed view matrix. Up is the camera's `up`, else +Y, or for a vertical view a horizontal
/// direction.
mat4 view_matrix(const Camera& camera);
/// The projection to OpenGL clip space (depth -1 to 1), with near and far planes for `bounds` (scene space).
/// Any finite bounds give a usable matrix.
mat4 projection_matrix(const Camera& camera, float aspect, const Bounds& bounds);

/// Rotates the eye about the target, radians: positive yaw moves the eye to its right, positive pitch up, not
/// beyond the poles.
void orbit(Camera& camera, float yaw, float pitch);
/// Moves eye and target in the picture plane; (1, 0) is one picture height to the right.
void pan(Camera& camera, const vec2& picture_heights);
/// Scales the distance (or the height of an orthographic picture); 0.5 is twice as near. `about`: the fixed
/// point, in picture heights right and up from the middle.
void zoom(Camera& camera, float factor, const vec2& about = vec2(0.0f));

/// A camera in the form of MikuMikuDance's panel, in its left-handed space.
struct MmdCamera {
  vec3 target{0.0f, 10.0f, 0.0f};
  vec3 angles{0.0f};          ///< degrees: pitch (eye up, -90 to 90), yaw (eye to +X), roll
  float distance = 45.0f;     ///< from eye to target, above 0
  float fov_degrees = 30.0f;  ///< vertical
  bool perspective = true;
};

/// Converts between both forms.
MmdCamera mmd_camera_from(const Camera& camera);
Camera camera_from(const MmdCamera& camera);

}  // namespace mmd
