#include "session/session.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace mmd {
namespace {

/// The actor of a model, removed from `actors`; null if there is none.
std::unique_ptr<Actor> take_actor(const Model& model, std::vector<std::unique_ptr<Actor>>& actors) {
  const auto at = std::find_if(actors.begin(), actors.end(),
                               [&](const auto& a) { return a != nullptr && &a->model() == &model; });
  return at == actors.end() ? nullptr : std::move(*at);
}

}  // namespace

Session::Session(Arrangement arrangement) : arrangement_(std::move(arrangement)) {
  build();
}

void Session::set(Arrangement next, Bodies bodies) {
  const bool same = same_motion(arrangement_, next), same_models = mmd::same_models(arrangement_, next);
  arrangement_ = std::move(next);
  if (!same_models) {
    build();
  } else if (!same) {
    set_samplers();
    if (bodies == Bodies::anew) simulation_.reset();
    if (simulation_) simulation_->set_played(all_played());
  }
  scene_.settings = settings_for(arrangement_.look, arrangement_.highlight, arrangement_.subject().model());
}

/// Makes the figures' actors and samplers. Bodies begin anew.
void Session::build() {
  simulation_.reset();  // it refers to the old samplers
  samplers_.clear();
  scene_.attachments.clear();
  auto before = std::exchange(scene_.actors, {});
  for (const Figure& figure : arrangement_.figures) {
    const LoadedModel& loaded = figure.loaded->loaded;
    const auto later = textures_.find(loaded.model.get());
    const auto& textures = later == textures_.end() ? loaded.textures : later->second.textures;
    auto actor = take_actor(*loaded.model, before);
    if (actor == nullptr) actor = std::make_unique<Actor>(loaded.model, textures);
    actor->set_textures(textures);
    put_actor(figure.place, *actor);
    scene_.actors.push_back(std::move(actor));
    samplers_.push_back(std::make_unique<PoseSampler>(*figure.loaded));
  }
  set_samplers();
  for (std::size_t i = 1; i < arrangement_.figures.size(); ++i) {
    const Figure& figure = arrangement_.figures[i];
    const std::size_t carrier = arrangement_.index_of(figure.place.carrier);
    const bool hangs = carrier < arrangement_.figures.size();
    scene_.attachments.push_back(attachment_of(figure.place, figure.model(),
                                               hangs ? &arrangement_.figures[carrier].model() : nullptr,
                                               hangs ? carrier : 0));
  }
  scene_.settings = settings_for(arrangement_.look, arrangement_.highlight, arrangement_.subject().model());
}

/// Gives the samplers what the arrangement lays over the loaded files.
void Session::set_samplers() {
  for (std::size_t i = 0; i < samplers_.size(); ++i) {
    const Figure& figure = arrangement_.figures[i];
    PoseSampler& sampler = *samplers_[i];
    if (figure.edited)
      sampler.set_pose(*figure.edited, figure.ik_chains);
    else
      sampler.set_pose(figure.loaded->pose, figure.loaded->ik_chains);
    sampler.show(figure.shows.value_or(figure.loaded->shows), {});
    sampler.set_morphs(figure.morphs);
  }
}

std::vector<AnimatedActor> Session::all_played() const {
  std::vector<AnimatedActor> out;
  for (std::size_t i = 0; i < samplers_.size(); ++i) out.push_back(played(i));
  return out;
}

AnimatedActor Session::played(std::size_t figure) const {
  const Figure& of = arrangement_.figures[figure];
  return {figure, samplers_[figure].get(), arrangement_.evaluation, of.hidden_materials, of.visible};
}

void Session::pose(double frame) {
  frame_ = frame;
  for (std::size_t i = 0; i < scene_.actors.size(); ++i) {
    Actor& actor = *scene_.actors[i];
    // Bodies of the previous pose must not move bones of this one.
    if (simulation_ == nullptr) actor.clear_physics();
    set_played_state(played(i), frame, actor);
    actor.evaluate();
  }
  place_attachments(scene_);
}

void Session::show_bones(double frame) {
  simulation_.reset();
  pose(frame);
}

void Session::show(double frame, const std::function<bool()>& keep_going) {
  const PhysicsChoice& physics = arrangement_.physics;
  if (!physics.on.value_or(false)) return show_bones(frame);
  pose(frame);
  if (simulation_ == nullptr || frame < physics.first_frame) {
    simulation_.reset();
    simulation_ = std::make_unique<Simulation>(scene_, all_played(), physics);
  }
  simulation_->physics().set_keep_going(keep_going);
  if (!simulation_->is_empty()) simulation_->show(frame);
  simulation_->physics().set_keep_going({});
}

template <class Member>
const PosedState& Session::state_with(Member member) const {
  for (const auto& sampler : samplers_)
    if (sampler->state().*member) return sampler->state();
  return samplers_.front()->state();
}

const PosedState& Session::camera_state() const {
  return state_with(&PosedState::camera);
}

void Session::aim(float aspect, Framing framing, Session* other) {
  auto& actors = scene_.actors;
  const auto own = static_cast<std::ptrdiff_t>(actors.size());
  scene_.light = light_for(arrangement_.light, state_with(&PosedState::light));
  if (other != nullptr)
    std::move(other->scene_.actors.begin(), other->scene_.actors.end(), std::back_inserter(actors));
  scene_.camera = camera_for(arrangement_.camera, camera_state(), scene_, aspect, framing);
  if (other == nullptr) return;
  std::move(actors.begin() + own, actors.end(), other->scene_.actors.begin());
  actors.resize(static_cast<std::size_t>(own));
  other->scene_.light = scene_.light;
  other->scene_.camera = scene_.camera;
}

void Session::set_camera(const Camera& camera) {
  scene_.light = light_for(arrangement_.light, state_with(&PosedState::light));
  scene_.camera = camera;
}

void Session::set_textures(const std::shared_ptr<const Model>& model, const DecodedTextures& textures) {
  textures_[model.get()] = textures;
  for (const auto& actor : scene_.actors)
    if (actor->shared_model() == model) actor->set_textures(textures.textures);
}

const ContentHash& Session::textures_hash(std::size_t figure) const {
  const LoadedModel& loaded = arrangement_.figures[figure].loaded->loaded;
  const auto later = textures_.find(loaded.model.get());
  return later == textures_.end() ? loaded.textures_hash : later->second.hash;
}

void Session::use_skin_plan(const std::shared_ptr<const SkinPlan>& plan) {
  scene_.actors.front()->use_skin_plan(plan);
}

void Session::share_plans(const Session& from) {
  for (std::size_t i = 0; i < scene_.actors.size(); ++i)
    scene_.actors[i]->use_skin_plan(from.scene_.actors[i]->skin_plan());
}

}  // namespace mmd
