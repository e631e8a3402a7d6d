#pragma once

// Spring bones of VRM 1.0 (VRMC_springBone), from rigid bodies (docs/dev/semantics.md, "VRM: spring bones").

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/math.h"
#include "model/model.h"
#include "scene/scene.h"

namespace mmd {

/// How the joints of a chain swing at 60 frames a second.
struct SpringNumbers {
  float stiffness = 1.0f;  ///< pull to the rest direction, metres per second
  float drag = 0.4f;       ///< share of the speed lost per frame, 0-1
  float gravity = 0.2f;    ///< pull down, metres per second
};

/// A chain of bones, each the parent of the next.
struct VrmSpring {
  std::vector<std::int32_t> bones;
  vec3 tail{0.0f};  ///< of the last bone, from its head at rest, MMD units
  SpringNumbers numbers;
  std::vector<float> hit_radii;        ///< by bone: of the ball at its tail, MMD units
  std::vector<std::size_t> colliders;  ///< that push the chain away
  /// Angle between a joint and the simulated bodies' one in the probe, root mean square, degrees: of the
  /// spring, and of bones that do not swing.
  float error = 0.0f, rigid_error = 0.0f;
};

/// A capsule in the frame of a bone, MMD units; a sphere if both ends are equal.
struct VrmCollider {
  std::int32_t bone = none;
  vec3 from{0.0f}, to{0.0f};
  float radius = 0.0f;
};

struct VrmSprings {
  std::vector<VrmSpring> chains;
  std::vector<VrmCollider> colliders;
};

/// The chains of bones that bodies move, with their colliders and without numbers. `t_pose`: evaluated, at
/// which no collider may touch a chain. `human`: bones that programs rotate, which never swing.
VrmSprings find_springs(const Actor& t_pose, std::span<const std::int32_t> human);

}  // namespace mmd
