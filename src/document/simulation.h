#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "document/pose_sampler.h"
#include "scene/scene_physics.h"

namespace mmd {

/// Whose pose is sampled from what, and how it is evaluated.
struct AnimatedActor {
  std::size_t actor = 0;  ///< of the scene
  PoseSampler* sampler = nullptr;
  EvaluationChoice evaluation;
  bool visible = true;  ///< where the motion does not hide it
};

/// Gives the actor what is sampled at a frame, without evaluating it. What was sampled.
const PosedState& set_played_state(const AnimatedActor& played, double frame, Actor& actor);

/// Whether any of them is moved by a motion.
bool any_moves(const std::vector<AnimatedActor>& played);

/// Plays the bodies of a scene along with the documents that it shows. A held pose is reached from rest and
/// held until it has settled; a motion is played from its start, two steps a frame at the usual rate
/// (semantics, "Physics: a frame"). The same frames in the same order give the same bits.
class Simulation {
 public:
  /// Scene and samplers stay. What is not played hangs on what is, and is evaluated like the first of that.
  Simulation(Scene& scene, std::vector<AnimatedActor> played, const PhysicsChoice& choice);
  /// A scene of one document, whose model is the first actor.
  Simulation(Scene& scene, PoseSampler& sampler, const EvaluationChoice& evaluation,
             const PhysicsChoice& choice)
      : Simulation(scene, {{0, &sampler, evaluation, true}}, choice) {}

  /// Whether there is anything to simulate.
  bool is_empty() const { return physics_.is_empty(); }

  /// Brings the scene to a frame. Of a motion: on from the frame shown before, however far; from its start
  /// (PhysicsChoice::first_frame) the first time, and when going back. Of a held pose: from
  /// rest.
  void show(double frame);

  /// Brings a scene that was shown before to a frame in that many steps, over which the motion hurries,
  /// however far it is; from there `show` goes on. For pictures that are late, and for what is being dragged.
  void hurry(double frame, int steps);

  /// Evaluates the scene at a frame with the bodies where they are.
  void keep(double frame);

  /// How many steps `show` would take to that frame of a motion; less than 0: it would begin anew.
  std::int64_t steps_to(double frame) const;

  /// From the next frame on.
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
  std::int64_t steps_ = -1;                           ///< done since first_frame_; -1: it was not reached yet
  std::vector<std::vector<std::uint8_t>> simulated_;  ///< per actor and bone, as PosedState has it
};

}  // namespace mmd
