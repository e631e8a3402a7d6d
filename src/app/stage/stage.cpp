#include "app/stage/stage.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/stage/edited_figure.h"
#include "base/errors.h"
#include "document/framing.h"

namespace mmd {
namespace {

Arrangement arrangement_at_start(const Options& start) {
  Arrangement out;
  out.evaluation = start.evaluation;
  out.physics = start.physics;
  out.look = start.look;
  out.highlight = start.highlight;
  out.light = start.light;
  out.camera = start.camera;
  return out;
}

/// The camera is looked at by KeptLook.
std::optional<LookAt> looked_at_from_start(const Options& start) {
  std::optional<LookAt> out = start.look_at;
  if (!out || out->at == LookAt::At::camera) return std::nullopt;
  if (start.look_share) out->head = (*start.look_share)[0], out->neck = (*start.look_share)[1];
  return out;
}

std::optional<StageCamera> work_camera_at_start(const Options& start) {
  if (!start.window.work_camera) return std::nullopt;
  return StageCamera{*start.window.work_camera, start.window.work_camera->view.value_or(View::fit), {}};
}

}  // namespace

void copy_overlays(const RenderSettings& from, RenderSettings& to) {
  to.skeleton = from.skeleton;
  to.operable_bones = from.operable_bones;
  to.bodies = from.bodies;
  to.grid = from.grid;
  to.axes = from.axes;
}

Stage::Stage(const Options& start)
    : start_places_(start.places),
      start_hidden_(start.hidden),
      start_morphs_(start.morphs),
      start_look_at_(looked_at_from_start(start)),
      start_camera_(start.camera),
      start_frame_(start.frame),
      start_bodies_from_(start.physics.first_frame),
      arrangement_(arrangement_at_start(start)),
      controls_(mmd::physics_controls(start.physics)),
      chosen_view_(start.camera.view.value_or(View::fit)),
      other_camera_(work_camera_at_start(start)),
      session_(shown()) {}

void Stage::changed(Dirty level, Pace pace) {
  dirty_ = std::max(dirty_, level);
  if (level >= Dirty::pose) pace_ = std::max(pace_, pace);
}

/// `anew`: the motions changed.
void Stage::start_motions(bool anew) {
  if (anew && figures().size() == 1) {
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
  if (figure() == nullptr || figure()->shows == shows) return;
  if (shows == Shows::rest) before_rest_[figure()->number] = *figure()->shows;
  active().shows = shows;
  if (gesture_) gesture_->before.find(arrangement_.active)->shows = shows;
  changed(Dirty::pose);
}

Shows Stage::before_rest() const {
  const auto before = before_rest_.find(arrangement_.active);
  return before == before_rest_.end() ? Shows::motion : before->second;
}

void Stage::hide_materials(std::vector<std::int32_t> materials) {
  active().hidden_materials = std::move(materials);
}

std::vector<MorphWeight> Stage::morphs() const {
  std::vector<MorphWeight> out = figure()->morphs;
  for (const MorphWeight& m : morphs_by_hand(*figure())) out.push_back(m);
  return out;
}

Dirty Stage::refresh() {
  if (figure() == nullptr) return Dirty::nothing;
  const Dirty level = std::exchange(dirty_, Dirty::nothing);
  if (level >= Dirty::look) arrange();
  if (level >= Dirty::pose) show_moment(std::exchange(pace_, Pace::stay));
  if (level >= Dirty::look) session_.set_camera(scene().camera);  // the light
  return level;
}

/// Poses all figures, also those without bodies.
void Stage::show_moment(Pace pace) {
  last_pace_ = pace;
  was_dragged_ |= pace == Pace::by_hand || pace == Pace::swing || pace == Pace::jump;
  Moment now{playback_.frame(), playback_.frame(), playback_.playing(), clock_};
  if (simulates()) now.first_frame = std::exchange(bodies_from_, std::nullopt).value_or(now.frame);
  session_.show_live(now, pace);
}

Moment Stage::moment() const {
  const double frame = playback_.frame();
  return {frame, played_from().value_or(frame), playback_.playing(), clock_};
}

/// What the session shows.
Arrangement Stage::shown() const {
  Arrangement out = arrangement_;
  for (Figure& figure : out.figures) figure = as_shown(figure);
  out.physics.on = simulates();
  return out;
}

void Stage::set_physics(const PhysicsControls& controls) {
  const bool worlds_stay = controls_.on == controls.on && controls_.ground == controls.ground;
  controls_ = controls;
  apply(controls_, arrangement_.physics);
  changed(Dirty::pose, worlds_stay ? Pace::by_hand : Pace::anew);
}

const ScenePhysics* Stage::physics() const {
  const Simulation* simulation = session_.bodies().simulation();
  return simulation != nullptr && !simulation->is_empty() ? &simulation->physics() : nullptr;
}

std::optional<double> Stage::played_from() const {
  return physics() != nullptr ? session_.bodies().played_from() : playback_.frame();
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
  arrangement_.camera.eye_and_target.reset();
  arrangement_.camera.view.reset();
  arrangement_.camera.fov_degrees = start_camera_.fov_degrees;
}

void Stage::leave_motion_camera() {
  arrangement_.camera.view = chosen_view_;
}

void Stage::choose_view(View view) {
  arrangement_.camera.view = chosen_view_ = view;
  arrangement_.camera.eye_and_target.reset();
}

void Stage::choose_start_view() {
  arrangement_.camera.view = start_camera_.view;
  arrangement_.camera.eye_and_target = start_camera_.eye_and_target;
  chosen_view_ = start_camera_.view.value_or(View::fit);
}

void Stage::frame_camera(float aspect, Session* other) {
  arrange();
  session_.aim(aspect, Framing::still, other);
  camera_is_fitted_ = true;
  fitted_aspect_ = aspect;
}

void Stage::fit_camera(float aspect, Session* other) {
  constexpr float same = 0.01f;  // sides are whole pixels
  const bool was_fitted = std::abs(fitted_aspect_ / aspect - 1.0f) < same && !follows_motion_camera();
  if (figure() != nullptr && camera_is_fitted_ && !was_fitted) frame_camera(aspect, other);
}

void Stage::move_camera(const Camera& camera) {
  scene().camera = camera;
  if (follows_motion_camera()) {
    leave_motion_camera();
    scene().camera.up.reset();  // turning by the mouse knows no roll
  }
  camera_is_fitted_ = false;
}

void Stage::set_camera(const MmdCamera& camera) {
  if (follows_motion_camera()) leave_motion_camera();
  arrangement_.camera.fov_degrees = camera.fov_degrees;
  arrangement_.camera.orthographic = !camera.perspective;
  scene().camera = camera_from(camera);
  camera_is_fitted_ = false;
}

StageCamera Stage::current_camera() const {
  return {arrangement_.camera, chosen_view_, scene().camera, camera_is_fitted_, fitted_aspect_};
}

std::optional<StageCamera> Stage::work_camera() const {
  return uses_work_camera_ ? current_camera() : other_camera_;
}

void Stage::switch_camera() {
  StageCamera next = other_camera_.value_or(current_camera());
  if (!other_camera_ && follows_motion_camera()) {
    next.choice.view = chosen_view_;
    next.is_fitted = false;
  }
  other_camera_ = current_camera();
  uses_work_camera_ = !uses_work_camera_;
  set_camera(next);
}

void Stage::set_camera(const StageCamera& camera) {
  arrangement_.camera = camera.choice;
  chosen_view_ = camera.view_without_motion;
  camera_is_fitted_ = camera.is_fitted;
  fitted_aspect_ = camera.aspect;
  scene().camera = camera.camera;
  if (figure() != nullptr) session_.set_camera(camera.camera);  // the light
}

}  // namespace mmd
