#include "app/stage.h"

#include <algorithm>
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
      start_bodies_from_(start.physics.first_frame),
      choices_{start.evaluation, start.camera,   start.light, start.physics, physics_controls(start.physics),
               start.look,       start.highlight},
      chosen_view_(start.camera.view.value_or(View::fit)) {
  scene_.settings.background = choices_.look.background;
}

void Stage::changed(Dirty level, Pace pace) {
  dirty_ = std::max(dirty_, level);
  if (level < Dirty::pose) return;
  pace_ = std::max(pace_, pace);
  whole_ = true;
}

void Stage::show(Loaded&& loaded) {
  start_motions(loaded);
  if (loaded.new_model && figure_) {  // they were meant for the first model
    choices_.evaluation.morph_weights.clear();
    choices_.evaluation.hidden_materials.clear();
    choices_.highlight.clear();
  }
  if (!loaded.new_model) {  // its textures may have come while this was loaded
    loaded.document.loaded = document()->loaded;
    loaded.document.attached = document()->attached;
  }
  auto shown = std::make_shared<const Document>(std::move(loaded.document));
  if (loaded.new_model) {
    figure_ = std::make_unique<Figure>(std::move(shown), look(), 0);
    put_actors();
  } else {
    figure_->open(std::move(shown));
  }
  changed(loaded.new_model ? Dirty::model : Dirty::pose);
}

Result<Figure::Reloaded> Stage::show_again(Loaded&& loaded) {
  auto shown = std::make_shared<const Document>(std::move(loaded.document));
  const std::uint32_t last_frame = shown->last_frame();
  MMD_TRY(auto reloaded, figure_->reload(std::move(shown)));
  playback_.set_last_frame(last_frame);
  put_actors();
  changed(Dirty::model);
  return reloaded;
}

void Stage::put_actors() {
  live_.stop(scene_);
  has_warned_ = false;
  scene_.actors.clear();
  scene_.attachments.clear();
  const LoadedModel& model = document()->loaded;
  scene_.actors.push_back(std::make_unique<Actor>(model.model, model.textures));
  add_attached_actors(*document(), scene_);
}

void Stage::start_motions(const Loaded& loaded) {
  if (loaded.document.motions.empty() || loaded.new_motions) {
    const Playback before = std::exchange(playback_, {});
    playback_.set_repeats(before.repeats());
    playback_.set_speed(before.speed());
  }
  playback_.set_last_frame(loaded.document.last_frame());
  if (start_frame_) playback_.go_to(*start_frame_);
  start_frame_.reset();
  if (const auto from = std::exchange(start_bodies_from_, std::nullopt))
    bodies_from_ = std::min(*from, playback_.frame());
}

void Stage::show(Shows shows) {
  if (!figure_ || figure_->shows() == shows) return;
  figure_->show(shows);
  changed(Dirty::pose);
}

Result<void> Stage::find_named() {
  if (!choices_.highlight.empty())
    MMD_TRY(bone_called(document()->model(), choices_.highlight, "--highlight"));
  MMD_TRY(auto morphs, find_morphs(choices_.evaluation, document()->model(), "--morph"));
  figure_->set_option_morphs(std::move(morphs));
  return {};
}

void Stage::show_textures(Loaded&& loaded) {
  auto document = std::make_shared<Document>(*figure_->document());
  document->loaded = std::move(loaded.document.loaded);
  const LoadedModel& whole = document->loaded;
  for (const auto& shown : scene_.actors)  // it may be attached to itself
    if (shown->shared_model() == whole.model) shown->set_textures(whole.textures);
  for (AttachedModel& attached : document->attached)
    if (attached.loaded.model == whole.model) attached.loaded.textures = whole.textures;
  figure_->set_textures(std::move(document));
  changed(Dirty::look);
}

std::vector<MorphWeight> Stage::morphs() const {
  std::vector<MorphWeight> out = figure_->option_morphs();
  for (const MorphWeight& m : figure_->morphs_by_hand()) out.push_back(m);
  return out;
}

Dirty Stage::refresh() {
  Actor* shown = actor();
  if (shown == nullptr) return Dirty::nothing;
  const Dirty level = std::exchange(dirty_, Dirty::nothing);
  if (level >= Dirty::pose) {
    evaluate(*shown, std::exchange(pace_, Pace::stay));
    whole_ = false;
    changed_bones_.clear();
  }
  if (level >= Dirty::look) {
    scene_.light = light_for(choices_.light, sampler().state());
    scene_.settings = settings_for(choices_.look, choices_.highlight, shown->model());
  }
  return level;
}

/// Gives the actors what is shown.
void Stage::evaluate(Actor& shown, Pace pace) {
  const double frame = playback_.frame();
  last_pace_ = pace;
  was_dragged_ |= pace == Pace::by_hand || pace == Pace::swing;
  bones_placed_ = shown.model().bone_count();
  if (!simulates()) {
    live_.stop(scene_);
  } else {
    ShownState now{
        scene_, figure_->sampler(), choices_.evaluation, choices_.physics, frame, frame, playback_.playing(),
        clock_};
    now.first_frame = std::exchange(bodies_from_, std::nullopt).value_or(frame);
    if (live_.show(now, pace)) return;
  }
  pose(shown);
  update_attached_actors(choices_.evaluation, scene_);
}

/// Without bodies: all of it, or what depends on the bones that are posed otherwise.
void Stage::pose(Actor& shown) {
  set_state(figure_->sampler().sample(playback_.frame()), choices_.evaluation, shown);
  if (whole_) {
    shown.evaluate();
  } else {
    bones_placed_ = shown.update(changed_bones_);
  }
}

/// Whether bodies may be elsewhere after the change.
bool reaches_bodies(const edit::Change& change, const Model& model) {
  return !change.bones.empty() || change.ik ||
         std::any_of(change.morphs.begin(), change.morphs.end(),
                     [&](std::int32_t morph) { return reaches_bodies(model, morph); });
}

Result<edit::Change> Stage::edit(const edit::Command& command) {
  const Shows shown = shows();
  auto change = figure_->apply(command, playback_.frame());
  if (change) take(*change, shown);
  return change;
}

void Stage::begin_gesture() {
  figure_->begin_gesture();
}

Result<void> Stage::end_gesture() {
  return figure_->end_gesture();
}

void Stage::cancel_gesture() {
  const Shows shown = shows();
  take(figure_->cancel_gesture(), shown);
}

void Stage::undo() {
  const Shows shown = shows();
  take(figure_->undo(), shown);
}

void Stage::redo() {
  const Shows shown = shows();
  take(figure_->redo(), shown);
}

Result<void> Stage::go_to_step(std::size_t position) {
  const Shows shown = shows();
  MMD_TRY(const auto change, figure_->go_to(position));
  take(change, shown);
  return {};
}

/// The figure became another. `shown`: of it, before.
void Stage::take(const edit::Change& change, Shows shown) {
  restore(figure_->look());
  if (shows() != shown) return changed(Dirty::pose);
  if (change.level < Dirty::pose) return changed(change.level);
  const bool dragged = figure_->editor().in_gesture();
  const Pace pace = !reaches_bodies(change, figure_->model()) ? Pace::stay
                    : dragged                                 ? Pace::swing
                                                              : Pace::by_hand;
  const bool whole = whole_ || !change.is_partial();
  changed(Dirty::pose, pace);
  whole_ = whole;
  changed_bones_.insert(changed_bones_.end(), change.bones.begin(), change.bones.end());
}

StageLook Stage::look() const {
  return {choices_.look, choices_.light, choices_.evaluation, choices_.controls, shows()};
}

void Stage::restore(const StageLook& look) {
  choices_.look = look.look;
  choices_.light = look.light;
  if (!(choices_.controls == look.controls)) set_physics(look.controls);
  if (choices_.evaluation == look.evaluation) return;
  choices_.evaluation = look.evaluation;
  changed(Dirty::pose);
}

Result<void> Stage::note_look(const std::string& subject) {
  if (!figure_ || look() == figure_->look()) return {};
  auto done = figure_->apply(edit::SetLook{edit::look_of(look()), subject}, playback_.frame());
  if (!done) return tl::unexpected(done.error());
  return {};
}

ShownState Stage::shown_state(Scene& scene, PoseSampler& sampler, const EvaluationChoice& evaluation,
                              const PhysicsChoice& physics) const {
  const double frame = playback_.frame();
  return {scene, sampler, evaluation, physics, frame, played_from().value_or(frame), playback_.playing(),
          clock_};
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
  if (choices_.physics.on.value_or(true) && !said_engine_)
    if (auto missing = missing_engine_warning(scene_)) {
      said_engine_ = true;
      return {std::move(*missing)};
    }
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
  scene_.camera = camera_for(choices_.camera, sampler().state(), scene_, aspect);
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
