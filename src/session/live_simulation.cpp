#include "session/live_simulation.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "pose/motion.h"

namespace mmd {
namespace {

/// Frames. A larger jump ahead resets the bodies (semantics, "Beginning, and a held pose").
constexpr double farthest_ahead = frames_per_second;

/// Steps of a world with one body in the time of a picture, 50 ms at most; a body of a large model takes 2.5
/// us per step.
constexpr int steps_in_time = 20'000;
/// Minimum steps of a larger world.
constexpr int fewest_steps = 10;
/// Maximum steps per picture while bodies swing by the clock. The final state does not depend on it.
constexpr int max_swinging = 10;
/// After a drag they hang still when so many pictures in a row show a mean speed below this, in units a
/// second (a step of 0.01 units at 60 a second; semantics, "Beginning, and a held pose"), or after so many
/// seconds: jitter never ends.
constexpr float slow = 0.6f;
constexpr int calm_pictures = 8;
constexpr float longest_swing = 3.0f;

const Morph& morph_at(const Model& model, std::int32_t index) {
  return model.morphs[static_cast<std::size_t>(index)];
}
bool is_of_the_surface(const Morph& morph) {
  return std::holds_alternative<VertexMorph>(morph.data) || std::holds_alternative<UvMorph>(morph.data) ||
         std::holds_alternative<MaterialMorph>(morph.data);
}

}  // namespace

bool reaches_bodies(const Model& model, std::int32_t morph) {
  const auto* group = std::get_if<GroupMorph>(&morph_at(model, morph).data);
  if (group == nullptr) return !is_of_the_surface(morph_at(model, morph));
  // Groups of groups are rare and count as moving bodies.
  return !std::all_of(group->children.begin(), group->children.end(), [&](const GroupMorph::Child& child) {
    return is_of_the_surface(morph_at(model, child.morph));
  });
}

void LiveSimulation::show_exactly(const ShownState& now, const std::function<bool()>& keep_going) {
  const double first = now.physics.first_frame.value_or(0.0);
  if (simulation_ == nullptr || now.frame < first) make(now, first);
  simulation_->physics().set_keep_going(keep_going);
  if (!simulation_->is_empty()) simulation_->show(now.frame);
  simulation_->physics().set_keep_going({});
}

bool LiveSimulation::show(const ShownState& now, Pace pace) {
  const bool jumps = pace == Pace::jump;
  if (jumps && !has_time_to_settle(now)) {  // bodies of another pose would fly
    stop(now.scene);
    waits_ = true;
    return false;
  }
  if (simulation_ == nullptr || jumps || pace == Pace::anew) {
    begin(now, now.first_frame, now.frame);
    return !simulation_->is_empty();
  }
  if (simulation_->is_empty()) return false;
  swings_ &= pace == Pace::stay || pace == Pace::swing_on || pace == Pace::swing;
  simulation_->set_played(now.played);
  simulation_->set_gravity(now.physics.settings.gravity);
  if (pace == Pace::stay) {
    simulation_->keep(now.frame);
  } else if (pace == Pace::by_hand) {
    drag(now);
  } else if (pace == Pace::swing || pace == Pace::swing_on) {
    swing(now, pace);
  } else {
    go_on(now, pace);
  }
  frame_ = now.frame;
  return true;
}

void LiveSimulation::stop(Scene& scene) {
  simulation_.reset();
  waits_ = swings_ = false;
  for (const auto& actor : scene.actors) actor->clear_physics();
}

void LiveSimulation::set_played(std::vector<AnimatedActor> played) {
  if (simulation_) simulation_->set_played(std::move(played));
}

void LiveSimulation::make(const ShownState& now, double first_frame) {
  PhysicsChoice choice = now.physics;
  choice.first_frame = first_frame;
  simulation_.reset();
  simulation_ = std::make_unique<Simulation>(now.scene, now.played, choice);
}

void LiveSimulation::begin(const ShownState& now, double first_frame, double frame) {
  make(now, first_frame);
  began_ = first_frame;
  frame_ = frame;
  waits_ = swings_ = false;
  exact_ = true;
  if (!simulation_->is_empty()) simulation_->show(frame);
}

/// Continues the simulation during playback and steps.
void LiveSimulation::go_on(const ShownState& now, Pace pace) {
  // The result must not depend on whether a drag settled before, which depends on the clock.
  if (waits_ && pace == Pace::step) begin(now, frame_, frame_);
  if (!any_moves(now.played)) return simulation_->keep(now.frame);
  if (now.frame < frame_ || now.frame > frame_ + farthest_ahead) return begin(now, now.frame, now.frame);
  const int most = affordable_steps(now.scene);
  if (pace == Pace::play && simulation_->steps_to(now.frame) > most) {
    exact_ = false;
    return simulation_->hurry(now.frame, most);
  }
  simulation_->show(now.frame);
}

/// A time budget by the size of the models, not by a clock.
int LiveSimulation::affordable_steps(const Scene& scene) const {
  std::size_t bodies = 1;
  for (const auto& actor : scene.actors) bodies += actor->model().bodies.size();
  return std::max(steps_in_time / static_cast<int>(std::min<std::size_t>(bodies, steps_in_time)),
                  fewest_steps);
}

bool LiveSimulation::has_time_to_settle(const ShownState& now) const {
  const int needed = any_moves(now.played) ? now.physics.warm_up_steps : now.physics.total_steps();
  return needed <= affordable_steps(now.scene);
}

void LiveSimulation::drag(const ShownState& now) {
  // Playback continues anyway, and a change of the wind must not reset the hair.
  if (now.plays && now.frame == frame_) {
    exact_ = false;
    return simulation_->keep(now.frame);
  }
  if (has_time_to_settle(now)) return begin(now, now.frame, now.frame);
  simulation_->hurry(now.frame, fewest_steps);
  exact_ = false;
  waits_ = true;
}

/// Swings by the time since the last picture.
int LiveSimulation::steps_by_clock(const ShownState& now) {
  const double rate = now.physics.settings.rate;
  // The first picture has one step, because there is no earlier time.
  owed_steps_ = swings_ ? owed_steps_ + (now.clock - swung_at_) * rate : 1.0;
  swung_at_ = now.clock;
  const int whole = std::clamp(static_cast<int>(owed_steps_), 0, max_swinging);
  owed_steps_ = std::min(owed_steps_ - whole, 1.0);
  return whole;
}

void LiveSimulation::swing(const ShownState& now, Pace pace) {
  const int steps = steps_by_clock(now);
  simulation_->hurry(now.frame, steps);
  exact_ = false;
  waits_ = swings_ = true;
  if (pace == Pace::swing) {
    swung_on_ = calm_ = 0;
    return;
  }
  swung_on_ += steps;
  if (steps > 0) calm_ = simulation_->physics().mean_speed() < slow ? calm_ + 1 : 0;
  const auto most = static_cast<int>(longest_swing * static_cast<float>(now.physics.settings.rate));
  swings_ = calm_ < calm_pictures && swung_on_ < most;
}

}  // namespace mmd
