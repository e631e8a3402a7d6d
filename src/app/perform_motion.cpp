// How motions play and where they stand.
#include <fmt/format.h>

#include "app/perform.h"

namespace mmd::perform {
namespace {

void show_chosen_frame(const Parts& parts, Pace pace = Pace::step) {
  parts.stage.show(Shows::motion);
  show_frame(parts, pace);
  const Playback& playback = parts.stage.playback();
  parts.board.say(fmt::format("Frame {:.0f} of {}", playback.frame(), playback.last_frame()));
}

}  // namespace

void show_frame(const Parts& parts, Pace pace) {
  refresh(parts, Dirty::pose, pace);
  if (parts.stage.follows_motion_camera()) frame_camera(parts);
}

void toggle_playing(const Parts& parts) {
  Playback& playback = parts.stage.playback();
  if (playback.playing()) {
    playback.pause();
  } else {
    parts.stage.show(Shows::motion);
    playback.play(parts.setup.now());
  }
  show_frame(parts, Pace::step);
  parts.board.say(playback.playing() ? "Playing" : "Paused");
}

void toggle_repeat(const Parts& parts) {
  Playback& playback = parts.stage.playback();
  playback.set_repeats(!playback.repeats());
  parts.board.say(playback.repeats() ? "The motion repeats" : "The motion stops at its end");
}

void step_frame(const Parts& parts, int step) {
  parts.stage.playback().step(step);
  // Back is begun anew, and the key may be held.
  show_chosen_frame(parts, step < 0 ? Pace::by_hand : Pace::step);
}

void go_to_start(const Parts& parts) {
  parts.stage.playback().go_to(0.0);
  show_chosen_frame(parts);
}

void go_to_end(const Parts& parts) {
  parts.stage.playback().go_to_end();
  show_chosen_frame(parts);
}

void go_to_frame(const Parts& parts, double frame) {
  parts.stage.playback().go_to(frame);
  parts.screen.note_movement();
  show_chosen_frame(parts, Pace::by_hand);
}

void go_to_played_frame(const Parts& parts, const PlayedFrames& frames) {
  Playback& playback = parts.stage.playback();
  playback.pause();
  playback.go_to(frames.last);
  parts.stage.play_bodies_from(frames.first);
  show_chosen_frame(parts);
}

}  // namespace mmd::perform
