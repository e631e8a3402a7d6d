// Backups of earlier windows, and the questions before the window closes.
#include <algorithm>
#include <string>
#include <utility>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/actions/unsaved.h"
#include "app/text/ui_messages.h"
#include "assets/file_set.h"

namespace mmd {
namespace handlers {
namespace {

void ask_about_scene(const Parts& parts) {
  parts.run.asks_about_scene = true;
  const auto folder = folder_to_save_in(parts);
  parts.panels.tools().closing_name = folder ? offered_scene_name(parts, *folder) : std::string();
  parts.redraw.panels();
}

/// Asks about an unsaved pose. False: there is none.
bool ask_about_poses(const Parts& parts) {
  RunState& run = parts.run;
  for (const Figure* figure : parts.stage.figures()) {
    const bool decided =
        run.scene_answer == SceneAnswer::discard ||
        std::find(run.discarded.begin(), run.discarded.end(), figure->number) != run.discarded.end();
    if (decided || !loses_pose(parts, *figure)) continue;
    run.asks_about = figure->number;
    activate_numbered(parts, figure->number);
    if (const auto folder = folder_to_save_in(parts); folder && own_pose_file(parts).empty())
      parts.panels.tools().closing_name = offered_pose_name(parts, *folder);
    parts.redraw.panels();
    return true;
  }
  return false;
}

}  // namespace

void restore_unsaved(const Parts& parts) {
  if (parts.run.left.empty()) find_left(parts);
  const LeftBackup* offer = unsaved_offer(parts);
  if (offer == nullptr && !parts.run.discarded_backups.empty()) return undo_discard(parts);
  if (offer == nullptr) return parts.board.say(ui_messages::nothing_unsaved);
  if (Backup::is_left(offer->file)) return open_scene(parts, to_utf8(offer->file));
  parts.board.say(ui_messages::taken_elsewhere);
  find_left(parts);
}

void discard_unsaved(const Parts& parts) {
  RunState& run = parts.run;
  const LeftBackup* offer = unsaved_offer(parts);
  if (offer == nullptr) return parts.board.say(ui_messages::nothing_unsaved);
  run.discarded_backups.add(offer->file);
  run.says_discarded = true;
  find_left(parts);
}

void hide_discarded(const Parts& parts) {
  parts.run.says_discarded = false;
  parts.redraw.panels();
}

void undo_discard(const Parts& parts) {
  parts.run.discarded_backups.undo();
  parts.run.says_discarded = !parts.run.discarded_backups.empty();
  find_left(parts);
}

void quit(const Parts& parts) {
  if (parts.stage.in_gesture()) end_gesture(parts);
  RunState& run = parts.run;
  run.asks_about = 0;
  run.asks_about_scene = false;
  follow_scene(parts);
  const bool has_scene = parts.stage.figure() != nullptr;
  if (has_scene && run.scene_is_changed && run.scene_answer == SceneAnswer::none)
    return ask_about_scene(parts);
  if (ask_about_poses(parts)) return;
  if (!run.next_scene.file.empty()) {
    run.next_scene.is_due = true;
    return;
  }
  if (run.recording && !std::exchange(run.may_end_recording, true))
    return parts.board.say(ui_messages::quit_ends_recording);
  if (has_scene) parts.backup.forget();  // one whose models could not be loaded stays
  run.running = false;
}

void save_and_quit(const Parts& parts) {
  if (parts.run.asks_about_scene) {
    if (save_asked_scene(parts)) return quit(parts);
    return parts.redraw.panels();
  }
  const Figure* figure = asked_about(parts);
  if (figure == nullptr) return;
  activate_numbered(parts, figure->number);
  if (const std::string own = own_pose_file(parts); own.empty()) {
    save_pose_as(parts, parts.panels.tools().closing_name);
  } else {
    overwrite_pose(parts);  // the button names the file
  }
  if (is_saved(*figure)) return quit(parts);
  parts.redraw.panels();  // the failed save has shown the reason
}

void discard_and_quit(const Parts& parts) {
  if (parts.run.asks_about_scene) {
    parts.run.scene_answer = SceneAnswer::discard;
  } else if (asked_about(parts) != nullptr) {
    parts.run.discarded.push_back(parts.run.asks_about);
  } else {
    return;
  }
  quit(parts);
}

void save_poses_and_quit(const Parts& parts) {
  if (!parts.run.asks_about_scene) return;
  parts.run.scene_answer = SceneAnswer::poses_only;
  quit(parts);
}

void cancel_quit(const Parts& parts) {
  parts.run.next_scene = {};
  parts.run.asks_about = 0;
  parts.run.asks_about_scene = false;
  parts.run.scene_answer = SceneAnswer::none;
  parts.run.discarded.clear();
  parts.redraw.panels();
}

}  // namespace handlers

}  // namespace mmd
