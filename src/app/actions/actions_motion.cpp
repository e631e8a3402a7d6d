// Motions and their sound.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/actions/scene_state.h"
#include "app/text/messages.h"
#include "app/text/ui_messages.h"
#include "assets/file_set.h"
#include "base/errors.h"

namespace mmd::handlers {
namespace {

void show_chosen_frame(const Parts& parts, Pace pace = Pace::step) {
  parts.stage.show(Shows::motion);
  show_frame(parts, pace);
  const Playback& playback = parts.stage.playback();
  parts.board.say(ui_messages::frame,
                  {fmt::format("{:.0f}", playback.frame()), fmt::format("{}", playback.last_frame())});
}

std::uint32_t frame_here(const Playback& playback) {
  return static_cast<std::uint32_t>(playback.frame());
}

void toggle_playing(const Parts& parts) {
  Playback& playback = parts.stage.playback();
  if (playback.playing()) {
    playback.pause();
  } else {
    parts.stage.show(Shows::motion);
    playback.play(parts.opened.sound.now(parts.setup.now()));
  }
  show_frame(parts, Pace::step);
  parts.board.say(playback.playing() ? ui_messages::playing : ui_messages::paused);
}

void toggle_repeat(const Parts& parts) {
  Playback& playback = parts.stage.playback();
  playback.set_repeats(!playback.repeats());
  say_on_or_off(parts.board, ui_messages::repeat, playback.repeats());
}

void step_frame(const Parts& parts, int step) {
  parts.stage.playback().step(step);
  // Going back restarts the physics; the user may hold the key.
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
  Timeline& timeline = parts.panels.timeline;
  timeline.follow(parts.stage.document());
  auto keys = timeline.keys_of_bone(parts.stage.scene().settings.highlight);
  if (keys.empty()) keys = timeline.all_keys();
  const auto key = step > 0 ? key_after(keys, playback.frame()) : key_before(keys, playback.frame());
  if (!key) return parts.board.say(step > 0 ? ui_messages::no_key_after : ui_messages::no_key_before);
  playback.pause();
  playback.go_to(*key);
  show_chosen_frame(parts, step < 0 ? Pace::by_hand : Pace::step);
}

void set_speed(const Parts& parts, double speed) {
  Playback& playback = parts.stage.playback();
  playback.set_speed(speed);
  parts.board.say(ui_messages::speed, {fmt::format("{:.3g}", playback.speed())});
}

void step_speed(const Parts& parts, int step) {
  set_speed(parts, speed_beside(parts.stage.playback().speed(), step > 0));
}

void set_range(const Parts& parts, const FrameRange& range) {
  Playback& playback = parts.stage.playback();
  playback.set_range(range);
  parts.board.say(ui_messages::range,
                  {fmt::format("{}", playback.first_played()), fmt::format("{}", playback.last_played())});
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

void take_frame(const Parts& parts) {
  Stage& stage = parts.stage;
  const Playback& playback = stage.playback();
  if (stage.shows() != Shows::motion) show_chosen_frame(parts);
  const std::string source = fmt::format("{} {:.0f}", file_name(stage.document()->motions.front().file),
                                         std::floor(playback.frame()));
  edit_pose(parts, edit::TakeParts{stage.actor()->pose, edit::whole_pose(), source});
  parts.board.say(ui_messages::taken, {source});
}

void set_onion_skins(const Parts& parts, const OnionChoice& choice) {
  parts.opened.onion_skins.choose(choice);
  chosen_by_hand(parts, Dirty::look);
}

void toggle_onion_skins(const Parts& parts) {
  OnionChoice choice = parts.opened.onion_skins.choice();
  choice.on = !choice.on;
  set_onion_skins(parts, choice);
  say_on_or_off(parts.board, ui_messages::onion_skins, choice.on);
}

void go_to_played_frame(const Parts& parts, const PlayedFrames& frames) {
  Playback& playback = parts.stage.playback();
  playback.pause();
  playback.go_to(frames.last);
  parts.stage.play_bodies_from(frames.first);
  show_chosen_frame(parts);
}

/// Leaves out what saved pictures leave out.
void drop_overlays(SceneFile& scene) {
  constexpr std::string_view overlays[] = {"skeleton", "operable-bones", "grid",
                                           "axes",     "bodies",         "highlight"};
  std::erase_if(scene.options, [&](const SceneOption& option) {
    return std::find(std::begin(overlays), std::end(overlays), option.first) != std::end(overlays);
  });
}

/// Records the playback range of the scene as it is.
void record_motion(const Parts& parts, const std::string& name) {
  if (parts.run.recording) return parts.board.say(ui_messages::is_recording);
  const auto folder = folder_to_save_in(parts.setup, parts.stage);
  if (!folder) return parts.board.refuse(folder.error());
  const std::filesystem::path file = typed_recording(name, *folder);
  if (!may_replace(parts.run, file))
    return parts.board.refuse(
        make_error(to_utf8(file.filename()) + " already exists", "choose it again to overwrite it"));
  if (offer_folder_if_needed(parts.board, parts.run, file.parent_path(), {ActionId::record_motion, name}))
    return;
  auto scene = scene_of(parts);
  if (!scene) return parts.board.refuse(scene.error());
  if (!parts.panels.picture_file.overlays) drop_overlays(*scene);
  const PictureFile& picture = parts.panels.picture_file;
  const Extent window = parts.screen.size();
  const PictureSize size = picture.has_size() ? PictureSize{picture.width, picture.height}
                                              : PictureSize{window.width, window.height};
  const Playback& playback = parts.stage.playback();
  auto recording = Recording::start(parts.setup.program, *scene,
                                    {playback.first_played(), playback.last_played()}, size, file);
  if (!recording) return parts.board.refuse(in_file(recording.error(), to_utf8(file)));
  parts.run.recording = std::move(*recording);
}

void cancel_recording(const Parts& parts) {
  if (!parts.run.recording) return;
  parts.run.recording->cancel();
}

void open_sound(const Parts& parts, const std::string& file) {
  parts.opened.sound.choose(file);
  if (!file.empty()) parts.board.say(ui_messages::sound_opened, {to_utf8(path_from_utf8(file).filename())});
}

void toggle_mute(const Parts& parts) {
  parts.opened.sound.set_muted(!parts.opened.sound.is_muted());
  say_on_or_off(parts.board, ui_messages::sound, !parts.opened.sound.is_muted());
}

void set_volume(const Parts& parts, double volume) {
  parts.opened.sound.set_volume(static_cast<float>(volume));
  parts.panels.sound_volume = parts.opened.sound.volume();
}

void set_sound_offset(const Parts& parts, double frames) {
  parts.opened.sound.set_offset(frames);
}

}  // namespace

void show_frame(const Parts& parts, Pace pace) {
  refresh(parts, Dirty::pose, pace);
  if (parts.stage.follows_motion_camera()) frame_camera(parts);
}

void follow_sound(const Parts& parts) {
  parts.opened.sound.follow(parts.stage, parts.setup.now());
  if (const auto problem = parts.opened.sound.take_problem()) parts.board.add(*problem);
}

std::span<const ActionRow> motion_actions() {
  static constexpr ActionRow rows[] = {
      action_row(Id::toggle_playing, {SDLK_SPACE, "Space"}, Needs::motion, {"Play", "再生"},
                 {"Play or pause the motion", "モーションの再生、一時停止"}, call<toggle_playing>,
                 [](const Parts& parts) { return parts.stage.playback().playing(); }),
      action_row(Id::next_frame, {SDLK_PAGEDOWN, "Page Down", true}, Needs::motion,
                 {"Next frame", "次のフレーム"}, call_with<step_frame, 1>),
      action_row(Id::previous_frame, {SDLK_PAGEUP, "Page Up", true}, Needs::motion,
                 {"Previous frame", "前のフレーム"}, call_with<step_frame, -1>),
      action_row(Id::first_frame, {SDLK_HOME, "Home"}, Needs::motion, {"First frame", "最初のフレーム"},
                 call<go_to_start>),
      action_row(Id::last_frame, {SDLK_END, "End"}, Needs::motion, {"Last frame", "最後のフレーム"},
                 call<go_to_end>),
      action_row(Id::toggle_repeat, {SDLK_l, "L"}, Needs::motion, {"Repeat", "繰り返し"},
                 {"Repeat the motion", "モーションの繰り返し"}, call<toggle_repeat>,
                 [](const Parts& parts) { return parts.stage.playback().repeats(); }),
      action_row(Id::next_key, ctrl(SDLK_PAGEDOWN, "Ctrl+Page Down", true), Needs::motion,
                 {"Next keyframe", "次のキー"},
                 {"Next keyframe of the selected bone, or of the motion",
                  "選択したボーン（なければ全て）の次のキー"},
                 call_with<step_key, 1>),
      action_row(Id::previous_key, ctrl(SDLK_PAGEUP, "Ctrl+Page Up", true), Needs::motion,
                 {"Previous keyframe", "前のキー"}, call_with<step_key, -1>),
      action_row(Id::play_faster, {SDLK_PLUS, "+", true}, Needs::motion, {"Faster", "速く"},
                 {"Play faster, up to 4×", "再生を速く（4倍まで）"}, call_with<step_speed, 1>),
      action_row(Id::play_slower, {SDLK_MINUS, "-", true}, Needs::motion, {"Slower", "遅く"},
                 {"Play slower, down to 0.1×", "再生を遅く（0.1倍まで）"}, call_with<step_speed, -1>),
      action_row(Id::play_usual_speed, {}, Needs::motion, {"Normal speed", "標準の速度"},
                 call_with<set_speed, 1>),
      action_row(Id::range_from_here, {SDLK_LEFTBRACKET, "["}, Needs::motion,
                 {"Set range start", "再生範囲の始めを設定"},
                 {"Start the playback range at this frame", "再生範囲の始めをこのフレームに"},
                 call<range_from_here>),
      action_row(Id::range_to_here, {SDLK_RIGHTBRACKET, "]"}, Needs::motion,
                 {"Set range end", "再生範囲の終わりを設定"},
                 {"End the playback range at this frame", "再生範囲の終わりをこのフレームに"},
                 call<range_to_here>),
      action_row(Id::whole_range, {}, Needs::motion, {"Clear range", "再生範囲を解除"}, call<whole_range>),
      action_row(
          Id::toggle_onion_skins, ctrl(SDLK_g, "Ctrl+G"), Needs::motion, {"Onion skins", "オニオンスキン"},
          {"Onion skins: previous and next frames, while paused", "前後のフレームの残像（停止中）"},
          call<toggle_onion_skins>, [](const Parts& parts) { return parts.opened.onion_skins.choice().on; }),
      action_row(Id::take_frame, ctrl(SDLK_t, "Ctrl+T"), Needs::own_motion,
                 {"Copy frame to pose", "フレームのポーズを取り込む"},
                 {"Copy the motion's pose at this frame for editing", "このフレームのポーズを取り込んで編集"},
                 call<take_frame>),
      with_value(Id::record_motion, Needs::motion, {"Record motion", "モーションを録画"}, call<record_motion>,
                 "the file dialog chooses the name"),
      with_value(Id::cancel_recording, Needs::nothing, {"Cancel recording", "録画を中止"},
                 call<cancel_recording>, "a button above the picture"),
      with_value(Id::save_frame_as, Needs::model, {"Save frame as", "フレームの保存"}, call<save_frame_as>),
      with_value(Id::set_onion_skins, Needs::motion, {"Onion skins", "オニオンスキン"},
                 call<set_onion_skins>),
      with_value(Id::set_speed, Needs::motion, {"Speed", "速度"}, call<set_speed>),
      with_value(Id::set_range, Needs::motion, {"Playback range", "再生範囲"}, call<set_range>),
      with_value(Id::go_to_frame, Needs::motion, {"Go to frame", "フレームの移動"}, call<go_to_frame>),
      with_value(Id::go_to_played_frame, Needs::motion, {"Paused frame", "一時停止したフレーム"},
                 call<go_to_played_frame>, "a value: the frame where playback paused"),
      action_row(Id::toggle_mute, {}, Needs::motion, {"Mute", "ミュート"}, call<toggle_mute>,
                 [](const Parts& parts) { return parts.opened.sound.is_muted(); }),
      with_value(Id::open_sound, Needs::nothing, {"Open sound", "音声を読込"}, call<open_sound>,
                 "files are dropped onto the window"),
      with_value(Id::set_volume, Needs::motion, {"Volume", "音量"}, call<set_volume>),
      with_value(Id::set_sound_offset, Needs::motion, {"Begin of the sound", "音の開始"},
                 call<set_sound_offset>),
  };
  return rows;
}

}  // namespace mmd::handlers
