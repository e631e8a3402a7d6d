// Figures of the stage: adding, removing, activating, moving, and their undo steps.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/stage/stage.h"
#include "base/errors.h"
#include "base/handedness.h"
#include "document/framing.h"
#include "document/loaded_figure.h"
#include "document/named_parts.h"

namespace mmd {

void Stage::add(LoadedFigure&& document, bool is_step) {
  leave_gesture();
  const ScenePlace free = default_place(scene_, document.loaded);
  StageLook own = look();
  own.morphs.clear();
  own.hidden_materials.clear();
  const std::size_t index = figures_.list().size();
  const bool of_start = !is_step;  // figures of the command line
  if (of_start) own.hidden_materials = materials_named_singly(start_hidden_, document.model(), index + 1);
  auto next = std::make_shared<FigureEditor>(std::make_shared<const LoadedFigure>(std::move(document)), own);
  next->put(of_start && index < start_places_.size() ? start_places_[index] : free);
  if (of_start) next->set_shown(!names_whole_model(start_hidden_, index + 1));
  const std::uint64_t active_before = figure() != nullptr ? figure()->number() : 0;
  const bool is_accessory = next->model().is_accessory;
  if (is_step) {
    figures_.add(std::move(next));
  } else {
    figures_.put(std::move(next), 0);
    hang_start_figures();
  }
  if (is_accessory && active_before != 0) figures_.activate(active_before);
  put_actors();
  follow_active();
  start_motions(false);
  changed(Dirty::model);
}

/// Options name a carrier by its place in the list, figures by its number.
void Stage::hang_start_figures() {
  const auto& list = figures_.list();
  for (std::size_t i = 0; i < list.size() && i < start_places_.size(); ++i) {
    const std::size_t carrier = start_places_[i].carrier;
    ScenePlace place = list[i]->scene_place();
    place.carrier = carrier > 0 && carrier <= list.size() ? list[carrier - 1]->number() : 0;
    list[i]->put(std::move(place));
  }
}

void Stage::activate(std::uint64_t number) {
  if (figure() == nullptr || figure()->number() == number || figures_.numbered(number) == nullptr) return;
  leave_gesture();
  figures_.activate(number);
  follow_active();
  changed(Dirty::look);
}

/// Ends a drag that something else interrupts.
void Stage::leave_gesture() {
  if (figure() != nullptr && figure()->editor().in_gesture()) static_cast<void>(end_gesture());
}

/// Takes the choices of the active figure.
void Stage::follow_active() {
  scene_.subject = figure()->actor();
  choices_.evaluation = figure()->look().evaluation;
  choices_.morphs = figure()->look().morphs;
  choices_.hidden_materials = figure()->look().hidden_materials;
  choices_.highlight.clear();
  if (changed_bones_.empty()) return;
  changed_bones_.clear();  // they are another figure's
  whole_ = true;
}

void Stage::remove(std::uint64_t number) {
  if (figures_.list().size() < 2 || figures_.numbered(number) == nullptr) return;
  leave_gesture();
  figures_.remove(number);
  put_actors();
  follow_active();
  start_motions(false);
  changed(Dirty::model);
}

void Stage::place(std::uint64_t number, const vec3& at) {
  const FigureEditor* figure = figures_.numbered(number);
  if (figure == nullptr) return;
  ScenePlace place = figure->scene_place();
  place.position = mirror(at);
  this->place(number, place);
}

void Stage::place(std::uint64_t number, const ScenePlace& to) {
  figures_.place(number, to);
  place_actors();
  const bool dragged = figure()->editor().in_gesture();
  changed(Dirty::pose, dragged ? PhysicsUpdate::by_hand : PhysicsUpdate::jump);
}

void Stage::set_shown(std::uint64_t number, bool shown) {
  figures_.set_shown(number, shown);
  changed(Dirty::pose, PhysicsUpdate::stay);
}

void Stage::put_actors() {
  live_.stop(scene_);
  has_warned_ = false;
  scene_.actors.clear();
  scene_.attachments.clear();
  scene_.ghosts.clear();
  for (const auto& figure : figures_.list()) {
    const LoadedModel& model = figure->document()->loaded;
    figure->set_actor(scene_.actors.size());
    if (!scene_.actors.empty()) scene_.attachments.emplace_back();
    scene_.actors.push_back(std::make_unique<Actor>(model.model, model.textures));
    add_attached_actors(*figure->document(), scene_);
  }
  scene_.subject = figure()->actor();
  place_actors();
}

/// Places the figures; attached models follow in the evaluation.
void Stage::place_actors() {
  for (const auto& figure : figures_.list()) {
    const ScenePlace& place = figure->scene_place();
    put_actor(place, *scene_.actors[figure->actor()]);
    if (figure->actor() == 0) continue;
    const FigureEditor* carrier = figures_.numbered(place.carrier);
    scene_.attachments[figure->actor() - 1] =
        attachment_of(place, figure->model(), carrier != nullptr ? &carrier->model() : nullptr,
                      carrier != nullptr ? carrier->actor() : 0);
  }
  place_attachments(scene_);
}

std::uint32_t Stage::last_frame() const {
  std::uint32_t last = 0;
  for (const auto& figure : figures_.list()) last = std::max(last, figure->document()->last_frame());
  return last;
}

bool Stage::has_motion() const {
  return std::any_of(figures_.list().begin(), figures_.list().end(),
                     [](const auto& figure) { return figure->has_motions(); });
}

const std::vector<std::int32_t>& Stage::hidden_materials_of(const FigureEditor& shown) const {
  return &shown == figure() ? choices_.hidden_materials : shown.look().hidden_materials;
}

std::vector<AnimatedActor> Stage::played() const {
  std::vector<AnimatedActor> out;
  for (const auto& figure : figures_.list())
    out.push_back({figure->actor(), &figure->sampler(), choices_.evaluation, hidden_materials_of(*figure),
                   figure->is_shown()});
  return out;
}

/// The camera of the first figure whose motions have one.
const PosedState& Stage::camera_state() const {
  for (const auto& figure : figures_.list())
    if (figure->sampler().state().camera) return figure->sampler().state();
  return sampler().state();
}

const PosedState& Stage::light_state() const {
  for (const auto& figure : figures_.list())
    if (figure->sampler().state().light) return figure->sampler().state();
  return sampler().state();
}

void Stage::share_look() {
  for (const auto& other : figures_.list())
    if (other.get() != figure()) other->share(look());
}

bool Stage::undo() {
  return figures_.can_undo() && step(false);
}

bool Stage::redo() {
  return figures_.can_redo() && step(true);
}

Result<bool> Stage::go_to_step(std::size_t position) {
  if (position > figures_.size())
    return fail(fmt::format("no step {} in the history, which has {}", position, figures_.size()));
  bool frames = false;
  if (figure() == nullptr || figure()->editor().in_gesture()) return frames;
  while (figures_.position() > position) frames |= step(false);
  while (figures_.position() < position) frames |= step(true);
  return frames;
}

/// Performs the next step forwards or backwards; returns what undo() does.
bool Stage::step(bool forwards) {
  if (figure()->editor().in_gesture()) return false;
  const FigureEditor* before = figure();
  const StageStep& done = forwards ? figures_.redo() : figures_.undo();
  const StageStepKind kind = done.kind;
  if (kind == StageStepKind::added || kind == StageStepKind::removed) put_actors();
  if (figure() != before) follow_active();
  if (kind == StageStepKind::edited) {
    const Shows shown = shows();
    take(forwards ? active().redo() : active().undo(), shown, PhysicsUpdate::jump);
    return active().opens_pose(done.edit);
  }
  share_look();  // a figure that comes back has missed what was chosen since
  start_motions(false);
  place_actors();
  const bool same_actors = kind == StageStepKind::placed || kind == StageStepKind::shown;
  changed(same_actors ? Dirty::pose : Dirty::model, same_actors ? PhysicsUpdate::jump : PhysicsUpdate::anew);
  return kind != StageStepKind::placed;
}

}  // namespace mmd
