#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/math.h"
#include "model/rigid_body.h"
#include "physics/body_transform.h"

namespace mmd {

struct PhysicsSettings {
  float rate = 60.0f;                ///< steps a second, > 0. Limits, springs and damping depend on it
  vec3 gravity{0.0f, -98.0f, 0.0f};  ///< MMD space, units per second squared, finite
  bool ground = false;               ///< a plane at y = 0 that bodies of group 16 collide with
};

/// Whether this program was built with a physics engine; without one a world has no bodies and steps do
/// nothing.
bool has_physics_engine();

/// Rigid bodies and joints in MMD's space, and the steps that move them: what Bullet 2.75, MMD's engine,
/// computes (semantics, "Physics"). No clock and no chance in it: the same calls give the same bits. One
/// thread at a time.
///
/// Bodies are numbered in the order they were added; so they are solved, and the order counts in the result.
class PhysicsWorld {
 public:
  explicit PhysicsWorld(const PhysicsSettings& settings);
  ~PhysicsWorld();
  PhysicsWorld(const PhysicsWorld&) = delete;
  PhysicsWorld& operator=(const PhysicsWorld&) = delete;

  /// Adds a model's bodies and joints, at rest, which stands at `origin` and is `scale` times as large.
  /// Joints count their bodies within `bodies`. Returns the number of the first body in this world.
  std::size_t add(std::span<const RigidBody> bodies, std::span<const Joint> joints,
                  const BodyTransform& origin = {}, float scale = 1.0f);
  std::size_t body_count() const;

  /// Takes everything out and puts it back at rest: velocities and contacts are gone. What was held stays so.
  void reset();

  /// Where a body that follows its bone is from the next step on. The engine takes the way since the step
  /// before as its velocity.
  void move(std::size_t body, const BodyTransform& to);

  /// Makes a dynamic body follow its bone, or gives it back to the engine: from where it is, without
  /// velocity. Contacts it had are forgotten. Without effect on bodies that are not dynamic.
  void hold(std::size_t body, bool held);

  /// Changes a dynamic body's momentum (mass · units per second) and angular momentum, in the world's axes.
  void push(std::size_t body, const vec3& impulse, const vec3& torque_impulse);
  /// Takes a dynamic body's velocities.
  void stop(std::size_t body);

  /// One step of 1 / rate seconds. False if a body left the numbers or the world (its position is not finite
  /// or beyond `farthest`): everything was reset then.
  bool step();

  /// Whether so many bodies overlap where they are made to collide that they are not simulated: they stay at
  /// rest.
  bool is_overfull() const;
  static constexpr int max_pairs = 200'000;  ///< of bodies near each other

  BodyTransform transform(std::size_t body) const;
  /// Units per second; zero for bodies that are not dynamic.
  vec3 velocity(std::size_t body) const;

  const PhysicsSettings& settings() const { return settings_; }
  /// Takes effect with the next step.
  void set_gravity(const vec3& gravity) { settings_.gravity = gravity; }

  static constexpr float farthest = 1e5f;  ///< MMD units from the origin

 private:
  struct Engine;
  PhysicsSettings settings_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace mmd
