#include "app/stage/stage.h"

#include <algorithm>
#include <utility>

#include "base/errors.h"
#include "base/handedness.h"
#include "document/framing.h"
#include "document/loaded_figure.h"
#include "document/named_parts.h"

namespace mmd {

Stage::Stage(const Options& start)
    : start_places_(start.places),
      start_hidden_(start.hidden),
      start_camera_(start.camera),
      start_frame_(start.frame),
      start_bodies_from_(start.physics.first_frame),
      choices_{start.evaluation,
               start.morphs,
               {},
               start.camera,
               start.light,
               start.physics,
               physics_controls(start.physics),
               start.look,
               start.highlight},
      chosen_view_(start.camera.view.value_or(View::fit)) {
  scene_.settings.background = choices_.look.background;
}

void Stage::changed(Dirty level, PhysicsUpdate pace) {
  dirty_ = std::max(dirty_, level);
  if (level < Dirty::pose) return;
  pace_ = std::max(pace_, pace);
  whole_ = true;
}

bool Stage::show(Loaded&& loaded) {
  if (loaded.figure != 0 && figures_.numbered(loaded.figure) == nullptr) return false;
  if (loaded.figure != 0) activate(loaded.figure);
  leave_gesture();
  if (loaded.adds) {
    add(std::move(loaded.document), true);
  } else {
    open(std::move(loaded));
  }
  return true;
}

/// Shows files on the active figure, or replaces it.
void Stage::open(Loaded&& loaded) {
  if (loaded.new_model && figure() != nullptr) {  // they were meant for the first model
    choices_.morphs.clear();
    choices_.hidden_materials.clear();
    choices_.highlight.clear();
  }
  if (!loaded.new_model) {  // its textures may have come while this was loaded
    loaded.document.loaded = document()->loaded;
    loaded.document.attached = document()->attached;
  }
  const bool first_model = figure() == nullptr;
  if (first_model)
    choices_.hidden_materials = materials_named_singly(start_hidden_, loaded.document.model(), 1);
  const bool new_motions = loaded.document.motions.empty() || loaded.new_motions;
  auto shown = std::make_shared<const LoadedFigure>(std::move(loaded.document));
  if (loaded.new_model) {
    auto next = std::make_shared<FigureEditor>(std::move(shown), look());
    if (first_model && !start_places_.empty()) {
      next->put(start_places_.front());
    } else if (first_model) {
      next->put(place_of_file(next->document()->loaded).value_or(ScenePlace()));
    }
    if (first_model) next->set_shown(!names_whole_model(start_hidden_, 1));
    figures_.put(std::move(next), figure() != nullptr ? figure()->number() : 0);
    put_actors();
  } else {
    active().open(std::move(shown));
    figures_.note(active());
  }
  start_motions(new_motions);
  changed(loaded.new_model ? Dirty::model : Dirty::pose);
}

Result<FigureEditor::Reloaded> Stage::show_again(Loaded&& loaded) {
  FigureEditor* again = loaded.figure != 0 ? figures_.numbered(loaded.figure) : figures_.active().get();
  if (again == nullptr) return fail("the model is no longer open");
  const bool dragged = again->editor().in_gesture();
  MMD_TRY(auto reloaded, again->reload(std::make_shared<const LoadedFigure>(std::move(loaded.document))));
  if (dragged) figures_.end_gesture();  // the editor has taken its own back
  if (again == figure()) {
    choices_.hidden_materials = again->look().hidden_materials;
  } else if (auto morphs = find_morphs(again->look().morphs, again->model(), "--morph")) {
    again->set_option_morphs(std::move(*morphs));  // the active one's are found with what else is named
  }
  figures_.forget_lost(*again);
  figures_.note(*again);
  playback_.set_last_frame(last_frame());
  put_actors();
  changed(Dirty::model);
  return reloaded;
}

/// `anew`: the motions changed.
void Stage::start_motions(bool anew) {
  if (anew && figures_.list().size() == 1) {
    const Playback before = std::exchange(playback_, {});
    playback_.set_repeats(before.repeats());
    playback_.set_speed(before.speed());
  }
  playback_.set_last_frame(last_frame());
  if (start_frame_) playback_.go_to(*start_frame_);
  start_frame_.reset();
  if (const auto from = std::exchange(start_bodies_from_, std::nullopt))
    bodies_from_ = std::min(*from, playback_.frame());
}

void Stage::show(Shows shows) {
  if (figure() == nullptr || figure()->shows() == shows) return;
  active().show(shows);
  changed(Dirty::pose);
}

Result<void> Stage::find_named() {
  if (!choices_.highlight.empty())
    MMD_TRY(bone_called(document()->model(), choices_.highlight, "--highlight"));
  MMD_TRY(auto morphs, find_morphs(choices_.morphs, document()->model(), "--morph"));
  active().set_option_morphs(std::move(morphs));
  return {};
}

void Stage::show_textures(Loaded&& loaded) {
  const LoadedModel whole = std::move(loaded.document.loaded);
  for (const auto& shown : scene_.actors)  // it may be attached, to itself even
    if (shown->shared_model() == whole.model) shown->set_textures(whole.textures);
  for (const auto& figure : figures_.list()) {
    if (figure->document()->loaded.model != whole.model) continue;
    auto document = std::make_shared<LoadedFigure>(*figure->document());
    document->loaded = whole;
    for (AttachedModel& attached : document->attached)
      if (attached.loaded.model == whole.model) attached.loaded = whole;
    figure->set_textures(std::move(document));
  }
  changed(Dirty::look);
}

std::vector<MorphWeight> Stage::morphs() const {
  std::vector<MorphWeight> out = active().option_morphs();
  for (const MorphWeight& m : active().morphs_by_hand()) out.push_back(m);
  return out;
}

Dirty Stage::refresh() {
  Actor* shown = actor();
  if (shown == nullptr) return Dirty::nothing;
  const Dirty level = std::exchange(dirty_, Dirty::nothing);
  if (level >= Dirty::pose) {
    evaluate(std::exchange(pace_, PhysicsUpdate::stay));
    whole_ = false;
    changed_bones_.clear();
  }
  if (level >= Dirty::look) {
    scene_.light = light_for(choices_.light, light_state());
    scene_.settings = settings_for(choices_.look, choices_.highlight, shown->model());
  }
  return level;
}

/// Applies the shown poses to the actors.
void Stage::evaluate(PhysicsUpdate pace) {
  const double frame = playback_.frame();
  last_pace_ = pace;
  was_dragged_ |=
      pace == PhysicsUpdate::by_hand || pace == PhysicsUpdate::swing || pace == PhysicsUpdate::jump;
  bones_placed_ = actor()->model().bone_count();
  if (!simulates()) {
    live_.stop(scene_);
  } else {
    ShownState now{scene_, played(), choices_.physics, frame, frame, playback_.playing(), clock_};
    now.first_frame = std::exchange(bodies_from_, std::nullopt).value_or(frame);
    if (live_.show(now, pace)) return;
    whole_ |= live_.waits();  // the bodies have just left all figures
  }
  pose();
  update_attached_actors(choices_.evaluation, scene_);
}

/// Evaluates without bodies: everything, or only bones of the active figure that depend on changed bones.
void Stage::pose() {
  for (const AnimatedActor& one : played()) {
    Actor& shown = *scene_.actors[one.actor];
    const bool is_active = &shown == actor();
    if (!whole_ && !is_active) continue;
    set_played_state(one, playback_.frame(), shown);
    if (whole_) {
      shown.evaluate();
    } else {
      bones_placed_ = shown.update(changed_bones_);
    }
  }
}

/// Whether a change can move bodies.
bool reaches_bodies(const edit::Change& change, const Model& model) {
  return !change.bones.empty() || change.ik ||
         std::any_of(change.morphs.begin(), change.morphs.end(),
                     [&](std::int32_t morph) { return reaches_bodies(model, morph); });
}

Result<edit::Change> Stage::edit(const edit::Command& command) {
  const Shows shown = shows();
  auto change = active().apply(command, playback_.frame());
  figures_.note(active());
  // A drag goes on from the pose before; a preview and everything else are other poses at once.
  const bool dragged =
      active().editor().in_gesture() && edit::kind_of(command) != edit::CommandKind::take_parts;
  if (change) take(*change, shown, dragged ? PhysicsUpdate::swing : PhysicsUpdate::jump);
  return change;
}

void Stage::begin_gesture() {
  active().begin_gesture();
  figures_.begin_gesture();
}

Result<void> Stage::end_gesture() {
  auto done = active().end_gesture();
  figures_.end_gesture();
  figures_.note(active());
  return done;
}

void Stage::cancel_gesture() {
  const Shows shown = shows();
  take(active().cancel_gesture(), shown, PhysicsUpdate::jump);
  if (!figures_.cancel_gesture()) return;
  place_actors();
  changed(Dirty::pose, PhysicsUpdate::jump);
}

/// Updates after an edit of the figure. `shown`: what it showed before; `pace`: of bodies that it reaches.
void Stage::take(const edit::Change& change, Shows shown, PhysicsUpdate pace) {
  restore(active().look());
  share_look();
  if (shows() != shown) return changed(Dirty::pose);
  if (change.level < Dirty::pose) return changed(change.level);
  const bool whole = whole_ || !change.is_partial();
  changed(Dirty::pose, reaches_bodies(change, active().model()) ? pace : PhysicsUpdate::stay);
  whole_ = whole;
  changed_bones_.insert(changed_bones_.end(), change.bones.begin(), change.bones.end());
}

StageLook Stage::look() const {
  StageLook out{
      choices_.look,     choices_.light, choices_.evaluation, choices_.morphs, choices_.hidden_materials,
      choices_.controls, shows()};
  copy_overlays(RenderSettings(), out.look);
  return out;
}

/// Takes what undo and redo change, and keeps the switches as they are now.
void Stage::restore(const StageLook& look) {
  choices_.light = look.light;
  choices_.look.background = look.look.background;
  choices_.look.background_picture = look.look.background_picture;
  active().keep_switches(this->look());
}

Result<void> Stage::note_look(const std::string& subject) {
  if (figure() == nullptr || look() == figure()->look()) return {};
  const StageLook now = look();
  active().keep_switches(now);
  if (!(now == figure()->look())) {
    auto done = active().apply(edit::SetLook{edit::look_of(now), subject}, playback_.frame());
    if (!done) return tl::unexpected(done.error());
    figures_.note(active());
  }
  share_look();
  return {};
}

ShownState Stage::shown_state(Scene& scene, std::vector<AnimatedActor> played,
                              const PhysicsChoice& physics) const {
  const double frame = playback_.frame();
  return {scene, std::move(played), physics, frame, played_from().value_or(frame), playback_.playing(),
          clock_};
}

void Stage::set_physics(const PhysicsControls& controls) {
  PhysicsControls& now = choices_.controls;
  const bool worlds_stay = now.on == controls.on && now.ground == controls.ground;
  now = controls;
  apply(now, choices_.physics);
  changed(Dirty::pose, worlds_stay ? PhysicsUpdate::by_hand : PhysicsUpdate::anew);
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
  changed(Dirty::pose, PhysicsUpdate::anew);
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
  scene_.camera = camera_for(choices_.camera, camera_state(), scene_, aspect);
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
