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

/// Whether this program has no engine for bodies that the model has: they stay where their bones are.
bool lacks_engine(const Model& model);
/// Says so of a scene's models; nullopt: there is nothing to say.
std::optional<Diagnostic> missing_engine_warning(const Scene& scene);

/// The worlds that a scene's actors have their bodies in: one each, or one for all. Actors are given their
/// physics when it is made and lose it with it. One thread.
class ScenePhysics {
 public:
  /// Bodies are at rest, attached models where they hang in the rest pose. Actors without dynamic bodies have
  /// no world of their own.
  ScenePhysics(Scene& scene, const PhysicsChoice& choice);
  ~ScenePhysics();
  ScenePhysics(const ScenePhysics&) = delete;
  ScenePhysics& operator=(const ScenePhysics&) = delete;

  /// Whether there is anything to simulate.
  bool is_empty() const { return models_.empty(); }

  /// Everything back to rest.
  void reset();

  /// One step of every world, in which the bodies that follow bones go to where the actors' poses have them
  /// at `rest_blend` of the way from rest. The actors' bones are not those that are shown until `show`.
  void step(double rest_blend = 1.0);

  /// Reaches the actors' poses over `warm_up` steps from where the bodies are, and goes on for the rest of
  /// `steps`; then shows them. Fewer steps than the warm-up leave the poses on the way.
  void settle(int warm_up, int steps);

  /// The warm-up alone; nothing is shown.
  void lead(int warm_up);

  /// ModelPhysics::set_simulated of an actor.
  void set_simulated(std::size_t actor, std::int32_t bone, bool simulated);

  /// Evaluates the actors with their bones where the bodies are.
  void show();

  /// The bodies of an actor, by its index in the scene; null if none are simulated.
  const ModelPhysics* of(std::size_t actor) const;

  /// A body that still moves, and how fast, units per second.
  struct Restless {
    std::string name;
    float speed = 0.0f;
  };
  /// Of the dynamic bodies, in units a second; 0 if there are none.
  float mean_speed() const;
  /// The dynamic bodies that move more than `slowest` units per second, the fastest first.
  std::vector<Restless> restless(float slowest) const;

  /// A warning if a world went out of bounds and was put back to rest.
  Diagnostics warnings() const;
  /// That, and whether there is no engine for bodies that the scene has.
  Diagnostics notes() const;

  /// Sets the gravity of all worlds from the next step on: MMD's left-handed space, MMD units / s².
  void set_gravity(const vec3& gravity);

  /// Asked before each step of a longer series, which ends early where it returns false. Empty: none does.
  void set_keep_going(std::function<bool()> keep_going) { keep_going_ = std::move(keep_going); }
  bool keeps_going() const { return !keep_going_ || keep_going_(); }

 private:
  struct Simulated {
    std::size_t actor = 0;
    std::unique_ptr<ModelPhysics> physics;
  };
  Simulated* simulated(std::size_t actor);
  void follow(double rest_blend);
  void drive(std::size_t actor);
  void show_bodies(std::size_t actor);
  bool advance();

  Scene& scene_;
  std::vector<std::shared_ptr<PhysicsWorld>> worlds_;
  std::vector<Simulated> models_;
  int wild_count_ = 0;
  std::function<bool()> keep_going_;
};

}  // namespace mmd
