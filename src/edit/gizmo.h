#pragma once

// The geometry of the gizmo that rotates and moves bones. Scene space: right-handed, MMD units.

#include <array>
#include <cstdint>
#include <vector>

#include "base/math.h"
#include "edit/command.h"

namespace mmd::edit {

/// The space of a gizmo's axes: the bone's own, its parent's or the scene's.
enum class GizmoAxes : std::uint8_t { local, parent, world, count };

/// A bone's own transform relative to rest; right-handed, MMD units.
struct BoneTransform {
  vec3 translation{0.0f};
  quat rotation = identity_rotation();
};

/// A draggable part of a gizmo.
struct GizmoHandle {
  enum class Kind : std::uint8_t {
    turn,  ///< a ring: rotates about the axis
    move,  ///< an arrow: moves along the axis
    slide  ///< the middle: moves parallel to the picture plane
  };
  Kind kind = Kind::turn;
  int axis = 0;  ///< 0-2; unused for slide

  bool operator==(const GizmoHandle& other) const = default;
};

/// Position, axes and size of a gizmo.
struct GizmoFrame {
  vec3 at{0.0f};
  std::array<vec3, 3> axes{vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)};  ///< unit
  float size = 1.0f;                                                      ///< radius of the rings
};

/// A handle and the line that shows it.
struct GizmoPart {
  GizmoHandle handle;
  std::vector<vec3> line;  ///< a closed ring, or an arrow from the middle to the tip
};
/// The handles for a bone: rings if it is rotatable, arrows if it is movable. A bone with a fixed axis has a
/// single ring, about the frame's third axis.
std::vector<GizmoPart> gizmo_parts(const GizmoFrame& frame, const Bone& bone);

/// A drag of a handle. Its value is an angle in radians about the axis, or a distance in MMD units.
class GizmoDrag {
 public:
  /// `grabbed`: the ray through the pointer at the start; `facing`: the camera's view direction, unit.
  GizmoDrag(const GizmoFrame& frame, GizmoHandle handle, const Ray& grabbed, const vec3& facing);

  const GizmoHandle& handle() const { return handle_; }
  /// Moves the pointer to `ray`. Rotations add up beyond half a turn. `pace`: share of the pointer's movement
  /// from here on.
  void to(const Ray& ray, double pace = 1.0);
  double value() const { return value_; }
  /// For handles that move: the offset in scene space for a value, which may be snapped or typed.
  vec3 offset(double value) const;

 private:
  void take_ring(const Ray& grabbed);
  void follow(const Ray& ray);
  double along(const Ray& ray, const glm::dvec3& axis, double otherwise) const;
  glm::dvec3 in_plane(const Ray& ray, const glm::dvec3& normal, const glm::dvec3& otherwise) const;

  GizmoHandle handle_;
  glm::dvec3 at_, axis_, facing_;
  double radius_;
  bool on_edge_ = false;     ///< the ring is seen from its edge, so the drag follows its tangent
  glm::dvec3 first_{0.0};    ///< the grabbed point; for a ring the unit vector from the middle to it
  glm::dvec3 tangent_{0.0};  ///< unit
  glm::dvec3 slid_{0.0}, pointer_slid_{0.0};
  double start_ = 0.0, last_ = 0.0, value_ = 0.0;
  double pointer_value_ = 0.0;  ///< the value at full pace
  double pace_ = 1.0;
  double paced_from_ = 0.0, value_from_ = 0.0;  ///< values where the pace changed
  glm::dvec3 slid_paced_from_{0.0}, slid_from_{0.0};
};

/// The multiple of `step` nearest to `value`.
double snapped(double value, double step);
inline constexpr double snap_degrees = 15.0, fine_snap_degrees = 5.0, snap_units = 0.5;

/// A bone at the start of a drag.
struct HeldBone {
  std::int32_t bone = none;
  BoneTransform own;
  quat parent = identity_rotation();  ///< scene-space rotation of the space of `own`
};

/// The gizmo's unit axes for a bone, in scene space. The third axis is the bone's fixed axis, if it has one.
std::array<vec3, 3> gizmo_axes(const Bone& bone, const HeldBone& held, GizmoAxes axes);

/// The bone rotated about gizmo axis 0-2 by `angle` radians.
SetBones::Entry turned(const Bone& bone, const HeldBone& held, GizmoAxes axes, int axis, double angle);
/// The bone moved by an offset in scene space.
SetBones::Entry moved(const HeldBone& held, const vec3& offset);

// Bone rotations as three angles in degrees and MMD's left-handed space: about Z first, then X, then Y. This
// is the yaw, pitch and roll order of D3DX, on which MikuMikuDance is built (unconfirmed for its dialog).

/// Returns a unit rotation in right-handed space.
quat rotation_from_degrees(const vec3& degrees);
/// Returns X from -90 to 90, Y and Z from -180 to 180. Where X is -90 or 90, Z is 0.
vec3 degrees_from_rotation(const quat& rotation);

/// The turn of a rotation about a unit axis (both right-handed) in degrees of MMD's left-handed space, -180 to
/// 180; what it turns about other axes is left out.
float twist_degrees(const quat& rotation, const vec3& axis);
quat rotation_from_twist(float degrees, const vec3& axis);

}  // namespace mmd::edit
