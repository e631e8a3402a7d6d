// How motions play and where they stand.
#include <cmath>

#include <fmt/format.h>

#include "app/perform.h"
#include "app/said.h"
#include "app/shown_names.h"

namespace mmd::perform {
namespace {

void show_chosen_frame(const Parts& parts, Pace pace = Pace::step) {
  parts.stage.show(Shows::motion);
  show_frame(parts, pace);
  const Playback& playback = parts.stage.playback();
  parts.board.say(said::frame,
                  {fmt::format("{:.0f}", playback.frame()), fmt::format("{}", playback.last_frame())});
}

std::uint32_t frame_here(const Playback& playback) {
  return static_cast<std::uint32_t>(playback.frame());
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
  parts.board.say(playback.playing() ? said::playing : said::paused);
}

void toggle_repeat(const Parts& parts) {
  Playback& playback = parts.stage.playback();
  playback.set_repeats(!playback.repeats());
  parts.board.say(playback.repeats() ? said::repeats : said::ends);
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

void step_key(const Parts& parts, int step) {
  Playback& playback = parts.stage.playback();
  Timeline& timeline = parts.panels.timeline();
  timeline.follow(parts.stage.document());
  auto keys = timeline.keys_of_bone(parts.stage.scene().settings.highlight);
  if (keys.empty()) keys = timeline.all_keys();
  const auto key = step > 0 ? key_after(keys, playback.frame()) : key_before(keys, playback.frame());
  if (!key) return parts.board.say(step > 0 ? said::no_key_after : said::no_key_before);
  playback.pause();
  playback.go_to(*key);
  show_chosen_frame(parts, step < 0 ? Pace::by_hand : Pace::step);
}

void step_speed(const Parts& parts, int step) {
  set_speed(parts, speed_beside(parts.stage.playback().speed(), step > 0));
}

void set_speed(const Parts& parts, double speed) {
  Playback& playback = parts.stage.playback();
  playback.set_speed(speed);
  parts.board.say(said::speed, {fmt::format("{:.3g}", playback.speed())});
}

void range_from_here(const Parts& parts) {
  const Playback& playback = parts.stage.playback();
  const std::uint32_t here = frame_here(playback), last = playback.range().last;
  set_range(parts, {here, last > here ? last : UINT32_MAX});
}

void range_to_here(const Parts& parts) {
  const Playback& playback = parts.stage.playback();
  const std::uint32_t here = frame_here(playback), first = playback.range().first;
  set_range(parts, {first < here ? first : 0, here});
}

void whole_range(const Parts& parts) {
  set_range(parts, {});
}

void set_range(const Parts& parts, const FrameRange& range) {
  Playback& playback = parts.stage.playback();
  playback.set_range(range);
  parts.board.say(said::range,
                  {fmt::format("{}", playback.first_played()), fmt::format("{}", playback.last_played())});
}

void take_frame(const Parts& parts) {
  Stage& stage = parts.stage;
  const Playback& playback = stage.playback();
  if (stage.shows() != Shows::motion) show_chosen_frame(parts);
  const std::string source = fmt::format("{} {:.0f}", file_name(stage.document()->motions.front().file),
                                         std::floor(playback.frame()));
  edit_pose(parts, edit::TakeParts{stage.actor()->pose, edit::whole_pose(), source});
  parts.board.say(said::taken, {source});
}

void toggle_onion_skins(const Parts& parts) {
  OnionChoice choice = parts.onion_skins.choice();
  choice.on = !choice.on;
  set_onion_skins(parts, choice);
  say_on_or_off(parts, said::onion_skins, choice.on);
}

void set_onion_skins(const Parts& parts, const OnionChoice& choice) {
  parts.onion_skins.choose(choice);
  chosen_by_hand(parts, Dirty::look);
}

void go_to_played_frame(const Parts& parts, const PlayedFrames& frames) {
  Playback& playback = parts.stage.playback();
  playback.pause();
  playback.go_to(frames.last);
  parts.stage.play_bodies_from(frames.first);
  show_chosen_frame(parts);
}

}  // namespace mmd::perform
