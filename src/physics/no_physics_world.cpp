// Replaces physics_world.cpp in builds without an engine (MMDVIEW_PHYSICS=OFF).

#include "physics/physics_world.h"

namespace mmd {

struct PhysicsWorld::Engine {};

bool has_physics_engine() {
  return false;
}

PhysicsWorld::PhysicsWorld(const PhysicsSettings& settings) : settings_(settings) {}
PhysicsWorld::~PhysicsWorld() = default;
std::size_t PhysicsWorld::add(std::span<const RigidBody>, std::span<const Joint>, const BodyTransform&,
                              float) {
  return 0;
}
std::size_t PhysicsWorld::body_count() const {
  return 0;
}
void PhysicsWorld::reset() {}
void PhysicsWorld::move(std::size_t, const BodyTransform&) {}
void PhysicsWorld::hold(std::size_t, bool) {}
void PhysicsWorld::push(std::size_t, const vec3&, const vec3&) {}
void PhysicsWorld::stop(std::size_t) {}
bool PhysicsWorld::step() {
  return true;
}
bool PhysicsWorld::is_overfull() const {
  return false;
}
BodyTransform PhysicsWorld::transform(std::size_t) const {
  return {};
}
vec3 PhysicsWorld::velocity(std::size_t) const {
  return vec3(0.0f);
}

}  // namespace mmd
