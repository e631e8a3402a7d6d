#include "app/stage.h"

#include <utility>

#include "base/errors.h"
#include "document/attachments.h"
#include "document/framing.h"
#include "document/look.h"
#include "document/named_parts.h"

namespace mmd {

Stage::Stage(const Options& start)
    : start_camera_(start.camera),
      start_frame_(start.frame),
      choices_{start.evaluation, start.camera,   start.light, start.physics, physics_controls(start.physics),
               start.look,       start.highlight},
      chosen_view_(start.camera.view.value_or(View::fit)) {
  scene_.settings.background = choices_.look.background;
}

void Stage::show(Loaded&& loaded) {
  start_motions(loaded);
  if (loaded.new_model && document_) {  // they were meant for the first model
    choices_.evaluation.morph_weights.clear();
    choices_.highlight.clear();
  }
  if (!loaded.new_model) {  // its textures may have come while this was loaded
    loaded.document.loaded = document_->loaded;
    loaded.document.attached = document_->attached;
  }
  document_ = std::make_shared<const Document>(std::move(loaded.document));
  sampler_ = PoseSampler(*document_);
  Document rest;
  rest.loaded.model = document_->loaded.model;
  rest.pose = Pose(document_->model());
  rest_sampler_ = PoseSampler(rest);
  choose_rest_morphs();
  rest_pose_ = false;
  if (loaded.new_model) put_actors();
  changed(loaded.new_model ? Dirty::model : Dirty::pose);
}

void Stage::put_actors() {
  set_morphs_.clear();
  live_.stop(scene_);
  has_warned_ = false;
  scene_.actors.clear();
  scene_.attachments.clear();
  scene_.actors.push_back(std::make_unique<Actor>(document_->loaded.model, document_->loaded.textures));
  add_attached_actors(*document_, scene_);
}

void Stage::start_motions(const Loaded& loaded) {
  if (loaded.document.motions.empty() || loaded.new_motions) {
    const bool repeats = playback_.repeats();
    playback_ = {};
    playback_.set_repeats(repeats);
  }
  playback_.set_last_frame(loaded.document.last_frame());
  if (start_frame_) playback_.go_to(*start_frame_);
  start_frame_.reset();
}

void Stage::set_rest_pose(bool rest_pose) {
  if (std::exchange(rest_pose_, rest_pose) != rest_pose) changed(Dirty::pose);
}

Result<void> Stage::find_named() {
  if (!choices_.highlight.empty())
    MMD_TRY(bone_called(document_->model(), choices_.highlight, "--highlight"));
  return choose_morphs();
}

void Stage::show_textures(Loaded&& loaded) {
  auto document = std::make_shared<Document>(*document_);
  document->loaded = std::move(loaded.document.loaded);
  const LoadedModel& whole = document->loaded;
  for (const auto& shown : scene_.actors)  // it may be attached to itself
    if (shown->shared_model() == whole.model) shown->set_textures(whole.textures);
  for (AttachedModel& attached : document->attached)
    if (attached.loaded.model == whole.model) attached.loaded.textures = whole.textures;
  document_ = std::move(document);
  changed(Dirty::look);
}

/// Puts the morphs of the choices, and over them those that were set, over poses and motions.
Result<void> Stage::choose_morphs() {
  MMD_TRY(morphs_, find_morphs(choices_.evaluation, document_->model(), "--morph"));
  for (const auto& [morph, weight] : set_morphs_) morphs_.push_back({morph, weight});
  sampler_.set_morphs(morphs_);
  choose_rest_morphs();
  return {};
}

/// The rest pose is without the morphs of poses, motions and options.
void Stage::choose_rest_morphs() {
  std::vector<MorphWeight> set;
  for (const auto& [morph, weight] : set_morphs_) set.push_back({morph, weight});
  rest_sampler_.set_morphs(std::move(set));
}

void Stage::set_morph(MorphWeight morph) {
  set_morphs_[morph.morph] = morph.weight;
  static_cast<void>(choose_morphs());  // those of the choices were found before
}

void Stage::reset_morphs() {
  set_morphs_.clear();
  static_cast<void>(choose_morphs());
}

Dirty Stage::refresh() {
  Actor* shown = actor();
  if (shown == nullptr) return Dirty::nothing;
  const Dirty level = std::exchange(dirty_, Dirty::nothing);
  if (level >= Dirty::pose) evaluate(*shown, std::exchange(pace_, Pace::stay));
  if (level >= Dirty::look) {
    scene_.light = light_for(choices_.light, sampler_.state());
    scene_.settings = settings_for(choices_.look, choices_.highlight, shown->model());
  }
  return level;
}

/// Gives the actors the pose at the motion's frame, or the rest pose.
void Stage::evaluate(Actor& shown, Pace pace) {
  PoseSampler& sampler = rest_pose_ ? rest_sampler_ : sampler_;
  const double frame = playback_.frame();
  last_pace_ = pace;
  was_dragged_ |= pace == Pace::by_hand;
  if (!simulates()) {
    live_.stop(scene_);
  } else {
    ShownState now{scene_, sampler, choices_.evaluation, choices_.physics, frame, frame, playback_.playing()};
    now.first_frame = std::exchange(bodies_from_, std::nullopt).value_or(frame);
    if (live_.show(now, pace)) return;
  }
  apply_state(sampler.sample(frame), choices_.evaluation, shown);
  update_attached_actors(choices_.evaluation, scene_);
}

ShownState Stage::shown_state(Scene& scene, PoseSampler& sampler, const EvaluationChoice& evaluation,
                              const PhysicsChoice& physics) const {
  const double frame = playback_.frame();
  return {scene, sampler, evaluation, physics, frame, played_from().value_or(frame), playback_.playing()};
}

void Stage::set_physics(const PhysicsControls& controls) {
  PhysicsControls& now = choices_.controls;
  const bool worlds_stay = now.on == controls.on && now.ground == controls.ground;
  now = controls;
  apply(now, choices_.physics);
  changed(Dirty::pose, worlds_stay ? Pace::by_hand : Pace::anew);
}

const ScenePhysics* Stage::physics() const {
  const Simulation* simulation = live_.simulation();
  return simulation != nullptr && !simulation->is_empty() ? &simulation->physics() : nullptr;
}

std::optional<double> Stage::played_from() const {
  return physics() != nullptr ? live_.played_from() : playback_.frame();
}

void Stage::play_bodies_from(double frame) {
  bodies_from_ = std::min(frame, playback_.frame());
  changed(Dirty::pose, Pace::anew);
}

Diagnostics Stage::take_warnings() {
  if (has_warned_ || physics() == nullptr) return {};
  Diagnostics out = physics()->warnings();
  has_warned_ = !out.empty();
  return out;
}

void Stage::follow_motion_camera() {
  choices_.camera.eye_and_target.reset();
  choices_.camera.view.reset();
  choices_.camera.fov_degrees = start_camera_.fov_degrees;
}

void Stage::leave_motion_camera() {
  choices_.camera.view = chosen_view_;
}

void Stage::choose_view(View view) {
  choices_.camera.view = chosen_view_ = view;
  choices_.camera.eye_and_target.reset();
}

void Stage::choose_start_view() {
  choices_.camera.view = start_camera_.view;
  choices_.camera.eye_and_target = start_camera_.eye_and_target;
  chosen_view_ = start_camera_.view.value_or(View::fit);
}

void Stage::frame_camera(float aspect) {
  scene_.camera = camera_for(choices_.camera, sampler_.state(), scene_, aspect);
  camera_is_fitted_ = true;
}

void Stage::move_camera(const Camera& camera) {
  scene_.camera = camera;
  if (follows_motion_camera()) {
    leave_motion_camera();
    scene_.camera.up.reset();  // turning by the mouse knows no roll
  }
  camera_is_fitted_ = false;
}

void Stage::set_camera(const MmdCamera& camera) {
  if (follows_motion_camera()) leave_motion_camera();
  choices_.camera.fov_degrees = camera.fov_degrees;
  choices_.camera.orthographic = !camera.perspective;
  scene_.camera = camera_from(camera);
  camera_is_fitted_ = false;
}

}  // namespace mmd
