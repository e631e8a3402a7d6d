// Figures of the stage: opening, reloading, adding, removing, activating and moving.
#include <algorithm>
#include <set>
#include <utility>

#include "app/stage/edited_figure.h"
#include "app/stage/stage.h"
#include "app/text/messages.h"
#include "base/errors.h"
#include "base/handedness.h"
#include "document/framing.h"
#include "document/loaded_figure.h"
#include "document/named_parts.h"

namespace mmd {
namespace {

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

void lay(const std::vector<MorphWeight>& morphs, Pose& pose) {
  for (const MorphWeight& m : morphs) pose.morph_weights[static_cast<std::size_t>(m.morph)] = m.weight;
}

/// Puts a figure and those that were loaded with it in the place of another one, or at the end.
void put(Arrangement& in, std::size_t in_place_of, const std::vector<Figure>& group) {
  const auto is_own = [](const Figure& figure) { return !figure.attached; };
  const auto first = in.figures.begin() + static_cast<std::ptrdiff_t>(in.index_of(in_place_of));
  const auto last = first == in.figures.end() ? first : std::find_if(first + 1, in.figures.end(), is_own);
  in.figures.insert(in.figures.erase(first, last), group.begin(), group.end());
}

std::shared_ptr<const LoadedFigure> with_textures(const LoadedFigure& before, const LoadedModel& whole) {
  auto out = std::make_shared<LoadedFigure>(before);
  out->loaded = whole;
  for (AttachedModel& attached : out->attached)
    if (attached.loaded.model == whole.model) attached.loaded = whole;
  return out;
}

}  // namespace

/// A change that is no step, made in all arrangements of the history.
void Stage::change_all(const std::function<void(Arrangement&)>& change) {
  change(arrangement_);
  if (gesture_) change(gesture_->before);
  history_.change(change);
}

/// The figure and those that were loaded with it. Those that it had before keep their numbers.
std::vector<Figure> Stage::with_attached(Figure figure) {
  const std::size_t first = arrangement_.index_of(figure.number) + 1;
  std::vector<Figure> out{std::move(figure)};
  const LoadedFigure& loaded = *out.front().loaded;
  for (std::size_t i = 0; i < loaded.attached.size(); ++i) {
    const bool was_there =
        first + i < arrangement_.figures.size() && arrangement_.figures[first + i].attached;
    const std::size_t number = was_there ? arrangement_.figures[first + i].number : ++last_number_;
    out.push_back(attached_figure(loaded.attached[i], number, out.front().number));
  }
  return out;
}

bool Stage::show(Loaded&& loaded) {
  if (loaded.figure != 0 && numbered(loaded.figure) == nullptr) return false;
  if (loaded.figure != 0) activate(loaded.figure);
  leave_gesture();
  if (other_camera_) other_camera_->aspect = 0.0f;  // fits other contents then
  if (loaded.adds) {
    add(std::move(loaded.document), true);
  } else {
    open(std::move(loaded));
  }
  return true;
}

/// Shows files on the active figure, or replaces it.
void Stage::open(Loaded&& loaded) {
  LoadedFigure& document = loaded.document;
  const bool new_motions = document.motions.empty() || loaded.new_motions;
  if (loaded.new_model) {
    open_model(std::move(document));
  } else {  // its textures may have come while this was loaded
    document.loaded = this->document()->loaded;
    document.attached = this->document()->attached;
    open_layers(std::make_shared<const LoadedFigure>(std::move(document)), loaded.opening);
  }
  start_motions(new_motions);
  changed(loaded.new_model ? Dirty::model : Dirty::pose);
}

void Stage::open_model(LoadedFigure&& document) {
  const Figure* before = figure();
  Figure next = opened_figure(std::make_shared<const LoadedFigure>(std::move(document)), ++last_number_);
  if (before != nullptr) {
    next.place = before->place;
    arrangement_.highlight.clear();  // it was meant for the first model
  } else {
    next.place = start_places_.empty() ? place_of_file(next.loaded->loaded).value_or(ScenePlace())
                                       : start_places_.front();
    next.hidden_materials = materials_named_singly(start_hidden_, next.model(), 1);
    next.visible = !names_whole_model(start_hidden_, 1);
  }
  const std::size_t old = arrangement_.active;
  arrangement_.active = next.number;
  const std::vector<Figure> group = with_attached(std::move(next));
  if (before == nullptr) history_.begin(arrangement_);
  change_all([&](Arrangement& in) { put(in, old, group); });
  history_.forget(old);
  arrange_models();
}

/// Other poses and motions of the active figure. Poses are a step of the history. Morphs set by hand stay,
/// but not when the user goes through a folder.
void Stage::open_layers(std::shared_ptr<const LoadedFigure> document, PoseOpening opening) {
  // Compared with the files before, not with the origin: the pose may have been edited and saved since.
  const LoadedFigure& files_before = *this->document();
  Pose next = settled_pose(*document);
  const bool changes = gives_poses(*document, files_before) || !same_values(next, settled_pose(files_before));
  active().loaded = document;
  lay(figure()->morphs, next);
  if (changes) {
    edit::TakeParts taken{next, edit::whole_pose(), names_of_poses(*document)};
    if (opening != PoseOpening::step) lay(morphs_by_hand(*figure()), taken.other);
    const auto before = figure()->origin;
    const auto now =
        std::make_shared<PoseOrigin>(origin_of(*document, std::make_shared<const Pose>(std::move(next))));
    take_pose(taken, now);
    if (figure()->origin == before) *before = *now;  // no bit differs
  }
  show(Shows::motion);
}

/// Takes the pose of files as a step, whatever is shown. With an `origin` it is framed.
void Stage::take_pose(const edit::TakeParts& taken, std::shared_ptr<PoseOrigin> origin) {
  auto done = edit::performed(taken, *model(), edit_state(*figure()));
  if (!done || set_pose(std::move(done->state)).level == Dirty::nothing) return;
  StepInfo info = info_of(taken);
  info.frames = origin != nullptr;
  if (origin != nullptr) active().origin = std::move(origin);
  commit(std::move(info));
}

Result<Stage::Reloaded> Stage::show_again(Loaded&& loaded) {
  const std::size_t number = loaded.figure != 0 ? loaded.figure : arrangement_.active;
  if (numbered(number) == nullptr) return fail("the model is no longer open");
  const bool dragged = gesture_ && number == arrangement_.active;
  const bool was_saved = is_saved(*numbered(number)) && !dragged;
  dragged ? cancel_gesture() : leave_gesture();
  const Figure before = *numbered(number);
  const auto document = std::make_shared<const LoadedFigure>(std::move(loaded.document));
  // A pose saved to another file belongs to that file.
  const bool takes_pose =
      has_other_poses(*document, *before.loaded) && before.origin->file == pose_file_of(*document);
  Reloaded out;
  out.lacking = left_out(*before.edited, edit::CarryOver(before.model(), document->model()), before.model());
  out.keeps_edits = takes_pose && !was_saved;
  carry_over(number, document);
  if (PoseOrigin& origin = *numbered(number)->origin; origin.file == pose_file_of(*document))
    origin.has_more = !has_all_posed(*document);
  if (takes_pose) {
    Pose next = settled_pose(*document);
    const std::size_t active = std::exchange(arrangement_.active, number);
    if (was_saved) take_pose({next, edit::whole_pose(), names_of_poses(*document)}, nullptr);
    arrangement_.active = active;
    numbered(number)->origin->pose = std::make_shared<const Pose>(std::move(next));
  }
  if (number != arrangement_.active)  // the active one's are found with what else is named
    static_cast<void>(find_option_morphs(number));
  playback_.set_last_frame(last_frame());
  arrange_models();
  changed(Dirty::model);
  return out;
}

/// Gives the figure of all steps a reloaded model.
void Stage::carry_over(std::size_t number, const std::shared_ptr<const LoadedFigure>& document) {
  const edit::CarryOver carry(numbered(number)->model(), document->model());
  std::vector<Figure> group = with_attached(mmd::carried_over(*numbered(number), document, carry));
  std::map<std::shared_ptr<const Pose>, std::shared_ptr<const Pose>> poses;
  const auto carried = [&](const std::shared_ptr<const Pose>& pose) {
    auto& now = poses[pose];
    if (now == nullptr) now = std::make_shared<const Pose>(carried_over(*pose, carry, document->model()));
    return now;
  };
  std::set<std::shared_ptr<PoseOrigin>> origins;
  change_all([&](Arrangement& in) {
    const Figure* before = in.find(number);
    if (before == nullptr) return;
    group.front() = mmd::carried_over(*before, document, carry);
    group.front().edited = carried(before->edited);
    if (origins.insert(before->origin).second) before->origin->pose = carried(before->origin->pose);
    put(in, number, group);
  });
  history_.forget_empty(number);
}

Result<void> Stage::find_named() {
  if (!arrangement_.highlight.empty())
    MMD_TRY(bone_called(document()->model(), arrangement_.highlight, "--highlight"));
  return find_option_morphs(arrangement_.active);
}

/// Finds the morphs of the options, which are the first figure's. They are part of a pose without edits.
Result<void> Stage::find_option_morphs(std::size_t number) {
  const Figure& figure = *numbered(number);
  const bool are_its = number == 1;
  MMD_TRY(const auto morphs, find_morphs(are_its ? start_morphs_ : NamedMorphs(), figure.model(), "--morph"));
  std::shared_ptr<const Pose> pose;
  if (!history_.edits(number) && is_saved(figure)) {  // a restored backup is unsaved without steps
    Pose opened = *figure.origin->pose;
    lay(morphs, opened);
    pose = std::make_shared<const Pose>(std::move(opened));
    figure.origin->pose = pose;
  }
  change_all([&](Arrangement& in) {
    Figure* same = in.find(number);
    if (same == nullptr) return;
    same->morphs = morphs;
    if (are_its) same->look_at = start_look_at_;
    if (pose != nullptr) same->edited = pose;
  });
  return {};
}

void Stage::show_textures(Loaded&& loaded) {
  const LoadedModel& whole = loaded.document.loaded;
  std::map<std::shared_ptr<const LoadedFigure>, std::shared_ptr<const LoadedFigure>> textured;
  change_all([&](Arrangement& in) {
    for (Figure& figure : in.figures) {
      if (figure.loaded->loaded.model != whole.model) continue;
      auto& now = textured[figure.loaded];
      if (now == nullptr) now = with_textures(*figure.loaded, whole);
      figure.loaded = now;
    }
  });
  changed(Dirty::look);
}

void Stage::add(LoadedFigure&& document, bool is_step) {
  leave_gesture();
  const ScenePlace free = default_place(scene(), document.loaded);
  const std::size_t index = figures().size();
  Figure next = opened_figure(std::make_shared<const LoadedFigure>(std::move(document)), ++last_number_);
  next.place = free;
  if (!is_step) {  // figures of the command line
    if (index < start_places_.size()) next.place = start_places_[index];
    next.hidden_materials = materials_named_singly(start_hidden_, next.model(), index + 1);
    next.visible = !names_whole_model(start_hidden_, index + 1);
  }
  const std::size_t number = next.number;
  const bool is_first = figure() == nullptr;
  if (!next.model().is_accessory || is_first) arrangement_.active = number;
  const std::vector<Figure> group = with_attached(std::move(next));
  if (is_step && !is_first) {
    put(arrangement_, 0, group);
    commit(info_of(StepKind::added, number));
  } else {
    if (is_first) history_.begin(arrangement_);
    change_all([&](Arrangement& in) { put(in, 0, group); });
  }
  if (!is_step) hang_start_figures();
  arrangement_.highlight.clear();
  arrange_models();
  start_motions(false);
  changed(Dirty::model);
}

/// Options name a carrier by its place in the list, figures by its number.
void Stage::hang_start_figures() {
  const auto list = figures();
  std::map<std::size_t, std::size_t> carriers;
  for (std::size_t i = 0; i < list.size() && i < start_places_.size(); ++i) {
    const std::size_t carrier = start_places_[i].carrier;
    carriers[list[i]->number] = carrier > 0 && carrier <= list.size() ? list[carrier - 1]->number : 0;
  }
  change_all([&](Arrangement& in) {
    for (const auto& [number, carrier] : carriers)
      if (Figure* figure = in.find(number)) figure->place.carrier = carrier;
  });
}

void Stage::activate(std::uint64_t number) {
  if (figure() == nullptr || figure()->number == number || numbered(number) == nullptr) return;
  leave_gesture();
  arrangement_.active = number;
  arrangement_.highlight.clear();
  changed(Dirty::look);
}

void Stage::remove(std::uint64_t number) {
  if (figures().size() < 2 || numbered(number) == nullptr) return;
  leave_gesture();
  const Arrangement before = arrangement_;
  StepInfo info = info_of(StepKind::removed, number);
  put(arrangement_, number, {});
  activate_neighbour(before, arrangement_);
  std::vector<Figure> gone = before.figures;
  std::erase_if(gone, [&](const Figure& figure) { return numbered(figure.number) != nullptr; });
  history_.push(std::move(info), arrangement_, std::move(gone));
  arrangement_.highlight.clear();
  arrange_models();
  start_motions(false);
  changed(Dirty::model);
}

void Stage::place(std::uint64_t number, const vec3& at) {
  const Figure* figure = numbered(number);
  if (figure == nullptr) return;
  ScenePlace place = figure->place;
  place.position = mirror(at);
  this->place(number, place);
}

void Stage::place(std::uint64_t number, const ScenePlace& to) {
  Figure* figure = arrangement_.find(number);
  if (figure == nullptr || figure->place == to) return;
  figure->place = to;
  commit(info_of(StepKind::placed, number));
  arrange();
  changed(Dirty::pose, gesture_ ? Pace::by_hand : Pace::jump);
}

void Stage::set_shown(std::uint64_t number, bool shown) {
  Figure* figure = arrangement_.find(number);
  if (figure == nullptr || figure->visible == shown) return;
  figure->visible = shown;
  commit(info_of(StepKind::shown, number));
  changed(Dirty::pose, Pace::stay);
}

/// After a change of the list of figures.
void Stage::arrange_models() {
  has_warned_ = false;
  scene().ghosts.clear();
  arrange();
}

std::uint32_t Stage::last_frame() const {
  std::uint32_t last = 0;
  for (const Figure* figure : figures()) last = std::max(last, figure->loaded->last_frame());
  return last;
}

bool Stage::has_motion() const {
  const auto list = figures();
  return std::any_of(list.begin(), list.end(), [](const Figure* figure) { return figure->moves(); });
}

}  // namespace mmd
