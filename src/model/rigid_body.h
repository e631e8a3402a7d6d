#pragma once

// Checked rigid bodies and joints of a model. Unlike the rest of the model they are in MMD's left-handed
// space, in which the engine computes: contacts in a mirrored world would differ (semantics, "Bodies and
// joints"). physics/ mirrors its results. MMD units, radians.

#include <cstdint>
#include <string>

#include "base/math.h"
#include "skeleton/skeleton.h"

namespace mmd {

enum class BodyShape : std::uint8_t { sphere, box, capsule };

/// The body follows its bone; or the engine moves it, and the bone follows in full or in rotation only.
enum class BodyMode : std::uint8_t { follows_bone, dynamic, dynamic_rotation };

struct RigidBody {
  std::string name, name_english;
  std::int32_t bone = none;         ///< none: a dynamic body drives no bone, another one stays at rest
  std::uint8_t group = 0;           ///< 0-15
  std::uint16_t collides_with = 0;  ///< bit g: collides with group g
  BodyShape shape = BodyShape::sphere;
  /// Sphere: radius in x. Box: half extents. Capsule along local Y: radius in x, distance between the centres
  /// of its round ends in y. Not negative.
  vec3 size{0.0f};
  bool is_solid = true;  ///< whether it collides; false if the file's shape or size is invalid
  vec3 position{0.0f};   ///< at rest, model space
  vec3 rotation{0.0f};   ///< at rest, Euler angles: Ry * Rx * Rz
  float mass = 0.0f;     ///< above 0 for dynamic bodies
  float linear_damping = 0.0f, angular_damping = 0.0f;  ///< share of the velocity lost per second, 0-1
  float restitution = 0.0f, friction = 0.0f;
  BodyMode mode = BodyMode::follows_bone;

  bool is_dynamic() const { return mode != BodyMode::follows_bone; }
};

enum class JointType : std::uint8_t { spring_six_dof, six_dof, point_to_point, cone_twist, slider, hinge };

/// Joins two different bodies. The type decides the meaning of limits and springs (semantics, "Bodies and
/// joints", "The engine").
struct Joint {
  std::string name, name_english;
  JointType type = JointType::spring_six_dof;
  std::int32_t body_a = none, body_b = none;
  vec3 position{0.0f}, rotation{0.0f};  ///< at rest, like a body's
  vec3 translation_lower{0.0f}, translation_upper{0.0f};
  vec3 rotation_lower{0.0f}, rotation_upper{0.0f};  ///< radians; lower > upper: free
  vec3 spring_translation{0.0f}, spring_rotation{0.0f};
};

}  // namespace mmd
