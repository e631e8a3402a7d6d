#pragma once

// Rigid bodies and chains of them for tests. MMD space.

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "physics/physics_world.h"

namespace mmd::test {

inline RigidBody body(BodyMode mode, const vec3& position, float radius = 0.5f) {
  RigidBody b;
  b.mode = mode;
  b.position = position;
  b.size = vec3(radius);
  b.mass = mode == BodyMode::follows_bone ? 0.0f : 1.0f;
  b.friction = 0.5f;
  return b;
}

inline Joint joint_at(std::int32_t a, std::int32_t b, const vec3& position) {
  Joint j;
  j.body_a = a;
  j.body_b = b;
  j.position = position;
  return j;
}

/// A chain below a body that follows a bone, with limits and springs of all kinds.
struct Chain {
  std::vector<RigidBody> bodies;
  std::vector<Joint> joints;
};
inline Chain random_chain(std::uint32_t seed, std::size_t length = 6) {
  std::mt19937 random(seed);
  const auto in = [&](float low, float high) {
    return std::uniform_real_distribution<float>(low, high)(random);
  };
  Chain out;
  vec3 at(0.0f, 15.0f, 0.0f);
  out.bodies.push_back(body(BodyMode::follows_bone, at));
  for (std::size_t i = 1; i <= length; ++i) {
    const vec3 step(in(-1.0f, 1.0f), in(-1.5f, -0.5f), in(-1.0f, 1.0f));
    // Between the joints, and about as thick as long: solvers of this kind cannot hold small bodies that are
    // far from their joints.
    const float length_of = glm::length(step);
    RigidBody b = body(BodyMode::dynamic, at + 0.5f * step, 0.45f * length_of);
    b.shape = static_cast<BodyShape>(i % 3);
    if (b.shape == BodyShape::box) b.size = vec3(in(0.2f, 0.4f), 0.5f * length_of, in(0.2f, 0.4f));
    if (b.shape == BodyShape::capsule) b.size = vec3(in(0.2f, 0.4f), 0.7f * length_of, 0.0f);
    b.rotation = vec3(std::acos(step.y / length_of), std::atan2(step.x, step.z), 0.0f);
    b.mass = in(0.7f, 1.3f);
    b.linear_damping = in(0.2f, 0.9f);
    b.angular_damping = in(0.2f, 0.9f);
    out.bodies.push_back(b);
    const auto index = static_cast<std::int32_t>(i);
    Joint j = joint_at(index - 1, index, at);
    j.rotation = vec3(in(-0.5f, 0.5f), in(-0.5f, 0.5f), in(-0.5f, 0.5f));
    j.rotation_lower = vec3(-in(0.1f, 0.6f), -in(0.05f, 0.3f), -in(0.1f, 0.6f));
    j.rotation_upper = vec3(in(0.1f, 0.6f), in(0.05f, 0.3f), in(0.1f, 0.6f));
    if (i % 2 == 0) j.spring_rotation = vec3(in(5.0f, 60.0f));
    out.joints.push_back(j);
    at += step;
  }
  return out;
}

/// A world that holds one chain.
struct ChainWorld : PhysicsWorld {
  explicit ChainWorld(const Chain& chain, const BodyTransform& origin = {}) : PhysicsWorld({}) {
    add(chain.bodies, chain.joints, origin);
  }
};

inline std::vector<BodyTransform> all_of(const PhysicsWorld& world) {
  std::vector<BodyTransform> out;
  for (std::size_t i = 0; i < world.body_count(); ++i) out.push_back(world.transform(i));
  return out;
}
inline bool same(const std::vector<BodyTransform>& a, const std::vector<BodyTransform>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].position != b[i].position || a[i].rotation != b[i].rotation) return false;
  return true;
}

}  // namespace mmd::test
