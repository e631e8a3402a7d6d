// The sound of motions.
#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/text/ui_messages.h"
#include "assets/file_set.h"

namespace mmd::handlers {
namespace {

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

void follow_sound(const Parts& parts) {
  parts.opened.sound.follow(parts.stage, parts.setup.now());
  if (const auto problem = parts.opened.sound.take_problem()) parts.board.add(*problem);
}

std::span<const ActionRow> sound_actions() {
  static constexpr ActionRow rows[] = {
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
