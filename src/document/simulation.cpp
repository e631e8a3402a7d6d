#include "document/simulation.h"

#include <algorithm>
#include <cmath>

#include "document/attachments.h"
#include "pose/motion.h"

namespace mmd {

Simulation::Simulation(Scene& scene, PoseSampler& sampler, const EvaluationChoice& evaluation,
                       const PhysicsChoice& choice)
    : scene_(scene),
      sampler_(sampler),
      evaluation_(evaluation),
      choice_(choice),
      physics_(scene, choice),
      first_frame_(choice.first_frame.value_or(0.0)) {}

void Simulation::restart(double first_frame) {
  first_frame_ = first_frame;
  steps_ = -1;
}

/// Gives the actors their poses; nothing is evaluated.
void Simulation::pose(double frame) {
  const PosedState& state = sampler_.sample(frame);
  set_state(state, evaluation_, *scene_.actors.front());
  for (std::size_t i = 1; i < scene_.actors.size(); ++i) apply_switches(evaluation_, *scene_.actors[i]);
  switch_bodies(state);
}

void Simulation::switch_bodies(const PosedState& state) {
  if (state.simulated == simulated_ || physics_.of(0) == nullptr) return;
  const auto is_on = [](const std::vector<std::uint8_t>& all, std::size_t bone) {
    return all.empty() || all[bone] != 0;
  };
  for (std::size_t bone = 0; bone < scene_.actors.front()->model().bone_count(); ++bone)
    if (is_on(state.simulated, bone) != is_on(simulated_, bone))
      physics_.set_simulated(0, static_cast<std::int32_t>(bone), is_on(state.simulated, bone));
  simulated_ = state.simulated;
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
  if (sampler_.moves()) return play(frame);
  physics_.reset();
  pose(frame);
  physics_.settle(choice_.warm_up_steps, choice_.total_steps());
}

/// Since the first frame.
std::int64_t Simulation::steps_at(double frame) const {
  const double steps_per_frame = static_cast<double>(choice_.settings.rate) / frames_per_second;
  // A little more, so that rounding does not take a step from a whole frame.
  return static_cast<std::int64_t>(std::floor((frame - first_frame_) * steps_per_frame + 1e-6));
}

std::int64_t Simulation::steps_to(double frame) const {
  return steps_ < 0 ? -1 : steps_at(frame) - steps_;
}

void Simulation::play(double frame) {
  const double steps_per_frame = static_cast<double>(choice_.settings.rate) / frames_per_second;
  if (steps_to(frame) < 0) {
    first_frame_ = std::min(first_frame_, std::max(frame, 0.0));
    physics_.reset();
    pose(first_frame_);
    physics_.lead(choice_.warm_up_steps);
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
