#include "document/simulation.h"

#include <algorithm>
#include <cmath>

#include "document/loaded_figure.h"
#include "pose/motion.h"

namespace mmd {

bool any_moves(const std::vector<AnimatedActor>& played) {
  return std::any_of(played.begin(), played.end(), [](const AnimatedActor& p) { return p.sampler->moves(); });
}

const PosedState& set_played_state(const AnimatedActor& played, double frame, Actor& actor) {
  const PosedState& state = pose_actor(*played.sampler, frame, played.evaluation, actor);
  actor.visible = state.visible && played.visible;
  actor.hidden_materials = played.hidden_materials;
  return state;
}

Simulation::Simulation(Scene& scene, std::vector<AnimatedActor> played, const PhysicsChoice& choice)
    : scene_(scene),
      played_(std::move(played)),
      choice_(choice),
      physics_(scene, choice),
      first_frame_(choice.first_frame.value_or(0.0)),
      simulated_(scene.actors.size()) {}

/// Poses the actors without evaluating them.
void Simulation::pose(double frame) {
  for (const auto& actor : scene_.actors) apply_switches(played_.front().evaluation, *actor);
  for (const AnimatedActor& played : played_) {
    const PosedState& state = set_played_state(played, frame, *scene_.actors[played.actor]);
    switch_bodies(played.actor, state.simulated);
  }
}

void Simulation::switch_bodies(std::size_t actor, const std::vector<std::uint8_t>& wanted) {
  std::vector<std::uint8_t>& now = simulated_[actor];
  if (wanted == now || physics_.of(actor) == nullptr) return;
  const auto is_on = [](const std::vector<std::uint8_t>& all, std::size_t bone) {
    return all.empty() || all[bone] != 0;
  };
  for (std::size_t bone = 0; bone < scene_.actors[actor]->model().bone_count(); ++bone)
    if (is_on(wanted, bone) != is_on(now, bone))
      physics_.set_simulated(actor, static_cast<std::int32_t>(bone), is_on(wanted, bone));
  now = wanted;
}

void Simulation::keep(double frame) {
  pose(frame);
  physics_.show();
  shown_frame_ = frame;
}

void Simulation::hurry(double frame, int steps) {
  for (int s = 1; s <= steps && !is_empty(); ++s) {
    pose(shown_frame_ + (frame - shown_frame_) * s / steps);
    physics_.step();
  }
  first_frame_ = frame;
  steps_ = 0;
  keep(frame);
}

void Simulation::show(double frame) {
  shown_frame_ = frame;
  if (is_empty()) {
    pose(frame);
    return physics_.show();
  }
  if (any_moves(played_)) return play(within_motion(frame));
  physics_.reset();
  pose(frame);
  physics_.settle(choice_.warm_up_steps, choice_.total_steps());
}

/// Steps from the first frame to `frame`.
std::int64_t Simulation::steps_at(double frame) const {
  const double steps_per_frame = static_cast<double>(choice_.settings.rate) / frames_per_second;
  // The small addend keeps rounding from losing a step at a whole frame.
  return static_cast<std::int64_t>(std::floor((frame - first_frame_) * steps_per_frame + 1e-6));
}

std::int64_t Simulation::steps_to(double frame) const {
  return steps_ < 0 ? -1 : steps_at(frame) - steps_;
}

/// Clamps to the last frame of the motions: nothing moves after it, so the simulation stops there.
double Simulation::within_motion(double frame) const {
  std::uint32_t last = 0;
  for (const AnimatedActor& played : played_)
    if (played.sampler->moves()) last = std::max(last, played.sampler->last_frame());
  return std::min(frame, static_cast<double>(last));
}

void Simulation::play(double frame) {
  const double steps_per_frame = static_cast<double>(choice_.settings.rate) / frames_per_second;
  if (steps_to(frame) < 0) {
    first_frame_ = std::min(first_frame_, std::max(frame, 0.0));
    steps_ = -1;
    physics_.reset();
    pose(first_frame_);
    physics_.lead(choice_.warm_up_steps);
    if (!physics_.keeps_going()) return keep(frame);  // interrupted: the next call restarts
    steps_ = 0;
  }
  const std::int64_t last = steps_at(frame);
  for (; steps_ < last && physics_.keeps_going(); ++steps_) {
    pose(first_frame_ + static_cast<double>(steps_ + 1) / steps_per_frame);
    physics_.step();
  }
  keep(frame);
}

}  // namespace mmd
