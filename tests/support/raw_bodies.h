#pragma once

// Rigid bodies and joints of a PMX for models that tests build. MMD space.

#include <cstdint>

#include "formats/pmx.h"

namespace mmd::test {

/// A ball of mass 1. `mode`: as in the file, 0 follows its bone, 1 dynamic, 2 dynamic at its bone.
inline pmx::RigidBody ball(std::int32_t bone, std::uint8_t mode, const vec3& position, float radius = 0.4f,
                           float damping = 0.5f) {
  pmx::RigidBody b;
  b.bone = bone;
  b.mode = mode;
  b.position = position;
  b.size = vec3(radius);
  b.mass = 1.0f;
  b.linear_damping = b.angular_damping = damping;
  return b;
}

/// Holds two bodies together at a point, about which they may turn by `swing` (radians) either way.
inline pmx::Joint joint(std::int32_t a, std::int32_t b, const vec3& position, float swing = 1.5f) {
  pmx::Joint j;
  j.body_a = a;
  j.body_b = b;
  j.position = position;
  j.rotation_lower = vec3(-swing);
  j.rotation_upper = vec3(swing);
  return j;
}

}  // namespace mmd::test
