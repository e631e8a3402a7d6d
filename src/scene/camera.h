#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "base/math.h"
#include "pose/camera_track.h"

namespace mmd {

/// Axis-aligned box in model space.
struct Bounds {
  vec3 min{0.0f}, max{0.0f};
  vec3 centre() const { return (min + max) * 0.5f; }
  float radius() const { return glm::length(max - min) * 0.5f; }
};

/// The vertical field of view that MMD starts with.
inline constexpr float default_fov_degrees = 30.0f;

/// Looks from `eye` to `target` in the viewer's right-handed space (MMD's front is +Z here: the model looks
/// to +Z).
struct Camera {
  vec3 eye{0.0f, 10.0f, 45.0f};
  vec3 target{0.0f, 10.0f, 0.0f};
  float fov_degrees = default_fov_degrees;  ///< vertical
  bool orthographic =
      false;  ///< then the picture is as high as the field of view is at the target's distance
  /// Which way is up in the picture, if not +Y (a motion's camera may roll); not along the view.
  std::optional<vec3> up;
  /// Over which part of half the picture the shadow on the ground fades out towards a border: left, bottom,
  /// right, top. Of a fitted camera, where the shadow leaves the picture; moving the camera ends it.
  vec4 shadow_fade{0.0f};
  /// From eye to target, MMD units.
  float distance() const { return glm::length(target - eye); }
};

/// Seen along the ground the shadow on it is a line of broken pixels through the picture: it is not drawn
/// where the eye is less than `gone` above the ground per distance along the view (2 degrees), and whole from
/// `whole` on (5 degrees).
struct GrazingFade {
  static constexpr float gone = 0.035f, whole = 0.087f;
};

enum class View { fit, mmd, front, back, left, right, top, three_quarter, bust, face };

/// Whether a view is fitted to all of a model.
inline bool shows_whole(View view) {
  return view != View::mmd && view != View::bust && view != View::face;
}

/// The names that `--view` takes, with the view.
struct ViewName {
  std::string_view name;
  View view;
};
std::array<ViewName, 10> view_names();
/// nullopt: no view of that name.
std::optional<View> view_from_name(std::string_view name);

/// The part of a model in its rest pose that a bust or face picture shows. `bounds`: the rest pose's; `head`:
/// the rest position of the head bone, if the model has one.
Bounds around_head(View view, const Bounds& bounds, std::optional<vec3> head);

/// The corners of a box.
std::array<vec3, 8> corners_of(const Bounds& bounds);

/// A camera from the side that `view` names, filling the height or the width of a picture of `aspect` = width
/// / height with a small margin. It fits `points`, or without them the corners of `bounds`; of those `bust`
/// and `face` show the upper part. `mmd` ignores both. Views of the whole model leave room for what of its
/// shadow on the ground (points on the outline) falls next to the picture, half the model's width at most.
Camera fitted_camera(View view, const Bounds& bounds, float aspect, float fov_degrees,
                     std::span<const vec3> points = {}, std::span<const vec3> shadow = {});

/// The camera of a motion at some time.
Camera camera_from(const CameraSample& sample);

/// Right-handed view matrix; up is the camera's, +Y, or away from the viewer when looking straight down.
mat4 view_matrix(const Camera& camera);
/// OpenGL clip space (-1..1 depth). Near and far are taken from where `bounds` lie before the camera; far
/// out, more than the bounds is in between, and finite bounds of any size give a usable matrix.
mat4 projection_matrix(const Camera& camera, float aspect, const Bounds& bounds);

/// Turns the eye about the target, radians: positive yaw moves the eye to its right, positive pitch up; pitch
/// stops short of the poles.
void orbit(Camera& camera, float yaw, float pitch);
/// Moves eye and target in the picture plane; (1, 0) is one picture height to the right.
void pan(Camera& camera, const vec2& picture_heights);
/// Scales the distance (or the height of an orthographic picture); 0.5 is twice as near.
/// `about`: where in the picture nothing moves, in picture heights from its middle, right and up.
void zoom(Camera& camera, float factor, const vec2& about = vec2(0.0f));

/// A camera as MikuMikuDance's panel has it, in its left-handed space.
struct MmdCamera {
  vec3 target{0.0f, 10.0f, 0.0f};
  vec3 angles{0.0f};          ///< degrees: how far the eye is raised (-90 to 90), turned to +X, and the roll
  float distance = 45.0f;     ///< of the eye before the target, above 0
  float fov_degrees = 30.0f;  ///< vertical
  bool perspective = true;
};

/// Converts between both forms.
MmdCamera mmd_camera_from(const Camera& camera);
Camera camera_from(const MmdCamera& camera);

}  // namespace mmd
