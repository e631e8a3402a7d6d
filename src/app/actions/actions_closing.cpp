// Backups of earlier windows, and the questions before the window closes.
#include <algorithm>
#include <string>
#include <utility>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/actions/unsaved.h"
#include "app/text/ui_messages.h"
#include "assets/file_set.h"

namespace mmd::handlers {
namespace {

void ask_about_scene(const Parts& parts) {
  parts.opened.asks_about_scene = true;
  const auto folder = folder_for_scene(parts);
  parts.panels.tools.closing_name =
      folder ? offered_scene_name(parts.stage, parts.opened, *folder) : std::string();
}

/// Asks about an unsaved pose. False: there is none.
bool ask_about_poses(const Parts& parts) {
  OpenedScene& opened = parts.opened;
  for (const Figure* figure : parts.stage.figures()) {
    const bool decided =
        opened.scene_answer == SceneAnswer::discard ||
        std::find(opened.discarded.begin(), opened.discarded.end(), figure->number) != opened.discarded.end();
    if (decided || !loses_pose(parts, *figure)) continue;
    opened.asks_about = figure->number;
    activate_numbered(parts, figure->number);
    if (const auto folder = folder_to_save_in(parts.setup, parts.stage);
        folder && own_pose_file(parts.setup, parts.stage).empty())
      parts.panels.tools.closing_name = offered_pose_name(parts.stage, *folder);
    return true;
  }
  return false;
}

/// Offers the last discarded backups again.
void undo_discard(const Parts& parts) {
  parts.run.discarded_backups.undo();
  parts.run.says_discarded = !parts.run.discarded_backups.empty();
  find_left(parts.run, parts.opened.backup);
}

/// Opens the offered backup in place of everything; asks about unsaved changes first.
void restore_unsaved(const Parts& parts) {
  if (parts.run.left.empty()) find_left(parts.run, parts.opened.backup);
  const LeftBackup* offer = unsaved_offer(parts.opened.queue, parts.run);
  if (offer == nullptr && !parts.run.discarded_backups.empty()) return undo_discard(parts);
  if (offer == nullptr) return parts.board.say(ui_messages::nothing_unsaved);
  if (Backup::is_left(offer->file)) return open_scene(parts, to_utf8(offer->file));
  parts.board.say(ui_messages::taken_elsewhere);
  find_left(parts.run, parts.opened.backup);
}

/// Drops the offered backup; the window keeps it until it ends.
void discard_unsaved(const Parts& parts) {
  RunState& run = parts.run;
  const LeftBackup* offer = unsaved_offer(parts.opened.queue, parts.run);
  if (offer == nullptr) return parts.board.say(ui_messages::nothing_unsaved);
  run.discarded_backups.add(offer->file);
  run.says_discarded = true;
  find_left(parts.run, parts.opened.backup);
}

/// Closes the notice that offers discarded backups again.
void hide_discarded(const Parts& parts) {
  parts.run.says_discarded = false;
}

void save_and_quit(const Parts& parts) {
  if (parts.opened.asks_about_scene) {
    if (save_asked_scene(parts)) return quit(parts);
    return;
  }
  const Figure* figure = asked_about(parts.stage, parts.opened);
  if (figure == nullptr) return;
  activate_numbered(parts, figure->number);
  if (parts.opened.asks_new_name || own_pose_file(parts.setup, parts.stage).empty()) {
    save_pose_as(parts, parts.panels.tools.closing_name);
  } else {
    overwrite_pose(parts);  // the button names the file
  }
  if (is_saved(*figure)) quit(parts);
}

void discard_and_quit(const Parts& parts) {
  if (parts.opened.asks_about_scene) {
    parts.opened.scene_answer = SceneAnswer::discard;
  } else if (asked_about(parts.stage, parts.opened) != nullptr) {
    parts.opened.discarded.push_back(parts.opened.asks_about);
  } else {
    return;
  }
  quit(parts);
}

/// Lets the closing dialog ask for another name than that of the file.
void ask_closing_name(const Parts& parts) {
  OpenedScene& opened = parts.opened;
  if (!opened.asks_about_scene && asked_about(parts.stage, opened) == nullptr) return;
  opened.asks_new_name = parts.panels.tools.wants_closing_name = true;
  const auto folder = folder_for_asked(parts);
  if (!folder) return;
  parts.panels.tools.closing_name = opened.asks_about_scene ? new_scene_name(parts.stage, opened, *folder)
                                                            : offered_pose_name(parts.stage, *folder);
}

void save_poses_and_quit(const Parts& parts) {
  if (!parts.opened.asks_about_scene) return;
  parts.opened.scene_answer = SceneAnswer::poses_only;
  quit(parts);
}

/// An answer of the closing dialog.
constexpr ActionRow answer(ActionId id, const LocalizedText& name,
                           void (*perform)(const Parts&, const ActionValue&)) {
  return with_value(id, Needs::nothing, name, perform, "the closing dialog asks for it");
}

constexpr std::string_view by_offer = "the offer above the picture has buttons";

}  // namespace

Result<std::filesystem::path> folder_for_asked(const Parts& parts) {
  return parts.opened.asks_about_scene ? folder_for_scene(parts)
                                       : folder_to_save_in(parts.setup, parts.stage);
}

void quit(const Parts& parts) {
  preview_entry(parts, {});  // a preview is not a change to save
  if (parts.stage.in_gesture()) end_gesture(parts);
  OpenedScene& opened = parts.opened;
  opened.asks_about = 0;
  opened.asks_about_scene = opened.asks_new_name = false;
  // First the recording, because the answers to the questions hold until the window closes.
  RunState& run = parts.run;
  const bool closes = opened.next_scene.file.empty();
  if (closes && run.recording && !std::exchange(run.may_end_recording, true))
    return parts.board.say(ui_messages::quit_ends_recording);
  follow_scene(parts);
  const bool has_scene = parts.stage.figure() != nullptr;
  if (has_scene && opened.scene_is_changed && opened.scene_answer == SceneAnswer::none)
    return ask_about_scene(parts);
  if (ask_about_poses(parts)) return;
  if (!closes) {
    opened.next_scene.is_due = true;
    return;
  }
  if (has_scene) opened.backup.forget();  // one whose models could not be loaded stays
  run.running = false;
}

void cancel_quit(const Parts& parts) {
  parts.run.may_end_recording = false;
  parts.opened.next_scene = {};
  parts.opened.asks_about = 0;
  parts.opened.asks_about_scene = parts.opened.asks_new_name = false;
  parts.opened.scene_answer = SceneAnswer::none;
  parts.opened.discarded.clear();
}

std::span<const ActionRow> closing_actions() {
  static constexpr ActionRow rows[] = {
      with_value(Id::restore_unsaved, Needs::nothing, {"Restore unsaved pose", "未保存のポーズを復元"},
                 call<restore_unsaved>, by_offer),
      with_value(Id::discard_unsaved, Needs::nothing, {"Discard unsaved pose", "未保存のポーズを破棄"},
                 call<discard_unsaved>, by_offer),
      with_value(Id::undo_discard, Needs::nothing,
                 {"Offer discarded backup again", "破棄した未保存のデータをもう一度表示"}, call<undo_discard>,
                 by_offer),
      with_value(Id::hide_discarded, Needs::nothing, {"Close notice", "通知を閉じる"}, call<hide_discarded>,
                 by_offer),
      action_row(Id::quit, ctrl(SDLK_q, "Ctrl+Q"), Needs::nothing, {"Quit", "終了"}, call<quit>),
      answer(Id::save_and_quit, {"Save and quit", "保存して終了"}, call<save_and_quit>),
      answer(Id::discard_and_quit, {"Quit without saving", "保存せずに終了"}, call<discard_and_quit>),
      answer(Id::cancel_quit, {"Cancel quit", "終了しない"}, call<cancel_quit>),
      answer(Id::ask_closing_name, {"Save as and quit", "別名で保存して終了"}, call<ask_closing_name>),
      answer(Id::save_poses_and_quit, {"Save only the poses and quit", "ポーズだけを保存して終了"},
             call<save_poses_and_quit>),
  };
  return rows;
}

}  // namespace mmd::handlers
