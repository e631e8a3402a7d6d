#include "app/stage/figure_editor.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "app/text/messages.h"
#include "base/errors.h"

namespace mmd {
namespace {

bool equal(const Pose& a, const Pose& b) {
  return a.translation == b.translation && a.rotation == b.rotation && a.morph_weights == b.morph_weights;
}

/// Whether the opened files contain poses.
bool gives_poses(const LoadedFigure& document, const LoadedFigure& before) {
  const auto was_there = [&](const PoseLayer& layer) {
    return std::any_of(before.poses.begin(), before.poses.end(),
                       [&](const PoseLayer& old) { return old.source == layer.source; });
  };
  return !std::all_of(document.poses.begin(), document.poses.end(), was_there);
}

/// Whether the contents of pose files changed.
bool has_other_poses(const LoadedFigure& document, const LoadedFigure& before) {
  return !std::equal(
      document.poses.begin(), document.poses.end(), before.poses.begin(), before.poses.end(),
      [](const PoseLayer& a, const PoseLayer& b) { return a.source->file.is_same_pose(b.source->file); });
}

/// The file of a document's pose; empty without a pose or with several.
std::string pose_file_of(const LoadedFigure& document) {
  return document.poses.size() == 1 ? document.poses.back().file : std::string();
}

bool changes_pose(const edit::Change& change) {
  return !change.bones.empty() || !change.morphs.empty() || change.ik;
}

/// The document's pose in the form that files store exactly.
Pose settled_pose(const LoadedFigure& document) {
  Pose out = document.pose;
  edit::settle_changed(Pose(document.model()), out);
  return out;
}

/// `ik_chains`: see EvaluationSwitches.
edit::EditState state_of(const Model& model, const Pose& pose, const std::vector<std::uint8_t>& ik_chains,
                         const StageLook& look) {
  edit::EditState state(model);
  state.pose = pose;
  if (!ik_chains.empty()) state.ik_chains = ik_chains;
  state.look = edit::look_of(look);
  return state;
}

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

}  // namespace

StageLook with_steps_of(StageLook switches, const StageLook& own) {
  switches.light = own.light;
  switches.look.background = own.look.background;
  switches.look.background_picture = own.look.background_picture;
  switches.shows = own.shows;
  return switches;
}

StageLook shared_look(StageLook from, const StageLook& own) {
  from.morphs = own.morphs;
  from.hidden_materials = own.hidden_materials;
  from.shows = own.shows;
  return from;
}

StageLook carried_over(StageLook look, const edit::CarryOver& carry) {
  std::vector<std::int32_t> hidden;
  for (const std::int32_t material : look.hidden_materials) {
    const auto index = static_cast<std::size_t>(material);
    if (index < carry.materials.size() && carry.materials[index] != none)
      hidden.push_back(carry.materials[index]);
  }
  std::sort(hidden.begin(), hidden.end());
  look.hidden_materials = std::move(hidden);
  return look;
}

FigureEditor::FigureEditor(std::shared_ptr<const LoadedFigure> document, const StageLook& look)
    : document_(std::move(document)),
      number_(next_number()),
      editor_(document_->loaded.model),
      sampler_(*document_) {
  Pose opened = settled_pose(*document_);
  // A document's pose fits its model.
  static_cast<void>(editor_.start_from(state_of(model(), opened, document_->ik_chains, look)));
  origins_.push_back({0, pose_file_of(*document_), names_of_poses(*document_),
                      std::make_shared<const Pose>(std::move(opened))});
  show(document_->shows);
}

/// Updates origins after undo and redo; a dropped step keeps its last state.
void FigureEditor::follow_origins() {
  const edit::History& history = editor_.history();
  std::vector<Origin> kept;
  std::size_t i = 0;
  for (Origin& origin : origins_) {
    while (i < history.size() && history[i].info.number < origin.step) ++i;
    const bool is_there = i < history.size() && history[i].info.number == origin.step;
    if (is_there) origin.done = i < history.position();
    if (!is_there && !origin.done) continue;
    if (!is_there) kept.clear();  // nothing before it can be undone any longer
    kept.push_back(std::move(origin));
  }
  origins_ = std::move(kept);
}

/// The last done origin.
std::size_t FigureEditor::last_origin() const {
  std::size_t i = origins_.size() - 1;
  while (i > 0 && !origins_[i].done) --i;
  return i;
}

edit::StepInfo FigureEditor::last_step() const {
  const edit::History& history = editor_.history();
  return history.position() == 0 ? edit::StepInfo() : history[history.position() - 1].info;
}

void FigureEditor::note_origin(std::string file, Pose saved) {
  Origin next{last_step().number, std::move(file), {}, std::make_shared<const Pose>(std::move(saved))};
  next.name = file_name(next.file);
  if (origin().step == next.step) {
    origin() = std::move(next);
  } else {
    origins_.push_back(std::move(next));
  }
}

/// After copying a frame or the rest pose, the pose no longer belongs to its former file.
void FigureEditor::note_taken(std::uint64_t step_before) {
  if (std::exchange(takes_seen_, false) && last_step().number != step_before) note_origin({}, opened());
}

edit::Change FigureEditor::open(std::shared_ptr<const LoadedFigure> document) {
  // Compared with the document before, not with opened(): the pose may have been edited and saved since.
  const bool changes =
      gives_poses(*document, *document_) || !equal(settled_pose(*document), settled_pose(*document_));
  edit::Change change = cancel_gesture();
  document_ = std::move(document);
  sampler_ = PoseSampler(*document_);
  Pose next = settled_pose(*document_);
  lay_option_morphs(next);
  if (changes) {
    edit::TakeParts taken{next, edit::whole_pose(), names_of_poses(*document_)};
    for (const MorphWeight& m : morphs_by_hand())
      taken.other.morph_weights[static_cast<std::size_t>(m.morph)] = m.weight;
    const std::uint64_t step_before = last_step().number;
    if (auto done = editor_.apply(taken)) change = std::move(*done);
    if (last_step().number != step_before) {
      note_origin({}, next);
      origin().opens = true;
    }
    origin().file = pose_file_of(*document_);
    origin().name = names_of_poses(*document_);
    origin().pose = std::make_shared<const Pose>(std::move(next));
  }
  show(Shows::motion);
  return change;
}

Result<FigureEditor::Reloaded> FigureEditor::reload(std::shared_ptr<const LoadedFigure> document) {
  const bool was_saved = is_saved() && !editor_.in_gesture();
  const edit::CarryOver carry(model(), document->model());
  MMD_TRY(auto change, editor_.replace_model(document->loaded.model));
  gesture_from_.reset();
  takes_seen_ = false;
  for (Origin& one : origins_) {
    edit::EditState state(model());
    state.pose = *one.pose;
    one.pose = std::make_shared<const Pose>(carried_over(state, carry, document->model()).pose);
  }
  follow_origins();
  // A pose saved to another file belongs to that file.
  const bool takes_pose = has_other_poses(*document, *document_) && pose_file() == pose_file_of(*document);
  document_ = std::move(document);
  sampler_ = PoseSampler(*document_);
  option_morphs_.clear();  // indices of the previous model
  if (takes_pose) {
    Pose next = settled_pose(*document_);
    if (was_saved)
      MMD_TRY(editor_.apply(edit::TakeParts{next, edit::whole_pose(), names_of_poses(*document_)}));
    origin().pose = std::make_shared<const Pose>(std::move(next));
  }
  show(shows());
  return Reloaded{std::move(change.lacking), takes_pose && !was_saved};
}

void FigureEditor::lay_option_morphs(Pose& pose) const {
  for (const MorphWeight& m : option_morphs_)
    pose.morph_weights[static_cast<std::size_t>(m.morph)] = m.weight;
}

void FigureEditor::set_option_morphs(std::vector<MorphWeight> morphs) {
  option_morphs_ = std::move(morphs);
  if (editor_.history().size() == 0) {
    Pose opened = settled_pose(*document_);
    lay_option_morphs(opened);
    edit::EditState state = editor_.state();
    state.pose = opened;
    static_cast<void>(editor_.start_from(std::move(state)));
    origin().pose = std::make_shared<const Pose>(std::move(opened));
  }
  show(shows());
}

std::vector<MorphWeight> FigureEditor::morphs_by_hand() const {
  std::vector<MorphWeight> out;
  const std::vector<float>&weights = editor_.pose().morph_weights, &before = opened().morph_weights;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] != before[i]) out.push_back({static_cast<std::int32_t>(i), weights[i]});
  return out;
}

bool FigureEditor::has_bones_by_hand() const {
  const Pose& pose = editor_.pose();
  return pose.translation != opened().translation || pose.rotation != opened().rotation;
}

bool FigureEditor::is_saved(const Pose& pose) const {
  return equal(pose, opened());
}

const StageLook& FigureEditor::look() const {
  return *edit::look_value<StageLook>(editor_.state().look);
}

void FigureEditor::keep_look(StageLook next) {
  if (next == look()) return;
  editor_.keep_look(edit::look_of(std::move(next)));
  if (gesture_from_) gesture_from_->look = editor_.state().look;
}

void FigureEditor::share(const StageLook& other) {
  keep_look(shared_look(other, look()));
}

void FigureEditor::keep_switches(const StageLook& switches) {
  keep_look(with_steps_of(switches, look()));
}

void FigureEditor::show(Shows shows) {
  if (shows != look().shows) {
    StageLook next = look();
    if (shows == Shows::rest) before_rest_ = next.shows;
    next.shows = shows;
    editor_.keep_look(edit::look_of(std::move(next)));
  }
  const auto& chains = editor_.state().ik_chains;
  const bool all_on = std::all_of(chains.begin(), chains.end(), [](std::uint8_t on) { return on != 0; });
  sampler_.set_pose(editor_.pose(), all_on ? std::vector<std::uint8_t>() : chains);
  sampler_.show(shows, morphs_by_hand());
  // Without a motion they are part of the pose, where the user can change them.
  sampler_.set_morphs(sampler_.moves() ? option_morphs_ : std::vector<MorphWeight>());
}

bool FigureEditor::is_shown_as_edited() const {
  return shows() == Shows::pose || (shows() == Shows::motion && !has_motions());
}

/// The shown state as the start of an edit.
edit::EditState FigureEditor::seen(double frame) {
  if (is_shown_as_edited()) return editor_.state();
  const PosedState& shown = sampler_.sample(frame);
  StageLook aside = look();
  aside.shows = Shows::pose;
  return state_of(model(), shown.pose, shown.ik_chains, aside);
}

/// Shows the pose after undo, so that the user sees the change. `shown`: before the change.
void FigureEditor::follow(const edit::Change& change, Shows shown) {
  const bool is_hidden = look().shows == shown && changes_pose(change) && !is_shown_as_edited();
  follow_origins();
  show(is_hidden ? Shows::pose : look().shows);
}

Result<edit::Change> FigureEditor::apply(const edit::Command& command, double frame) {
  const Shows shown = shows();
  const bool is_look = edit::kind_of(command) == edit::CommandKind::set_look;
  if (!is_look && !gesture_from_) {
    gesture_from_ = seen(frame);
    takes_seen_ = !equal(gesture_from_->pose, editor_.pose());
  }
  const std::uint64_t step_before = last_step().number;
  auto change = is_look ? editor_.apply(command) : editor_.apply(command, *gesture_from_);
  if (is_look && gesture_from_) gesture_from_->look = editor_.state().look;
  if (!editor_.in_gesture()) {
    gesture_from_.reset();
    note_taken(step_before);
  }
  if (change) follow(*change, shown);
  return change;
}

void FigureEditor::begin_gesture() {
  static_cast<void>(end_gesture());
  editor_.begin_gesture();
}

Result<void> FigureEditor::end_gesture() {
  const std::uint64_t step_before = last_step().number;
  gesture_from_.reset();
  auto done = editor_.end_gesture();
  note_taken(step_before);
  return done;
}

edit::Change FigureEditor::cancel_gesture() {
  const Shows shown = shows();
  gesture_from_.reset();
  takes_seen_ = false;
  edit::Change change = editor_.cancel_gesture();
  follow(change, shown);
  return change;
}

edit::Change FigureEditor::undo() {
  const Shows shown = shows();
  edit::Change change = editor_.undo();
  follow(change, shown);
  return change;
}

edit::Change FigureEditor::redo() {
  const Shows shown = shows();
  edit::Change change = editor_.redo();
  follow(change, shown);
  return change;
}

Result<edit::Change> FigureEditor::go_to(std::size_t position) {
  const Shows shown = shows();
  auto change = editor_.go_to(position);
  if (change) follow(*change, shown);
  return change;
}

bool FigureEditor::opens_pose(std::uint64_t step) const {
  return std::any_of(origins_.begin(), origins_.end(),
                     [step](const Origin& one) { return one.step == step && one.opens; });
}

void FigureEditor::note_saved(std::string file) {
  origin().name = file_name(file);
  origin().file = std::move(file);
  origin().pose = std::make_shared<const Pose>(editor_.pose());
}

}  // namespace mmd
