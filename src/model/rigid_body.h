#pragma once

// Rigid bodies and joints of a model, checked: what physics/ builds its world of.
//
// Unlike the rest of the model they stay in MMD's left-handed space: the engine computes in MMD's own
// numbers, for its contacts do not come out the same mirrored (semantics, "Physics"). What leaves physics/ is
// mirrored.

#include <cstdint>
#include <string>

#include "base/math.h"
#include "skeleton/skeleton.h"

namespace mmd {

enum class BodyShape : std::uint8_t { sphere, box, capsule };

/// Who moves a body: its bone; the engine, and its bone with it; the engine, and of its bone the rotation
/// only.
enum class BodyMode : std::uint8_t { follows_bone, dynamic, dynamic_rotation };

struct RigidBody {
  std::string name, name_english;
  std::int32_t bone = none;         ///< none: drives nothing, or stays where it is
  std::uint8_t group = 0;           ///< 0-15
  std::uint16_t collides_with = 0;  ///< a bit per group
  BodyShape shape = BodyShape::sphere;
  /// Sphere: radius in x. Box: half extents. Capsule along local Y: radius in x, distance of the centres of
  /// its ends in y. Not negative.
  vec3 size{0.0f};
  bool is_solid = true;  ///< whether contacts push it; off where the file's shape or size is none
  vec3 position{0.0f};   ///< at rest, in the model's space
  vec3 rotation{0.0f};   ///< at rest, radians: Ry * Rx * Rz
  float mass = 0.0f;     ///< of dynamic bodies, > 0
  float linear_damping = 0.0f, angular_damping = 0.0f;  ///< share of the velocity lost in a second, 0-1
  float restitution = 0.0f, friction = 0.0f;
  BodyMode mode = BodyMode::follows_bone;

  bool is_dynamic() const { return mode != BodyMode::follows_bone; }
};

enum class JointType : std::uint8_t { spring_six_dof, six_dof, point_to_point, cone_twist, slider, hinge };

/// Between two different bodies of the model. Limits and springs mean what the type makes of them (semantics,
/// "Physics").
struct Joint {
  std::string name, name_english;
  JointType type = JointType::spring_six_dof;
  std::int32_t body_a = none, body_b = none;
  vec3 position{0.0f}, rotation{0.0f};  ///< at rest, as a body's
  vec3 translation_lower{0.0f}, translation_upper{0.0f};
  vec3 rotation_lower{0.0f}, rotation_upper{0.0f};  ///< radians; lower > upper: free
  vec3 spring_translation{0.0f}, spring_rotation{0.0f};
};

}  // namespace mmd
