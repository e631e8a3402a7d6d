#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/math.h"
#include "model/rigid_body.h"
#include "physics/body_transform.h"

namespace mmd {

struct PhysicsSettings {
  float rate = 60.0f;                ///< steps per second, > 0. Limits, springs and damping depend on it
  vec3 gravity{0.0f, -98.0f, 0.0f};  ///< MMD space, units per second squared, finite
  bool ground = false;               ///< a plane y = 0 that bodies collide with (semantics, "Ground")
};

/// Rigid bodies and joints in MMD's left-handed space, simulated as by Bullet 2.75, MMD's engine (semantics,
/// "The engine"). Deterministic: the same calls give the same bits. Not thread-safe. MMD units.
///
/// Bodies are numbered in the order of adding, which affects the result.
class PhysicsWorld {
 public:
  explicit PhysicsWorld(const PhysicsSettings& settings);
  ~PhysicsWorld();
  PhysicsWorld(const PhysicsWorld&) = delete;
  PhysicsWorld& operator=(const PhysicsWorld&) = delete;

  /// Adds a model's bodies and joints at rest; the model is at `origin`, scaled by `scale`. Joints index into
  /// `bodies`. Returns the world's number of the first body.
  std::size_t add(std::span<const RigidBody> bodies, std::span<const Joint> joints,
                  const BodyTransform& origin = {}, float scale = 1.0f);
  std::size_t body_count() const;

  /// Puts all bodies back to rest, without velocities and contacts. Held bodies stay held.
  void reset();

  /// Sets the transform of a body that follows its bone for the next step. The engine computes its velocity
  /// from the distance since the last step.
  void move(std::size_t body, const BodyTransform& to);

  /// Makes a dynamic body follow its bone, or returns it to the engine, from its current place without
  /// velocity. Drops its contacts. No effect on other bodies.
  void hold(std::size_t body, bool held);

  /// Adds to a dynamic body's momentum (mass · units / s) and angular momentum (mass · units² / s), world
  /// axes.
  void push(std::size_t body, const vec3& impulse, const vec3& torque_impulse);
  /// Sets a dynamic body's velocities to 0.
  void stop(std::size_t body);

  /// Simulates 1 / rate seconds. If a body's position becomes not finite or is beyond `farthest`, resets
  /// everything and returns false.
  bool step();

  /// Whether more than max_pairs pairs of colliding bodies overlap: then nothing is simulated.
  bool is_overfull() const;
  static constexpr int max_pairs = 200'000;  ///< pairs of bodies near each other

  /// The body's current transform.
  BodyTransform transform(std::size_t body) const;
  /// The body's velocity, MMD units per second; zero for bodies that are not dynamic.
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
