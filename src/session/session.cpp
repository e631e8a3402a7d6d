#include "session/session.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/handedness.h"
#include "document/named_parts.h"

namespace mmd {
namespace {

/// The actor of a model, removed from `actors`; null if there is none.
std::unique_ptr<Actor> take_actor(const Model& model, std::vector<std::unique_ptr<Actor>>& actors) {
  const auto at = std::find_if(actors.begin(), actors.end(),
                               [&](const auto& a) { return a != nullptr && &a->model() == &model; });
  return at == actors.end() ? nullptr : std::move(*at);
}

bool same_look(const Arrangement& a, const Arrangement& b) {
  return a.look == b.look && a.highlight == b.highlight && a.active == b.active;
}

bool same_places(const Arrangement& a, const Arrangement& b) {
  return std::equal(a.figures.begin(), a.figures.end(), b.figures.begin(), b.figures.end(),
                    [](const Figure& x, const Figure& y) { return x.place == y.place; });
}

/// The bones that an edit changed, if nothing else of the figure differs.
std::optional<std::vector<std::int32_t>> changed_bones(const Figure& before, const Figure& now) {
  if (!before.edited || !now.edited) return std::nullopt;
  const Pose &a = *before.edited, &b = *now.edited;
  Figure same = before;
  same.edited = now.edited;
  same.origin = now.origin;
  if (!(same == now) || a.morph_weights != b.morph_weights) return std::nullopt;
  std::vector<std::int32_t> out;
  for (std::size_t i = 0; i < a.rotation.size(); ++i)
    if (a.rotation[i] != b.rotation[i] || a.translation[i] != b.translation[i])
      out.push_back(static_cast<std::int32_t>(i));
  return out;
}

}  // namespace

Session::Session(Arrangement arrangement) : arrangement_(std::move(arrangement)) {
  build();
  follow_look();
}

void Session::set(Arrangement next, Bodies bodies) {
  const Arrangement before = std::exchange(arrangement_, std::move(next));
  if (!same_models(before, arrangement_)) {
    build();
  } else if (!same_motion(before, arrangement_)) {
    for (std::size_t i = 0; i < samplers_.size(); ++i) {
      stale_[i].whole |= !(before.evaluation == arrangement_.evaluation);
      if (!(arrangement_.figures[i] == before.figures[i])) follow(i, before.figures[i]);
    }
    if (!same_places(before, arrangement_)) place_attachments(scene_);
    if (bodies == Bodies::anew) bodies_.forget();
    bodies_.set_played(all_played());
  }
  // The window highlights one of several bones of a name until it chooses another name.
  if (!same_models(before, arrangement_) || !same_look(before, arrangement_)) follow_look();
}

/// Makes the figures' actors and samplers. Bodies begin anew.
void Session::build() {
  bodies_.stop(scene_);  // they refer to the old samplers
  samplers_.clear();
  stale_.assign(arrangement_.figures.size(), {});
  auto before = std::exchange(scene_.actors, {});
  scene_.attachments.assign(std::max<std::size_t>(arrangement_.figures.size(), 1) - 1, {});
  for (const Figure& figure : arrangement_.figures) {
    const LoadedModel& loaded = figure.loaded->loaded;
    auto actor = take_actor(*loaded.model, before);
    if (actor == nullptr) actor = std::make_unique<Actor>(loaded.model, loaded.textures);
    scene_.actors.push_back(std::move(actor));
    samplers_.push_back(std::make_unique<PoseSampler>(sampler_of(figure)));
    give_textures(scene_.actors.size() - 1);
  }
  for (std::size_t i = 0; i < scene_.actors.size(); ++i) place(i);
  // A later model can have the address of one that is gone.
  std::erase_if(eye_limits_, [&](const auto& known) {
    return std::none_of(scene_.actors.begin(), scene_.actors.end(),
                        [&](const auto& actor) { return &actor->model() == known.first; });
  });
}

/// Puts a figure where its place says; one that hangs on another follows it when that is evaluated.
void Session::place(std::size_t i) {
  const Figure& figure = arrangement_.figures[i];
  put_actor(figure.place, *scene_.actors[i]);
  if (i == 0) return;
  const std::size_t carrier = arrangement_.index_of(figure.place.carrier);
  const bool hangs = carrier < arrangement_.figures.size() && !hangs_on_itself(arrangement_.figures, i);
  scene_.attachments[i - 1] =
      attachment_of(figure.place, figure.model(), hangs ? &arrangement_.figures[carrier].model() : nullptr,
                    hangs ? carrier : 0);
}

void Session::give_textures(std::size_t i) {
  const LoadedModel& loaded = arrangement_.figures[i].loaded->loaded;
  const auto later = textures_.find(loaded.model.get());
  scene_.actors[i]->set_textures(later == textures_.end() ? loaded.textures : later->second.textures);
}

/// Takes what has changed of a figure of the same model.
void Session::follow(std::size_t i, const Figure& before) {
  const Figure& now = arrangement_.figures[i];
  if (now.loaded != before.loaded) {
    *samplers_[i] = sampler_of(now);
    samplers_[i]->sample(frame_, scene_.actors[i]->pose);  // camera_state() is asked before the next show()
    give_textures(i);
  } else {
    lay_over(now, *samplers_[i]);
  }
  if (!(now.place == before.place))  // which others hang on themselves may change with it
    for (std::size_t other = 0; other < scene_.actors.size(); ++other) place(other);
  if (const auto bones = changed_bones(before, now))
    stale_[i].bones.insert(stale_[i].bones.end(), bones->begin(), bones->end());
  else
    stale_[i].whole = true;
}

void Session::follow_look() {
  if (arrangement_.figures.empty()) {
    scene_.settings = arrangement_.look;
    return;
  }
  scene_.subject = arrangement_.subject_index();
  scene_.settings = settings_for(arrangement_.look, arrangement_.highlight, arrangement_.subject().model());
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
  pose_once(frame);
  if (turn_eyes(frame)) pose_once(frame);
}

/// Where a look goes to, in the scene; nullopt: the camera is not known yet, or there is no such bone.
std::optional<vec3> Session::looked_at(const LookAt& look) const {
  if (look.at == LookAt::At::point) return mirror(look.point);
  if (look.at == LookAt::At::camera) return is_aimed_ ? std::optional(scene_.camera.eye) : std::nullopt;
  const std::size_t index = arrangement_.index_of(look.model);
  if (index >= scene_.actors.size()) return std::nullopt;
  const Actor& with = *scene_.actors[index];
  const std::int32_t bone = find_bone_called(with.model(), look.bone);
  return bone != none ? std::optional(translation_of(with.bone_in_scene(bone))) : std::nullopt;
}

/// The limits of a model's eyes, found once.
const EyeLimits& Session::limits_of(const Model& model) {
  auto [limits, is_new] = eye_limits_.try_emplace(&model);
  if (is_new) limits->second = eye_limits(model);
  return limits->second;
}

std::optional<vec3> Session::target_of(const LookAt& look) const {
  return look.at == LookAt::At::camera ? scene_.camera.eye : looked_at(look);
}

std::vector<BoneRotation> Session::rotations_to_look(const Pose& from, const LookAt& look, float limit) {
  const std::size_t subject = arrangement_.subject_index();
  Actor& actor = *scene_.actors[subject];
  set_played_state(played(subject), frame_, actor);
  actor.pose = from;
  actor.evaluate();
  stale_[subject].whole = true;
  EyeLimits limits = limits_of(actor.model());
  for (float* one : {&limits.left, &limits.right, &limits.up, &limits.down}) *one = std::min(*one, limit);
  const auto target = target_of(look);
  if (!target) return {};
  return look_rotations(actor, *target, look.head, look.neck, limits);
}

/// Turns the eyes of figures that look at something. Returns whether any does.
bool Session::turn_eyes(double frame) {
  bool any = false;
  for (std::size_t i = 0; i < samplers_.size(); ++i) {
    const Figure& figure = arrangement_.figures[i];
    if (!figure.look_at) continue;
    const auto target = looked_at(*figure.look_at);
    if (!target) continue;
    any = true;
    samplers_[i]->set_rotations(figure.rotations);  // without the look before
    Actor& actor = *scene_.actors[i];
    set_played_state(played(i), frame, actor);
    actor.evaluate();
    auto rotations = figure.rotations;
    for (BoneRotation& r :
         look_rotations(actor, *target, figure.look_at->head, figure.look_at->neck, limits_of(actor.model())))
      rotations.push_back(r);
    samplers_[i]->set_rotations(std::move(rotations));
  }
  return any;
}

/// After the camera is set: poses figures that look at it anew. Bodies move only with a head or a neck.
void Session::look_at_camera() {
  bool any = false, turns_head = false;
  for (const Figure& figure : arrangement_.figures) {
    if (!figure.look_at || figure.look_at->at != LookAt::At::camera) continue;
    any = true;
    turns_head |= figure.look_at->head > 0.0f || figure.look_at->neck > 0.0f;
  }
  if (!any) return;
  is_aimed_ = true;
  pose(frame_);
  if (bodies_.simulation() == nullptr) return;
  if (turns_head)
    bodies_.show_exactly(shown({frame_}), {});
  else
    bodies_.keep(frame_);
}

void Session::pose_once(double frame) {
  frame_ = frame;
  for (std::size_t i = 0; i < scene_.actors.size(); ++i) {
    Actor& actor = *scene_.actors[i];
    // Bodies of the previous pose must not move bones of this one.
    if (bodies_.simulation() == nullptr) actor.clear_physics();
    set_played_state(played(i), frame, actor);
    actor.evaluate();
  }
  place_attachments(scene_);
}

void Session::show_bones(double frame) {
  bodies_.forget();
  is_aimed_ = false;
  pose(frame);
}

ShownState Session::shown(const Moment& moment) {
  return {scene_,       all_played(), arrangement_.physics, moment.frame, moment.first_frame,
          moment.plays, moment.clock};
}

void Session::show(double frame, const std::function<bool()>& keep_going) {
  if (!arrangement_.physics.on.value_or(false)) return show_bones(frame);
  is_aimed_ = false;
  pose(frame);
  bodies_.show_exactly(shown({frame}), keep_going);
}

void Session::show_live(const Moment& moment, Pace pace) {
  const auto is_driven = [](const auto& actor) { return !actor->driven.empty(); };
  const bool were_driven = std::any_of(scene_.actors.begin(), scene_.actors.end(), is_driven);
  const bool simulates = arrangement_.physics.on.value_or(false);
  bones_placed_ = arrangement_.subject().model().bone_count();
  if (!simulates) bodies_.stop(scene_);
  if (simulates && bodies_.show(shown(moment), pace)) {
    frame_ = moment.frame;
    stale_.assign(samplers_.size(), {});  // bodies moved bones that the poses do not name
    return;
  }
  for (Stale& stale : stale_) stale.whole |= were_driven;
  pose_stale(moment.frame);
}

/// Evaluates, without bodies, what has changed since the last evaluation.
void Session::pose_stale(double frame) {
  const bool goes = std::exchange(frame_, frame) != frame;
  for (std::size_t i = 0; i < scene_.actors.size(); ++i) {
    stale_[i].whole |= goes && arrangement_.figures[i].moves();
    evaluate_stale(i, frame);
    stale_[i] = {false, {}};
  }
  place_attachments(scene_);
}

void Session::evaluate_stale(std::size_t i, double frame) {
  const bool is_subject = i == scene_.subject;
  if (!stale_[i].whole && stale_[i].bones.empty()) {
    if (is_subject) bones_placed_ = 0;
    return;
  }
  Actor& actor = *scene_.actors[i];
  set_played_state(played(i), frame, actor);
  if (stale_[i].whole) return actor.evaluate();
  const std::size_t placed = actor.update(stale_[i].bones);
  if (is_subject) bones_placed_ = placed;
}

void Session::step() {
  if (bodies_.simulation() == nullptr) return show(frame_);
  bodies_.step(frame_);
}

template <class Member>
const PosedState& Session::state_with(Member member) const {
  for (const auto& sampler : samplers_)
    if (sampler->state().*member) return sampler->state();
  return samplers_[scene_.subject]->state();
}

const PosedState& Session::camera_state() const {
  return state_with(&PosedState::camera);
}

const ScenePhysics* Session::physics() const {
  return bodies_.simulation() != nullptr ? &bodies_.simulation()->physics() : nullptr;
}

void Session::aim(float aspect, Framing framing, Session* other) {
  auto& actors = scene_.actors;
  const auto own = static_cast<std::ptrdiff_t>(actors.size());
  scene_.light = light_for(arrangement_.light, state_with(&PosedState::light));
  if (other != nullptr)
    std::move(other->scene_.actors.begin(), other->scene_.actors.end(), std::back_inserter(actors));
  scene_.camera = camera_for(arrangement_.camera, camera_state(), scene_, aspect, framing);
  scene_.light = light_for(arrangement_.light, state_with(&PosedState::light), scene_.camera);
  if (other == nullptr) return look_at_camera();
  std::move(actors.begin() + own, actors.end(), other->scene_.actors.begin());
  actors.resize(static_cast<std::size_t>(own));
  other->scene_.light = scene_.light;
  other->scene_.camera = scene_.camera;
  look_at_camera();
  other->look_at_camera();
}

void Session::set_camera(const Camera& camera) {
  scene_.light = light_for(arrangement_.light, state_with(&PosedState::light), camera);
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
  scene_.actors[scene_.subject]->use_skin_plan(plan);
}

void Session::share_plans(const Session& from) {
  for (std::size_t i = 0; i < scene_.actors.size(); ++i)
    if (scene_.actors[i]->shared_model() == from.scene_.actors[i]->shared_model())
      scene_.actors[i]->use_skin_plan(from.scene_.actors[i]->skin_plan());
}

void Session::share_textures(const Session& from) {
  for (std::size_t i = 0; i < scene_.actors.size(); ++i)
    scene_.actors[i]->set_textures(from.scene_.actors[i]->shared_textures());
}

}  // namespace mmd
