// Steps of the stage: edits, gestures, undo and redo.
#include <algorithm>
#include <filesystem>
#include <numeric>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/stage/edited_figure.h"
#include "app/stage/stage.h"
#include "app/text/messages.h"
#include "assets/file_set.h"
#include "base/errors.h"
#include "edit/held_parts.h"
#include "pose/morphs.h"
#include "pose/pose_from_bones.h"

namespace mmd {
namespace {

/// Whether a change can move bodies.
bool reaches_bodies(const edit::Change& change, const Model& model) {
  return !change.bones.empty() || change.ik ||
         std::any_of(change.morphs.begin(), change.morphs.end(),
                     [&](std::int32_t morph) { return reaches_bodies(model, morph); });
}

/// The place of a file that may be gone, whatever way its name leads there.
std::filesystem::path place_of(const std::string& file) {
  std::error_code ignored;
  return std::filesystem::absolute(path_from_utf8(file), ignored).lexically_normal();
}

}  // namespace

StepInfo Stage::info_of(StepKind kind, std::size_t number) const {
  StepInfo out;
  out.kind = kind;
  out.figure = number;
  out.figure_name = figure_name(*numbered(number));
  out.frames = kind == StepKind::added || kind == StepKind::removed || kind == StepKind::shown;
  return out;
}

StepInfo Stage::info_of(const edit::Command& command) const {
  StepInfo out = info_of(StepKind::pose, arrangement_.active);
  out.command = edit::deed_of(command);
  out.subject = edit::subject_of(command, *model());
  return out;
}

/// Makes a step of what has just changed; a gesture becomes one step at its end.
void Stage::commit(StepInfo info) {
  if (gesture_) {
    gesture_->info = std::move(info);
  } else {
    history_.push(std::move(info), arrangement_);
  }
}

/// Gives the active figure another pose.
edit::Change Stage::set_pose(edit::EditState next) {
  Figure& figure = active();
  const Figure before = figure;
  auto pose = std::make_shared<const Pose>(std::move(next.pose));
  if (edit::difference(*figure.edited, *pose).level != Dirty::nothing) figure.edited = std::move(pose);
  set_chains(figure, std::move(next.ik_chains));
  return difference(before, figure);
}

/// Symmetry and pins.
void Stage::hold_parts(const edit::Command& command, const Pose& before, Pose& pose) const {
  if (!edit::changes_single_bones(command)) return;
  if (symmetry_) edit::mirror_changes(*model(), before, pose);
  edit::keep_pinned(figure()->loaded->loaded.model, actor()->switches, figure()->pins, command, before, pose);
  edit::settle_changed(before, pose);
}

Result<edit::Change> Stage::edit(const edit::Command& command) {
  const bool drags = in_gesture();
  if (!drags) gesture_ = Gesture{arrangement_};
  auto change = edit_in_gesture(command, drags);
  if (!drags) end_gesture();
  return change;
}

Result<edit::Change> Stage::edit_in_gesture(const edit::Command& command, bool drags) {
  const Shows before = shows();
  const bool as_edited = is_shown_as_edited(*figure());
  std::optional<edit::EditState>& from = gesture_->from;
  if (!from) {
    from = shown_state(*figure(), playback_.frame());
    gesture_->takes_seen = !as_edited && !same_values(from->pose, *figure()->edited);
  }
  MMD_TRY(auto done, edit::performed(command, *model(), *from));
  hold_parts(command, from->pose, done.state.pose);
  edit::Change change = set_pose(std::move(done.state));
  change.lacking = std::move(done.lacking);
  if (!as_edited) active().shows = Shows::pose;
  commit(info_of(command));
  // A drag goes on from the pose before; a preview and everything else are other poses at once.
  const edit::CommandKind kind = edit::kind_of(command);
  const bool swings = drags && kind != edit::CommandKind::take_parts && kind != edit::CommandKind::paste;
  take(change, before, swings ? Pace::swing : Pace::jump);
  return change;
}

void Stage::begin_gesture() {
  leave_gesture();
  gesture_ = Gesture{arrangement_};
}

void Stage::end_gesture() {
  if (!gesture_) return;
  Gesture done = std::move(*gesture_);
  gesture_.reset();
  const Figure& before = *done.before.find(arrangement_.active);
  if (same_steps(done.before, arrangement_) && before.shows == figure()->shows) return;
  done.info.shown_before = *before.shows;
  done.info.shown_after = shows();
  // A copied frame or rest pose no longer belongs to the pose's file.
  if (done.takes_seen && before.edited != figure()->edited)
    active().origin = std::make_shared<PoseOrigin>(PoseOrigin{{}, {}, figure()->origin->pose});
  history_.push(std::move(done.info), arrangement_);
}

void Stage::cancel_gesture() {
  if (!gesture_) return;
  const Gesture gone = std::move(*gesture_);
  gesture_.reset();
  const Arrangement before = std::exchange(arrangement_, with_steps_of(gone.before, arrangement_));
  for (Figure& figure : arrangement_.figures) figure.shows = gone.before.find(figure.number)->shows;
  follow(before, Pace::jump);
}

void Stage::preview(edit::EditState state) {
  const Shows before = shows();
  const edit::Change change = set_pose(std::move(state));
  Figure& figure = active();
  figure.shows = Shows::pose;
  figure.frozen.resize(figure.model().bone_count());
  std::iota(figure.frozen.begin(), figure.frozen.end(), 0);
  take(change, before, Pace::swing);
}

/// Ends a drag that something else interrupts.
void Stage::leave_gesture() {
  if (gesture_) end_gesture();
}

const Pose& Stage::start_of_gesture() const {
  return gesture_ && gesture_->from ? gesture_->from->pose : kept_pose();
}

const Figure& Stage::kept_figure() const {
  return gesture_ ? *gesture_->before.find(arrangement_.active) : *figure();
}

/// Updates after an edit of the active figure. `shown`: what it showed before; `pace`: of bodies that it
/// reaches.
void Stage::take(const edit::Change& change, Shows shown, Pace pace) {
  if (shows() != shown) return changed(Dirty::pose);
  if (change.level < Dirty::pose) return changed(change.level);
  changed(Dirty::pose, reaches_bodies(change, *model()) ? pace : Pace::stay);
}

/// Updates after other steps are done than in `before`.
void Stage::follow(const Arrangement& before, Pace pace) {
  if (before.active != arrangement_.active) arrangement_.highlight.clear();
  if (!same_models(before, arrangement_)) {
    arrange_models();
    start_motions(false);
    return changed(Dirty::model);
  }
  arrange();
  changed(Dirty::look);
  for (std::size_t i = 0; i < arrangement_.figures.size(); ++i) {
    const Figure &was = before.figures[i], &is = arrangement_.figures[i];
    if (was.shows != is.shows) changed(Dirty::pose);
    if (!(was.place == is.place) || was.visible != is.visible) changed(Dirty::pose, pace);
    const edit::Change change = difference(was, is);
    if (change.level >= Dirty::pose)
      changed(Dirty::pose, reaches_bodies(change, is.model()) ? pace : Pace::stay);
  }
}

bool Stage::undo() {
  return history_.can_undo() && go_to_step(history_.position() - 1).value_or(false);
}

bool Stage::redo() {
  return history_.can_redo() && go_to_step(history_.position() + 1).value_or(false);
}

Result<bool> Stage::go_to_step(std::size_t position) {
  if (position > history_.size())
    return fail(fmt::format("no step {} in the history, which has {}", position, history_.size()));
  bool frames = false;
  if (figure() == nullptr || gesture_) return frames;
  const Arrangement before = arrangement_;
  while (history_.position() > position) {
    frames |= history_[history_.position() - 1].frames;
    history_.undo(arrangement_);
  }
  while (history_.position() < position) {
    frames |= history_[history_.position()].frames;
    history_.redo(arrangement_);
  }
  follow(before, Pace::jump);
  return frames;
}

void Stage::note_look(const std::string& subject) {
  if (figure() == nullptr || same_light(arrangement_, gesture_ ? gesture_->before : history_.now())) return;
  StepInfo info;
  info.kind = StepKind::look;
  info.subject = subject;
  commit(std::move(info));
}

void Stage::note_saved(std::string file) {
  *figure()->origin = {file, file_name(file), figure()->edited, false};
}

void Stage::note_renamed(const std::string& from, const std::string& to) {
  const auto was = place_of(from);
  std::map<std::shared_ptr<const LoadedFigure>, std::shared_ptr<const LoadedFigure>> renamed;
  change_all([&](Arrangement& in) {
    for (Figure& figure : in.figures) {
      if (figure.origin != nullptr && place_of(figure.origin->file) == was) {
        figure.origin->file = to;
        figure.origin->name = file_name(to);
      }
      const auto is_it = [&](const PoseLayer& pose) { return place_of(pose.file) == was; };
      const std::vector<PoseLayer>& poses = figure.loaded->poses;
      if (std::none_of(poses.begin(), poses.end(), is_it)) continue;
      auto& now = renamed[figure.loaded];
      if (now == nullptr) {
        auto copy = std::make_shared<LoadedFigure>(*figure.loaded);
        for (PoseLayer& pose : copy->poses)
          if (is_it(pose)) pose.file = to;
        now = std::move(copy);
      }
      figure.loaded = now;
    }
  });
  changed(Dirty::look);
}

void Stage::note_origin(std::uint64_t figure, PoseOrigin origin) {
  *numbered(figure)->origin = std::move(origin);
}

void Stage::freeze(std::vector<std::int32_t> frozen, const std::vector<std::int32_t>& posed,
                   const std::string& name) {
  begin_gesture();
  if (!posed.empty()) {
    const Actor& shown = *actor();
    edit::TakeParts taken{shown.pose, {false, posed, {}}, name};
    MorphState morphs(*model());
    morphs.update(*model(), shown.pose.morph_weights);
    MorphedBones morphed;
    if (morphs.moves_bones()) morphed = {morphs.bone_translation(), morphs.bone_rotation()};
    PoseFromBones(model()->skeleton, std::vector<std::uint8_t>(model()->bone_count(), 1))
        .solve(shown.palette(), morphed, taken.other.translation, taken.other.rotation);
    taken.other.exact.clear();
    for (const std::int32_t bone : posed)  // joints that give way a little need no place of their own
      if (!model()->skeleton.bones[static_cast<std::size_t>(bone)].movable)
        taken.other.translation[static_cast<std::size_t>(bone)] = vec3(0.0f);
    static_cast<void>(edit(taken));
  }
  active().frozen = std::move(frozen);
  StepInfo info = info_of(StepKind::pose, arrangement_.active);
  info.command = edit::CommandKind::take_parts;
  info.subject = name;
  commit(std::move(info));
  end_gesture();
  changed(Dirty::pose, Pace::anew);
}

std::vector<BoneRotation> Stage::rotations_to_look(const Pose& from, const CameraLook& look) {
  const ThroughPictureCamera through(*this);
  return session_.rotations_to_look(from, look.at, look.limit * pi / 180.0f);
}

void Stage::amend(const std::vector<BoneRotation>& rotations) {
  Pose next = *figure()->edited;
  turn(rotations, next.rotation);
  edit::settle_changed(*figure()->edited, next);
  if (same_values(next, *figure()->edited)) return;
  const auto pose = std::make_shared<const Pose>(std::move(next));
  active().edited = pose;
  if (!gesture_) history_.change_now([&](Arrangement& now) { now.find(arrangement_.active)->edited = pose; });
}

std::uint64_t Stage::revision_of(const Figure& figure) const {
  auto& [pose, revision] = revisions_[figure.number];
  if (std::exchange(pose, figure.edited) != figure.edited) revision = ++last_revision_;
  return revision;
}

}  // namespace mmd
