#pragma once

// Turning and moving bones by rings and arrows: what is dragged how far, and what becomes of the bones. Only
// mathematics; right-handed, MMD units, the scene's space.

#include <array>
#include <cstdint>
#include <vector>

#include "base/math.h"
#include "edit/command.h"

namespace mmd::edit {

/// Which way the axes of a gizmo lie: as the bone itself, its parent or the scene.
enum class GizmoAxes : std::uint8_t { local, parent, world, count };

/// What of a gizmo is taken hold of.
struct GizmoHandle {
  enum class Kind : std::uint8_t {
    turn,  ///< a ring: about the axis
    move,  ///< an arrow: along the axis
    slide  ///< the middle: in the plane of the picture
  };
  Kind kind = Kind::turn;
  int axis = 0;  ///< 0-2, not for slide

  bool operator==(const GizmoHandle& other) const = default;
};

/// Where a gizmo stands.
struct GizmoFrame {
  vec3 at{0.0f};
  std::array<vec3, 3> axes{vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)};  ///< unit
  float size = 1.0f;                                                      ///< radius of the rings
};

/// A handle and the line that shows it.
struct GizmoPart {
  GizmoHandle handle;
  std::vector<vec3> line;  ///< a closed ring, or from the middle to the tip
};
/// Those that a bone has: it turns, moves, both or neither; one with a fixed axis turns about that alone,
/// which is the frame's third.
std::vector<GizmoPart> gizmo_parts(const GizmoFrame& frame, const Bone& bone);

/// A drag of a handle. Its value is an angle in radians about the axis, or a distance along it.
class GizmoDrag {
 public:
  /// `grabbed`: through the pointer where the handle was taken; `facing`: where the picture looks to.
  GizmoDrag(const GizmoFrame& frame, GizmoHandle handle, const Ray& grabbed, const vec3& facing);

  const GizmoHandle& handle() const { return handle_; }
  /// The pointer is there now. Turns add up beyond half a turn.
  void to(const Ray& ray);
  double value() const { return value_; }
  /// Of the handles that move: the way from the beginning. `value`: instead of the pointer's (snapped,
  /// typed).
  vec3 offset(double value) const;

 private:
  void take_ring(const Ray& grabbed);
  double along(const Ray& ray, const glm::dvec3& axis, double otherwise) const;
  glm::dvec3 in_plane(const Ray& ray, const glm::dvec3& normal, const glm::dvec3& otherwise) const;

  GizmoHandle handle_;
  glm::dvec3 at_, axis_, facing_;
  double radius_;
  bool on_edge_ = false;     ///< a ring that is seen from its edge: its tangent is followed
  glm::dvec3 first_{0.0};    ///< where it was taken: of a ring, from the middle and unit
  glm::dvec3 tangent_{0.0};  ///< unit
  glm::dvec3 slid_{0.0};
  double start_ = 0.0, last_ = 0.0, value_ = 0.0;
};

/// The nearest multiple of a step.
double snapped(double value, double step);
inline constexpr double snap_degrees = 15.0, snap_units = 0.5;

/// A bone when a drag began.
struct HeldBone {
  std::int32_t bone = none;
  BoneTransform own;
  quat parent = identity_rotation();  ///< rotation of what its own transform is relative to, in the scene
};

/// Which axes a bone has for a gizmo: unit, in the scene. Of one with a fixed axis the third is that.
std::array<vec3, 3> gizmo_axes(const Bone& bone, const HeldBone& held, GizmoAxes axes);

/// The bone turned about an axis of its own (`axes` says which) by an angle in radians.
SetBones::Entry turned(const Bone& bone, const HeldBone& held, GizmoAxes axes, int axis, double angle);
/// The bone moved by an offset in the scene.
SetBones::Entry moved(const HeldBone& held, const vec3& offset);

// Rotations of bones as three angles, in degrees and MMD's left-handed space: about Z first, then X, then Y,
// as the yaw, pitch and roll of the library that MikuMikuDance is built on (unconfirmed for its dialog).

/// Of length 1, in our space.
quat rotation_from_degrees(const vec3& degrees);
/// X from -90 to 90, the others from -180 to 180. Where X is at its end, Z is 0.
vec3 degrees_from_rotation(const quat& rotation);

}  // namespace mmd::edit
