#include "web/figure.h"

#include <algorithm>
#include <utility>

namespace mmd::web {

Figure::Figure(const LoadedFigure& document, Bodies bodies)
    : sampler_(document), physics_(bodies == Bodies::simulated) {
  scene_.actors.push_back(std::make_unique<Actor>(document.loaded.model, document.loaded.textures));
  add_attached_actors(document, scene_);
  has_bodies_ = std::any_of(scene_.actors.begin(), scene_.actors.end(),
                            [](const auto& actor) { return !actor->model().bodies.empty(); });
  show(0.0);
}

void Figure::set_pose(const Pose& pose, const std::vector<std::uint8_t>& ik_chains) {
  sampler_.set_pose(pose, ik_chains);
  restart();
}

void Figure::play(bool plays) {
  sampler_.show(plays ? Shows::motion : Shows::pose);
  restart();
}

void Figure::choose(const EvaluationChoice& evaluation, bool physics) {
  if (evaluation == evaluation_ && physics == physics_) return;
  evaluation_ = evaluation;
  physics_ = physics;
  restart();
}

void Figure::show(double frame) {
  if (has_bodies_ && physics_) {
    if (simulation_ == nullptr)
      simulation_ = std::make_unique<Simulation>(scene_, sampler_, evaluation_, PhysicsChoice());
    simulation_->show(frame);
    return;
  }
  simulation_.reset();
  for (const auto& actor : scene_.actors) actor->clear_physics();
  apply_state(sampler_.sample(frame), evaluation_, *scene_.actors.front());
  update_attached_actors(evaluation_, scene_);
}

}  // namespace mmd::web
