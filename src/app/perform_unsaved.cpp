// What earlier windows left unsaved, and what is not saved when this one closes.
#include <algorithm>
#include <string>
#include <utility>

#include "app/arrivals.h"
#include "app/perform.h"
#include "app/pose_file.h"
#include "app/said.h"
#include "app/unsaved.h"
#include "base/byte_io.h"

namespace mmd::perform {
namespace {

void forget_offer(const Parts& parts, const std::filesystem::path& file) {
  std::erase_if(parts.run.left_poses, [&](const LeftPose& left) { return left.file == file; });
  parts.redraw.panels();
}

/// As an edit of the active figure, which can be undone. What is saved then goes to the file it came from.
void restore(const Parts& parts, const LeftPose& left) {
  const Figure& figure = *parts.stage.figure();
  Autosave& autosave = parts.autosaves.of(figure.number());
  const auto bytes = read_file(left.file);
  if (!bytes) return parts.board.refuse(bytes.error());
  auto pose = unsaved_pose(as_text(*bytes), figure.model());
  if (!pose) return parts.board.refuse(pose.error());
  keep_unsaved(parts, figure, false);  // undoing comes back to it, but not after a kill
  if (!autosave.adopt(left.file)) return parts.board.say(said::taken_elsewhere);
  parts.board.say(said::restored);
  const edit::History& history = figure.editor().history();
  const auto last_step = [&] {
    return history.position() > 0 ? history[history.position() - 1].info.number : 0;
  };
  const std::uint64_t before = last_step();
  edit_pose(parts, edit::TakeParts{std::move(*pose), edit::whole_pose(), "unsaved pose"});
  autosave.note_step(last_step() != before ? last_step() : 0);
  if (last_step() == before) return;
  const std::string own = is_file_on_disk(left.source.pose_file) ? left.source.pose_file : std::string();
  const auto saved = pose_in_file(own, figure.model());
  parts.stage.note_origin(saved ? own : std::string(), saved ? *saved : figure.opened());
}

}  // namespace

void restore_left(const Parts& parts, const LeftPose& left) {
  activate_numbered(parts, figure_of(parts, left));
  restore(parts, left);
  forget_offer(parts, left.file);
}

void restore_unsaved(const Parts& parts) {
  if (unsaved_offer(parts) == nullptr) parts.run.left_poses = left_poses(parts.setup.state_folder);
  const LeftPose* offer = unsaved_offer(parts);
  if (offer == nullptr) return parts.board.say(said::nothing_unsaved);
  const LeftPose left = *offer;
  if (figure_of(parts, left) != 0) return restore_left(parts, left);
  parts.run.restored_later = left.file;
  load(parts, {left.source.model_file});
}

void discard_unsaved(const Parts& parts) {
  const LeftPose* offer = unsaved_offer(parts);
  if (offer == nullptr) return parts.board.say(said::nothing_unsaved);
  const std::filesystem::path file = offer->file;
  Autosave::discard(file);
  forget_offer(parts, file);
  parts.board.say(said::discarded);
}

void quit(const Parts& parts) {
  if (const Figure* active = parts.stage.figure(); active != nullptr && active->editor().in_gesture())
    end_gesture(parts);
  RunState& run = parts.run;
  run.asks_about = 0;
  for (const auto& figure : parts.stage.figures().list()) {
    const bool decided =
        std::find(run.discarded.begin(), run.discarded.end(), figure->number()) != run.discarded.end();
    if (figure->is_saved() || decided) continue;
    run.asks_about = figure->number();
    activate_numbered(parts, figure->number());
    if (const auto folder = folder_to_save_in(parts); folder && own_pose_file(parts).empty())
      parts.panels.tools().closing_name = offered_pose_name(parts, *folder);
    return parts.redraw.panels();
  }
  for (const std::uint64_t figure : run.discarded) parts.autosaves.of(figure).forget();
  run.running = false;
}

void save_and_quit(const Parts& parts) {
  const Figure* figure = asked_about(parts);
  if (figure == nullptr) return;
  activate_numbered(parts, figure->number());
  if (own_pose_file(parts).empty()) {
    save_pose_as(parts, parts.panels.tools().closing_name);
  } else {
    save_pose(parts);
  }
  if (figure->is_saved()) return quit(parts);
  parts.redraw.panels();  // it said why
}

void discard_and_quit(const Parts& parts) {
  if (asked_about(parts) == nullptr) return;
  parts.run.discarded.push_back(parts.run.asks_about);
  quit(parts);
}

void cancel_quit(const Parts& parts) {
  parts.run.asks_about = 0;
  parts.run.discarded.clear();
  parts.redraw.panels();
}

}  // namespace mmd::perform
