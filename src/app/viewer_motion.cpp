// How motions play, and what their keys do.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/viewer.h"

namespace mmd {
namespace {

/// Seconds between two pictures while a motion plays, where the screen does not ask for longer.
constexpr double shortest_picture = 0.007;

}  // namespace

void Viewer::show_frame() {
  changed(Dirty::pose);
  if (stage_.follows_motion_camera()) frame_camera();
}

void Viewer::play_on() {
  stage_.playback().advance(setup_.now());
  show_frame();
  if (playback().playing()) return;
  record_pause();
  update_title();
  panels_changed();
}

/// Where it stands depends on the clock.
void Viewer::record_pause() {
  setup_.record({ActionId::go_to_frame, playback().frame()});
}

int Viewer::wait_while_playing() const {
  const double left = shortest_picture - (setup_.now() - drawn_at_);
  return static_cast<int>(std::ceil(1000.0 * std::clamp(left, 0.0, shortest_picture)));
}

void Viewer::toggle_playing() {
  if (stage_.playback().playing()) {
    stage_.playback().pause();
  } else {
    stage_.set_rest_pose(false);
    stage_.playback().play(setup_.now());
  }
  show_frame();
  update_title();
  say(stage_.playback().playing() ? "Playing" : "Paused");
}

void Viewer::toggle_repeat() {
  stage_.playback().set_repeats(!stage_.playback().repeats());
  say(stage_.playback().repeats() ? "The motion repeats" : "The motion stops at its end");
}

void Viewer::step_frame(int step) {
  stage_.playback().step(step);
  show_chosen_frame();
}

void Viewer::go_to_start() {
  stage_.playback().go_to(0.0);
  show_chosen_frame();
}

void Viewer::go_to_end() {
  stage_.playback().go_to_end();
  show_chosen_frame();
}

void Viewer::go_to_frame(double frame) {
  stage_.playback().go_to(frame);
  note_movement();
  show_chosen_frame();
}

void Viewer::show_chosen_frame() {
  stage_.set_rest_pose(false);
  show_frame();
  update_title();
  say(fmt::format("Frame {:.0f} of {}", stage_.playback().frame(), stage_.playback().last_frame()));
}

void Viewer::toggle_motion_camera() {
  if (!stage_.has_motion_camera()) return say("The motion has no camera");
  const bool follow = !stage_.follows_motion_camera();
  if (follow) {
    stage_.follow_motion_camera();
  } else {
    stage_.leave_motion_camera();
  }
  say(follow ? "Motion's camera: on" : "Motion's camera: off");
  frame_camera();
}

}  // namespace mmd
