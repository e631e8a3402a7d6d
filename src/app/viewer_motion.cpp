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
  return session_ && session_->camera && !options_.camera && !options_.view_given;
}

void Viewer::leave_motion_camera() {
  if (!follows_motion_camera()) return;
  options_.view_given = true;
  scene_.camera.up.reset();  // turning by the mouse knows no roll
}

bool Viewer::has_motion_or_say() {
  if (!has_motion()) say("No motion yet: drop one (.vmd) here");
  return has_motion();
}

/// Motions that stay go on where they are.
void Viewer::start_motions(const Loaded& loaded) {
  std::uint32_t last_frame = 0;
  for (const auto& motion : loaded.session.motions) last_frame = std::max(last_frame, motion->last_frame());
  if (loaded.session.motions.empty() || loaded.new_motions) {
    const bool repeats = playback_.repeats();
    playback_ = {};
    playback_.set_repeats(repeats);
  }
  playback_.set_last_frame(last_frame);
  if (options_.frame) playback_.go_to(*options_.frame);
  options_.frame.reset();  // it was meant for the start
}

/// Gives the actor the pose at the motion's frame, or the rest pose.
void Viewer::apply_pose(Actor& shown) {
  if (!rest_pose_ && has_motion()) {
    sample_motions(*session_, playback_.frame());
    // They lie over the motion, as when it was loaded, and were found in the model then.
    static_cast<void>(apply_morph_options(options_, shown.model(), session_->pose));
  }
  shown.pose = rest_pose_ ? Pose(shown.model()) : session_->pose;
  shown.switches.ik_chains = rest_pose_ ? std::vector<std::uint8_t>() : session_->ik_chains;
  shown.visible = rest_pose_ || session_->visible;
  lay_panel_morphs(shown.pose);
  apply_evaluation_options(options_, shown);
  shown.evaluate();
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
  if (!session_->camera) return say("The motion has no camera");
  if (follows_motion_camera()) {
    options_.view_given = true;
    say("Motion's camera: off");
  } else {
    options_.camera.reset();
    options_.view_given = false;
    say("Motion's camera: on");
  }
  frame_camera();
}

}  // namespace mmd
