#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "physics/model_physics.h"
#include "scene/choices.h"
#include "scene/scene.h"

namespace mmd {

/// The physics worlds of a scene's actors: one each, or one for all. The destructor removes the effects from
/// the actors. Not thread-safe.
class ScenePhysics {
 public:
  /// Starts with all bodies at rest, attached models placed by the rest pose. Actors without dynamic bodies
  /// get no world of their own.
  ScenePhysics(Scene& scene, const PhysicsChoice& choice);
  ~ScenePhysics();
  ScenePhysics(const ScenePhysics&) = delete;
  ScenePhysics& operator=(const ScenePhysics&) = delete;

  /// Whether there is anything to simulate.
  bool is_empty() const { return models_.empty(); }

  /// Puts everything back to rest.
  void reset();

  /// Simulates one step of every world. Bodies that follow bones move to the actors' poses, blended with rest
  /// by `rest_blend` (0-1). The actors' results are outdated until `show`.
  void step(double rest_blend = 1.0);

  /// Blends from rest to the actors' poses over `warm_up` steps, holds them for the rest of `steps`, then
  /// calls show(). Fewer steps than the warm-up leave the poses incomplete.
  void settle(int warm_up, int steps);

  /// Only the warm-up of settle(), without show().
  void lead(int warm_up);

  /// ModelPhysics::set_simulated() for an actor.
  void set_simulated(std::size_t actor, std::int32_t bone, bool simulated);

  /// Evaluates the actors with the bodies' current transforms.
  void show();

  /// The bodies of scene.actors[actor]; null if none are simulated.
  const ModelPhysics* of(std::size_t actor) const;

  /// A body that still moves; speed in MMD units per second.
  struct Restless {
    std::string name;
    float speed = 0.0f;
  };
  /// The mean speed of the dynamic bodies, MMD units per second; 0 without any.
  float mean_speed() const;
  /// The dynamic bodies faster than `slowest` MMD units per second, fastest first.
  std::vector<Restless> restless(float slowest) const;

  /// A warning if a world went out of bounds and was reset.
  Diagnostics warnings() const;

  /// Sets the gravity of all worlds from the next step on: MMD's left-handed space, MMD units / s².
  void set_gravity(const vec3& gravity);

  /// `keep_going` is called before each step of settle() and lead(); false ends them early. Empty: always
  /// true.
  void set_keep_going(std::function<bool()> keep_going) { keep_going_ = std::move(keep_going); }
  bool keeps_going() const { return !keep_going_ || keep_going_(); }

 private:
  struct Simulated {
    std::size_t actor = 0;
    std::unique_ptr<ModelPhysics> physics;
  };
  ModelPhysics* simulated(std::size_t actor) const;
  void follow(double rest_blend);
  void drive(std::size_t actor);
  void show_bodies(std::size_t actor);
  bool advance();

  Scene& scene_;
  std::vector<std::shared_ptr<PhysicsWorld>> worlds_;
  std::vector<Simulated> models_;
  int reset_count_ = 0;
  std::function<bool()> keep_going_;
};

}  // namespace mmd
