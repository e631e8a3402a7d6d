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

bool Viewer::follows_motion_camera() const {
  return document_ && sampler_.state().camera && options_.camera.follows_motion();
}

void Viewer::leave_motion_camera() {
  if (!follows_motion_camera()) return;
  options_.camera.view = chosen_view_;
  scene_.camera.up.reset();  // turning by the mouse knows no roll
}

bool Viewer::has_motion_or_say() {
  if (!has_motion()) say("No motion yet: drop one (.vmd) here");
  return has_motion();
}

/// Motions that stay go on where they are.
void Viewer::start_motions(const Loaded& loaded) {
  if (loaded.document.motions.empty() || loaded.new_motions) {
    const bool repeats = playback_.repeats();
    playback_ = {};
    playback_.set_repeats(repeats);
  }
  playback_.set_last_frame(loaded.document.last_frame());
  if (options_.frame) playback_.go_to(*options_.frame);
  options_.frame.reset();  // it was meant for the start
}

/// Gives the actor the pose at the motion's frame, or the rest pose.
void Viewer::apply_pose(Actor& shown) {
  if (!rest_pose_) return apply_state(sampler_.sample(playback_.frame()), options_.evaluation, shown);
  PosedState rest;
  rest.pose = Pose(shown.model());
  for (const auto& [morph, weight] : panel_morphs_)
    rest.pose.morph_weights[static_cast<std::size_t>(morph)] = weight;
  apply_state(rest, options_.evaluation, shown);
}

void Viewer::show_frame() {
  apply_options();
  if (follows_motion_camera()) frame_camera();
}

void Viewer::play_on() {
  playback_.advance(setup_.now());
  show_frame();
  if (playback_.playing()) return;
  update_title();
  panels_changed();
}

int Viewer::wait_while_playing() const {
  const double left = shortest_picture - (setup_.now() - drawn_at_);
  return static_cast<int>(std::ceil(1000.0 * std::clamp(left, 0.0, shortest_picture)));
}

void Viewer::toggle_playing() {
  if (!has_motion_or_say()) return;
  if (playback_.playing()) {
    playback_.pause();
  } else {
    rest_pose_ = false;
    playback_.play(setup_.now());
  }
  show_frame();
  update_title();
  say(playback_.playing() ? "Playing" : "Paused");
}

void Viewer::toggle_repeat() {
  if (!has_motion_or_say()) return;
  playback_.set_repeats(!playback_.repeats());
  say(playback_.repeats() ? "The motion repeats" : "The motion stops at its end");
}

void Viewer::step_frame(int step) {
  if (!has_motion_or_say()) return;
  playback_.step(step);
  show_chosen_frame();
}

void Viewer::go_to_start() {
  if (!has_motion_or_say()) return;
  playback_.go_to(0.0);
  show_chosen_frame();
}

void Viewer::go_to_end() {
  if (!has_motion_or_say()) return;
  playback_.go_to_end();
  show_chosen_frame();
}

void Viewer::apply(const PlaybackChange& change) {
  if (!change.frame) return;
  playback_.go_to(*change.frame);
  note_movement();
  show_chosen_frame();
}

void Viewer::show_chosen_frame() {
  rest_pose_ = false;
  show_frame();
  update_title();
  say(fmt::format("Frame {:.0f} of {}", playback_.frame(), playback_.last_frame()));
}

void Viewer::toggle_motion_camera() {
  if (!has_motion_or_say()) return;
  if (!sampler_.state().camera) return say("The motion has no camera");
  if (follows_motion_camera()) {
    options_.camera.view = chosen_view_;
    say("Motion's camera: off");
  } else {
    options_.camera.eye_and_target.reset();
    options_.camera.view.reset();
    options_.camera.fov_degrees = start_.camera.fov_degrees;
    say("Motion's camera: on");
  }
  frame_camera();
}

}  // namespace mmd
