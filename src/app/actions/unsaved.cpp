#include "app/actions/unsaved.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "app/actions/handlers.h"
#include "app/actions/scene_state.h"
#include "app/stage/edited_figure.h"
#include "assets/file_set.h"
#include "base/errors.h"
#include "document/scene_pose.h"
#include "options/scene_file.h"

namespace mmd {
namespace {

/// A number that changes with each step of the stage, done or undone.
std::uint64_t stage_revision(const Stage& stage) {
  std::uint64_t out = stage.history().position() + (std::uint64_t{stage.history().size()} << 20);
  for (const Figure* figure : stage.figures()) out += stage.revision_of(*figure) << 40;
  return out;
}

/// Writes the whole scene as a scene file.
Result<void> write_backup(const Parts& parts) {
  MMD_TRY(SceneFile scene, scene_of(parts));
  BackupNotes notes{parts.opened.scene_is_changed, parts.opened.scene_file, {}};
  for (const Figure* figure : parts.stage.figures()) notes.pose_files.push_back(figure->origin->file);
  note_in(scene, notes);
  return parts.opened.backup.write(scene_text(scene, parts.setup.state_folder));
}

void say_kept(MessageBoard& board, std::string how) {
  board.add(make_note("unsaved pose kept: " + std::move(how)));
}

}  // namespace

void follow_unsaved(const Parts& parts) {
  follow_scene(parts);
  const std::vector<const Figure*> figures = parts.stage.figures();
  if (figures.empty()) return;  // a restored scene may still be loading
  const bool saved = !parts.opened.scene_is_changed &&
                     std::none_of(figures.begin(), figures.end(),
                                  [&](const Figure* figure) { return loses_pose(parts, *figure); });
  parts.opened.backup.follow(parts.opened.scene_revision + stage_revision(parts.stage), saved,
                             parts.setup.now(),
                             [&](std::uint64_t step) { return parts.stage.history().is_done(step); });
}

void write_unsaved_if_due(const Parts& parts) {
  if (!parts.opened.backup.is_due(parts.setup.now()) || parts.stage.figure() == nullptr) return;
  if (const auto done = write_backup(parts); !done) parts.board.refuse(done.error());
}

Replaced::Replaced(const Parts& parts, const Figure& figure, bool all)
    : parts_(parts), figure_(figure.number), all_(all) {
  last_edit_ = parts.stage.history().last_edit_of(figure_).number;
  is_kept_ = !parts.setup.state_folder.empty() && !is_saved(figure) && (all || has_bones_by_hand(figure));
  if (!is_kept_) return;
  if (const auto done = write_backup(parts); !done) {
    parts.board.report(done.error());
    parts.board.add(done.error());
    is_kept_ = false;
  } else if (all) {
    say_kept(parts.board, "open its model to restore it");
  }
}

void Replaced::settle(bool is_step) {
  if (!is_kept_) return;
  if (all_) return parts_.opened.backup.set_aside(figure_, is_step ? last_step(parts_.stage) : 0);
  const StepInfo step = parts_.stage.history().last_edit_of(figure_);
  // Opening a motion adds no step, but a running drag may have become one.
  if (step.number == last_edit_ || step.command != edit::CommandKind::take_parts) return;
  parts_.opened.backup.set_aside(figure_, step.number);
  say_kept(parts_.board, "Undo restores it");
}

void begin_keeping_unsaved(const Parts& parts) {
  OpenedScene& opened = parts.opened;
  const std::string& shown = parts.start.state;
  if (opened.backup.restore(path_from_utf8(shown))) {
    const auto scene = read_scene(shown);
    const BackupNotes notes = scene ? notes_of(*scene) : BackupNotes();
    // Poses that its file lacks change a scene.
    opened.is_restored = notes.scene_is_changed || !notes.scene_file.empty();
    opened.scene_file = is_scene(notes.scene_file) ? notes.scene_file : std::string();
  }
  find_left(parts.run, opened.backup);
  // A window that was killed a moment ago may still hold its backup.
  constexpr double until_killed_window_is_gone = 6.0;
  parts.run.looks_again.start(parts.setup.now(), until_killed_window_is_gone);
}

void note_restored_poses(const Parts& parts) {
  if (!parts.opened.backup.is_restored()) return;
  const auto backup = read_scene(parts.start.state);
  if (!backup) return;
  const BackupNotes notes = notes_of(*backup);
  bool whole = parts.opened.missing.empty();
  for (const Figure* figure : parts.stage.figures()) {
    const auto kept = pose_named(figure->origin->file);
    if (!kept || kept->first != parts.start.state || kept->second > notes.pose_files.size()) continue;
    whole &= has_all_posed(*figure->loaded);
    const std::string& file = notes.pose_files[kept->second - 1];
    PoseOrigin origin;
    Pose saved(figure->model());
    if (const auto layers = handlers::poses_in_file(file)) {
      origin.file = file;
      origin.name = file_name(file);
      const UnmatchedNames lacking = apply_layer(layers->front(), figure->model(), saved);
      origin.has_more = lacking.bone_count() + lacking.morph_count() > 0;
      edit::settle_changed(Pose(figure->model()), saved);
    }
    origin.pose = std::make_shared<const Pose>(std::move(saved));
    parts.stage.note_origin(figure->number, std::move(origin));
  }
  if (!whole) parts.opened.backup.leave_restored();
}

void find_left(RunState& run, const Backup& backup) {
  run.left = backup.left();
}

void find_left_of(RunState& run, const Backup& backup, const std::string& model_file) {
  const auto is_it = [&](const std::string& model) {
    std::error_code error;
    return std::filesystem::equivalent(path_from_utf8(model), path_from_utf8(model_file), error);
  };
  std::vector<LeftBackup> left = backup.left();
  if (std::any_of(left.begin(), left.end(), [&](const LeftBackup& one) {
        return std::any_of(one.models.begin(), one.models.end(), is_it);
      }))
    run.left = std::move(left);
}

const LeftBackup* unsaved_offer(const LoadQueue& queue, const RunState& run) {
  return run.left.empty() || queue.busy() ? nullptr : &run.left.front();
}

const Figure& figure_to_keep(const Stage& stage, PanelState& panels, const Figure& figure) {
  const bool tries = &figure == stage.figure() && is_on(panels.tools.previewed);
  return tries ? stage.kept_figure() : figure;
}

bool is_saved(const Stage& stage, PanelState& panels, const Figure& figure) {
  return is_saved(figure, *figure_to_keep(stage, panels, figure).edited);
}

bool is_in_scene(const Stage& stage, const OpenedScene& opened, const Figure& figure) {
  const auto saved = opened.saved_in_scene.find(figure.number);
  return saved != opened.saved_in_scene.end() &&
         saved->second == stage.history().last_edit_of(figure.number).number;
}

bool loses_pose(const Parts& parts, const Figure& figure) {
  const bool in_file = !parts.opened.scene_file.empty() && !parts.opened.scene_is_changed;
  return !in_file && !is_saved(parts.stage, parts.panels, figure) &&
         !is_in_scene(parts.stage, parts.opened, figure);
}

const Figure* asked_about(const Stage& stage, const OpenedScene& opened) {
  return stage.numbered(opened.asks_about);
}

std::uint64_t last_step(const Stage& stage) {
  const History& history = stage.history();
  return history.can_undo() ? history[history.position() - 1].number : 0;
}

}  // namespace mmd
