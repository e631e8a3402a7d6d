#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "document/pose_sampler.h"
#include "scene/scene_physics.h"

namespace mmd {

/// An actor, the sampler of its pose, and the way it is evaluated.
struct AnimatedActor {
  std::size_t actor = 0;  ///< index in the scene
  PoseSampler* sampler = nullptr;
  Evaluation evaluation;
  std::vector<std::int32_t> hidden_materials;  ///< ascending
  bool visible = true;                         ///< false hides the actor even where the motion shows it
};

/// Poses the actor by pose_actor(), without evaluating it, and hides what is hidden by choice.
const PosedState& set_played_state(const AnimatedActor& played, double frame, Actor& actor);

/// Whether a motion animates any of the actors.
bool any_moves(const std::vector<AnimatedActor>& played);

/// Simulates the bodies of a scene along with its documents. A still pose is approached from rest and held
/// until the bodies have settled. A motion is simulated from its start, with two steps per frame at the
/// default rate (semantics, "The rate"). Equal sequences of frames give bit-identical results.
class Simulation {
 public:
  /// Scene and samplers must outlive the simulation. Actors that are not in `played` are attachments and take
  /// the switches of the first played actor.
  Simulation(Scene& scene, std::vector<AnimatedActor> played, const PhysicsChoice& choice);
  /// For a scene with one document, whose model is the first actor.
  Simulation(Scene& scene, PoseSampler& sampler, const Evaluation& evaluation, const PhysicsChoice& choice)
      : Simulation(scene, {{0, &sampler, evaluation, {}, true}}, choice) {}

  /// Whether there is nothing to simulate.
  bool is_empty() const { return physics_.is_empty(); }

  /// Simulates and evaluates the scene up to a frame. A motion continues from the last shown frame; the first
  /// call and a step back start at PhysicsChoice::first_frame. A still pose starts from rest.
  void show(double frame);

  /// Moves a scene that was shown before to a frame in `steps` simulation steps, whatever the distance;
  /// show() continues from there. For late pictures and for dragging.
  void hurry(double frame, int steps);

  /// Evaluates the scene at a frame without moving the bodies.
  void keep(double frame);

  /// Simulation steps that show() would take to a frame of the motion; below 0: it would restart.
  std::int64_t steps_to(double frame) const;

  /// Takes effect with the next frame.
  void set_played(std::vector<AnimatedActor> played) { played_ = std::move(played); }
  void set_gravity(const vec3& gravity) { physics_.set_gravity(gravity); }

  ScenePhysics& physics() { return physics_; }
  const ScenePhysics& physics() const { return physics_; }

 private:
  void pose(double frame);
  void switch_bodies(std::size_t actor, const std::vector<std::uint8_t>& wanted);
  void play(double frame);
  double within_motion(double frame) const;
  std::int64_t steps_at(double frame) const;

  Scene& scene_;
  std::vector<AnimatedActor> played_;
  const PhysicsChoice choice_;
  ScenePhysics physics_;
  double first_frame_ = 0.0, shown_frame_ = 0.0;
  std::int64_t steps_ = -1;                           ///< taken since first_frame_; -1: not started
  std::vector<std::vector<std::uint8_t>> simulated_;  ///< PosedState::simulated per actor
};

}  // namespace mmd
