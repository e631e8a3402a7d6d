#include "app/actions/unsaved.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/actions/scene_state.h"
#include "app/stage/edited_figure.h"
#include "assets/file_set.h"
#include "base/errors.h"
#include "options/scene_file.h"

namespace mmd {
namespace {

Diagnostic note(std::string what) {
  Diagnostic out = make_warning(std::move(what), "Edit > Restore unsaved pose");
  out.severity = Severity::note;
  return out;
}

/// The figure's pose; during a preview the one before.
const Pose& pose_to_keep(const Parts& parts, const Figure& figure) {
  const bool tries = &figure == parts.stage.figure() && !parts.panels.tools().previewed.empty();
  return tries ? parts.stage.kept_pose() : *figure.edited;
}

Result<void> write_unsaved(const Parts& parts, const Figure& figure) {
  const UnsavedSource source{figure.loaded->model_file, figure.origin->file};
  MMD_TRY(const auto text, unsaved_text(figure.model(), pose_to_keep(parts, figure), source));
  return parts.autosaves.of(figure.number).write(text);
}

/// Writes the whole scene as a scene file.
Result<void> write_scene_backup(const Parts& parts) {
  MMD_TRY(SceneFile scene, scene_of(parts));
  note_scene_file(parts.run.scene_file, scene);
  return parts.scene_autosave.write(scene_text(scene, parts.setup.state_folder));
}

}  // namespace

void follow_unsaved(const Parts& parts) {
  std::vector<std::uint64_t> shown;
  for (const Figure* figure : parts.stage.figures()) {
    shown.push_back(figure->number);
    Autosave& autosave = parts.autosaves.of(figure->number);
    autosave.follow(parts.stage.revision_of(*figure), is_saved(*figure) || is_in_scene(parts, *figure),
                    parts.setup.now(),
                    [&](std::uint64_t step) { return parts.stage.history().is_done(step); });
  }
  parts.autosaves.follow_stage(shown);
  follow_scene(parts);
  parts.scene_autosave.follow(parts.run.scene_revision, !parts.run.scene_is_changed, parts.setup.now());
}

std::uint64_t stage_revision(const Stage& stage) {
  std::uint64_t out = stage.history().position() + (std::uint64_t{stage.history().size()} << 20);
  for (const Figure* figure : stage.figures()) out += stage.revision_of(*figure) << 40;
  return out;
}

void begin_keeping_scene(const Parts& parts) {
  Autosave& autosave = parts.scene_autosave;
  autosave.begin("scene");
  const std::filesystem::path shown = path_from_utf8(parts.start.state);
  parts.run.is_restored =
      autosave.is_of_model(shown) && shown.parent_path() == parts.setup.state_folder && autosave.adopt(shown);
  if (parts.run.is_restored) {
    const auto scene = read_scene(parts.start.state);
    const std::string file = scene ? noted_scene_file(*scene) : std::string();
    if (is_scene(file)) parts.run.scene_file = file;
  }
  find_left_scene(parts);
}

void find_left_scene(const Parts& parts) {
  const std::vector<std::filesystem::path> left = parts.scene_autosave.found();
  parts.run.left_scene = left.empty() ? std::filesystem::path() : left.front();
  parts.run.left_scene_file.clear();
  if (left.empty()) return;
  if (const auto scene = read_scene(to_utf8(left.front())))
    parts.run.left_scene_file = noted_scene_file(*scene);
}

void write_unsaved_if_due(const Parts& parts) {
  // Backups of poses and of their scene are written together, so that they have the same poses.
  const double now = parts.setup.now();
  const bool all = parts.scene_autosave.is_due(now);
  for (const Figure* figure : parts.stage.figures()) {
    Autosave& autosave = parts.autosaves.of(figure->number);
    if (!(all ? autosave.is_pending() : autosave.is_due(now))) continue;
    if (const auto done = write_unsaved(parts, *figure); !done) parts.board.refuse(done.error());
  }
  if (!all || parts.stage.figure() == nullptr) return;
  if (const auto done = write_scene_backup(parts); !done) parts.board.refuse(done.error());
}

bool keep_unsaved(const Parts& parts, const Figure& figure, bool says) {
  if (is_saved(figure) || !parts.autosaves.of(figure.number).keeps()) return false;
  if (const auto done = write_unsaved(parts, figure); !done) {
    parts.board.report(done.error());
    parts.board.add(done.error());
    return false;
  }
  if (says) parts.board.add(note("unsaved pose kept: open its model to restore it"));
  return true;
}

Replaced::Replaced(const Parts& parts, const Figure& figure) : parts_(parts), figure_(figure.number) {
  is_kept_ = !is_saved(figure) && has_bones_by_hand(figure) && keep_unsaved(parts, figure, false);
  last_step_ = parts.stage.history().last_edit_of(figure_).number;
}

void Replaced::settle() {
  const StepInfo step = parts_.stage.history().last_edit_of(figure_);
  // Opening a motion adds no step, but a running drag may have become one.
  if (!is_kept_ || step.number == last_step_ || step.command != edit::CommandKind::take_parts) return;
  Autosave& autosave = parts_.autosaves.of(figure_);
  autosave.set_aside();
  autosave.note_step(step.number);
  parts_.board.add(note("unsaved pose kept: Undo restores it"));
}

void begin_keeping_unsaved(const Parts& parts) {
  for (const Figure* figure : parts.stage.figures()) {
    if (parts.autosaves.has(figure->number)) continue;
    Autosave& autosave = parts.autosaves.of(figure->number);
    autosave.begin(figure->loaded->model_file);
    if (!autosave.found().empty()) parts.run.left_poses = left_poses(parts.setup.state_folder);
  }
}

bool is_saved(const Parts& parts, const Figure& figure) {
  return is_saved(figure, pose_to_keep(parts, figure));
}

bool is_in_scene(const Parts& parts, const Figure& figure) {
  const auto saved = parts.run.saved_in_scene.find(figure.number);
  return saved != parts.run.saved_in_scene.end() &&
         saved->second == parts.stage.history().last_edit_of(figure.number).number;
}

std::uint64_t figure_of(const Parts& parts, const LeftPose& left) {
  const auto list = parts.stage.figures();
  const auto is_of = [&](const auto& figure) {
    return parts.autosaves.has(figure->number) && parts.autosaves.of(figure->number).is_of_model(left.file);
  };
  if (parts.stage.figure() != nullptr && is_of(parts.stage.figure())) return parts.stage.figure()->number;
  const auto found = std::find_if(list.begin(), list.end(), is_of);
  return found == list.end() ? 0 : (*found)->number;
}

const Figure* asked_about(const Parts& parts) {
  return parts.stage.numbered(parts.run.asks_about);
}

const LeftPose* unsaved_offer(const Parts& parts) {
  const LeftPose* offer = nullptr;
  if (parts.queue.busy()) return offer;
  for (const LeftPose& left : parts.run.left_poses) {
    if (figure_of(parts, left) != 0) return &left;
    if (offer == nullptr && !left.source.model_file.empty()) offer = &left;
  }
  return offer;
}

}  // namespace mmd
