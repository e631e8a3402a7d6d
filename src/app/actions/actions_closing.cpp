// Backups of earlier windows, and the questions before the window closes.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/actions/unsaved.h"
#include "app/text/ui_messages.h"
#include "assets/file_set.h"
#include "base/byte_io.h"
#include "base/errors.h"
#include "formats/vpd.h"
#include "options/scene_file.h"

namespace mmd {
namespace handlers {
namespace {

namespace fs = std::filesystem;

void forget_offer(const Parts& parts, const std::filesystem::path& file) {
  std::erase_if(parts.run.left_poses, [&](const LeftPose& left) { return left.file == file; });
  parts.redraw.panels();
}

/// Restores a backup as an undoable edit of the active figure. Saving then writes the file of the backup.
void restore(const Parts& parts, const LeftPose& left) {
  const Figure& figure = *parts.stage.figure();
  Autosave& autosave = parts.autosaves.of(figure.number);
  const auto bytes = read_file(left.file);
  if (!bytes) return parts.board.refuse(bytes.error());
  auto pose = unsaved_pose(as_text(*bytes), figure.model());
  if (!pose) return parts.board.refuse(pose.error());
  keep_unsaved(parts, figure, false);  // undo returns to this pose; after a crash only its backup does
  if (!autosave.adopt(left.file)) return parts.board.say(ui_messages::taken_elsewhere);
  parts.board.say(ui_messages::restored);
  const History& history = parts.stage.history();
  const std::uint64_t before = history.last_edit_of(figure.number).number;
  edit_pose(parts, edit::TakeParts{std::move(*pose), edit::whole_pose(), "unsaved pose"});
  const std::uint64_t step = history.last_edit_of(figure.number).number;
  autosave.note_step(step != before ? step : 0);
  if (step == before) return;
  const std::string own = is_file_on_disk(left.source.pose_file) ? left.source.pose_file : std::string();
  const auto saved = pose_in_file(own, figure.model());
  parts.stage.note_origin(saved ? own : std::string(), saved ? *saved : *figure.origin->pose);
}

/// The bones and morphs of a pose's text, in order of their names.
std::optional<vpd::File> sorted_pose(std::string_view text) {
  auto read = vpd::read(as_byte_span(text));
  if (!read) return std::nullopt;
  const auto by_name = [](const auto& a, const auto& b) { return a.name < b.name; };
  std::stable_sort(read->file.bones.begin(), read->file.bones.end(), by_name);
  std::stable_sort(read->file.morphs.begin(), read->file.morphs.end(), by_name);
  return std::move(read->file);
}

/// The backups of poses that the scene has too.
std::vector<fs::path> backups_in(const SceneFile& scene, const Parts& parts) {
  std::vector<vpd::File> poses;
  if (auto pose = sorted_pose(scene.pose)) poses.push_back(std::move(*pose));
  for (const SceneFigure& figure : scene.figures)
    if (auto pose = sorted_pose(figure.pose)) poses.push_back(std::move(*pose));
  std::vector<fs::path> out;
  for (const LeftPose& left : parts.run.left_poses) {
    const auto bytes = read_file(left.file);
    const auto pose = bytes ? sorted_pose(as_text(*bytes)) : std::nullopt;
    const auto is_it = [&](const vpd::File& one) { return pose && one.is_same_pose(*pose); };
    if (std::any_of(poses.begin(), poses.end(), is_it)) out.push_back(left.file);
  }
  return out;
}

/// The backups that are offered now.
void find_left(const Parts& parts) {
  find_left_scene(parts);
  parts.run.left_poses = left_poses(parts.setup.state_folder);
  parts.redraw.panels();
}

void restore_scene(const Parts& parts) {
  const fs::path file = parts.run.left_scene;
  if (const auto scene = read_scene(to_utf8(file)); !scene) return parts.board.refuse(scene.error());
  open_scene(parts, to_utf8(file));
}

/// Whether closing would lose the figure's pose.
bool loses_pose(const Parts& parts, const Figure& figure) {
  const RunState& run = parts.run;
  const bool decided =
      std::find(run.discarded.begin(), run.discarded.end(), figure.number) != run.discarded.end();
  const bool in_scene = !run.scene_file.empty() && !run.scene_is_changed;
  return !is_saved(figure) && !is_in_scene(parts, figure) && !decided && !in_scene;
}

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
    if (run.scene_answer == SceneAnswer::discard || !loses_pose(parts, *figure)) continue;
    run.asks_about = figure->number;
    activate_numbered(parts, figure->number);
    if (const auto folder = folder_to_save_in(parts); folder && own_pose_file(parts).empty())
      parts.panels.tools().closing_name = offered_pose_name(parts, *folder);
    parts.redraw.panels();
    return true;
  }
  return false;
}

/// Removes the backups of everything that is saved or discarded.
void forget_backups(const Parts& parts) {
  const RunState& run = parts.run;
  for (const std::uint64_t figure : run.discarded) parts.autosaves.of(figure).forget();
  for (const Figure* figure : parts.stage.figures())
    if (run.scene_answer == SceneAnswer::discard || !loses_pose(parts, *figure))
      parts.autosaves.of(figure->number).forget();
  // A backup whose models could not be loaded stays.
  if (parts.stage.figure() != nullptr || !run.is_restored) parts.scene_autosave.forget();
  if (run.next_scene.file.empty() || path_from_utf8(run.next_scene.file) != run.left_scene) return;
  const auto scene = read_scene(run.next_scene.file);
  if (!scene) return;
  for (const fs::path& pose : backups_in(*scene, parts))
    Autosave::discard(pose);  // they would be offered again
}

}  // namespace

void restore_unsaved(const Parts& parts) {
  if (!parts.run.left_scene.empty()) return restore_scene(parts);
  if (unsaved_offer(parts) == nullptr) parts.run.left_poses = left_poses(parts.setup.state_folder);
  const LeftPose* offer = unsaved_offer(parts);
  if (offer == nullptr && !parts.run.discarded_backups.empty()) return undo_discard(parts);
  if (offer == nullptr) return parts.board.say(ui_messages::nothing_unsaved);
  const LeftPose left = *offer;
  if (figure_of(parts, left) != 0) return restore_left(parts, left);
  parts.run.restored_later = left.file;
  load(parts, {left.source.model_file});
}

void discard_unsaved(const Parts& parts) {
  RunState& run = parts.run;
  std::vector<fs::path> files;
  if (!run.left_scene.empty()) {
    if (const auto scene = read_scene(to_utf8(run.left_scene))) files = backups_in(*scene, parts);
    files.push_back(run.left_scene);
  } else if (const LeftPose* offer = unsaved_offer(parts); offer != nullptr) {
    files.push_back(offer->file);
  } else {
    return parts.board.say(ui_messages::nothing_unsaved);
  }
  run.discarded_backups.add(files);
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

void restore_left(const Parts& parts, const LeftPose& left) {
  activate_numbered(parts, figure_of(parts, left));
  restore(parts, left);
  forget_offer(parts, left.file);
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
  if (run.recording && !std::exchange(run.may_end_recording, true))
    return parts.board.say(ui_messages::quit_ends_recording);
  forget_backups(parts);
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
