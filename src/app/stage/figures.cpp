#include "app/stage/figures.h"

#include <algorithm>
#include <utility>

#include "app/text/messages.h"

namespace mmd {
namespace {

/// Maximum number of steps; the oldest are dropped. A figure's own steps have limits of their size
/// (edit::HistoryLimits).
constexpr std::size_t max_steps = 2000;

/// Index of a step in its figure's history; nullopt if it was dropped.
std::optional<std::size_t> index_of(const edit::History& history, std::uint64_t number) {
  std::size_t low = 0, high = history.size();  // numbers ascend
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (history[middle].info.number < number) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < history.size() && history[low].info.number == number ? std::optional(low) : std::nullopt;
}

}  // namespace

FigureEditor* Figures::numbered(std::uint64_t number) const {
  const auto found = std::find_if(list_.begin(), list_.end(),
                                  [&](const auto& figure) { return figure->number() == number; });
  return found == list_.end() ? nullptr : found->get();
}

void Figures::activate(std::uint64_t number) {
  for (std::size_t i = 0; i < list_.size(); ++i)
    if (list_[i]->number() == number) active_ = i;
}

void Figures::insert(std::shared_ptr<FigureEditor> figure, std::size_t index) {
  active_ = std::min(index, list_.size());
  list_.insert(list_.begin() + static_cast<std::ptrdiff_t>(active_), std::move(figure));
}

void Figures::erase(std::uint64_t number) {
  const auto found = std::find_if(list_.begin(), list_.end(),
                                  [&](const auto& figure) { return figure->number() == number; });
  if (found == list_.end()) return;
  const auto index = static_cast<std::size_t>(found - list_.begin());
  list_.erase(found);
  if (active_ > index || active_ == list_.size()) active_ = active_ > 0 ? active_ - 1 : 0;
}

void Figures::put(std::shared_ptr<FigureEditor> figure, std::uint64_t in_place_of) {
  const FigureEditor* before = numbered(in_place_of);
  if (before == nullptr) return insert(std::move(figure), list_.size());
  figure->put(before->scene_place());
  // Steps of the replaced figure cannot be undone any longer.
  keep([&](const StageStep& step) { return step.figure != in_place_of; });
  activate(in_place_of);
  list_[active_] = std::move(figure);
}

void Figures::push(StageStep step) {
  step.text = step.kept ? figure_name(*step.kept) : figure_name(*numbered(step.figure));
  steps_.resize(position_);
  steps_.push_back(std::move(step));
  if (steps_.size() > max_steps) steps_.erase(steps_.begin());
  position_ = steps_.size();
}

void Figures::add(std::shared_ptr<FigureEditor> figure) {
  StageStep step{StageStepKind::added, figure->number(), 0, figure, list_.size(), {}, {}, {}};
  insert(std::move(figure), list_.size());
  push(std::move(step));
}

void Figures::remove(std::uint64_t number) {
  for (std::size_t i = 0; i < list_.size() && list_.size() > 1; ++i) {
    if (list_[i]->number() != number) continue;
    StageStep step{StageStepKind::removed, number, 0, list_[i], i, {}, {}, {}};
    erase(number);
    return push(std::move(step));
  }
}

void Figures::place(std::uint64_t number, const ScenePlace& to) {
  FigureEditor* figure = numbered(number);
  if (figure == nullptr || figure->scene_place() == to) return;
  const ScenePlace before = figure->scene_place();
  figure->put(to);
  if (dragged_ && dragged_->figure == number) {
    dragged_->after = to;
    return;
  }
  StageStep step{StageStepKind::placed, number, 0, nullptr, 0, before, to, {}};
  if (!in_gesture_) return push(std::move(step));
  push_dragged();
  dragged_ = std::move(step);
}

void Figures::push_dragged() {
  const auto step = std::exchange(dragged_, std::nullopt);
  if (step && !(step->before == step->after) && numbered(step->figure) != nullptr) push(*step);
}

void Figures::begin_gesture() {
  push_dragged();
  in_gesture_ = true;
}

void Figures::end_gesture() {
  in_gesture_ = false;
  push_dragged();
}

bool Figures::cancel_gesture() {
  in_gesture_ = false;
  const auto step = std::exchange(dragged_, std::nullopt);
  FigureEditor* figure = step ? numbered(step->figure) : nullptr;
  if (figure != nullptr) figure->put(step->before);
  return figure != nullptr;
}

void Figures::set_shown(std::uint64_t number, bool shown) {
  FigureEditor* figure = numbered(number);
  if (figure == nullptr || figure->is_shown() == shown) return;
  figure->set_shown(shown);
  push({StageStepKind::shown, number, 0, nullptr, 0, {}, {}, {}});
}

void Figures::note(const FigureEditor& figure) {
  const edit::History& history = figure.editor().history();
  const std::uint64_t oldest = history.size() > 0 ? history[0].info.number : 0;
  const auto own = [&](const StageStep& step) {
    return step.kind == StageStepKind::edited && step.figure == figure.number();
  };
  const auto first = std::find_if(steps_.begin(), steps_.end(), own);
  if (first != steps_.end() && first->edit < oldest) forget_lost(figure);
  std::uint64_t& noted = noted_[figure.number()];
  std::size_t from = history.position();
  while (from > 0 && history[from - 1].info.number > noted) --from;
  for (std::size_t i = from; i < history.position(); ++i) {
    noted = history[i].info.number;
    push({StageStepKind::edited, figure.number(), noted, nullptr, 0, {}, {}, {}});
  }
}

void Figures::forget_lost(const FigureEditor& figure) {
  keep([&](const StageStep& step) {
    return step.kind != StageStepKind::edited || step.figure != figure.number() ||
           index_of(figure.editor().history(), step.edit);
  });
}

void Figures::keep(const std::function<bool(const StageStep&)>& stays) {
  std::size_t position = 0;
  std::vector<StageStep> kept;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (!stays(steps_[i])) continue;
    kept.push_back(std::move(steps_[i]));
    position += i < position_;
  }
  steps_ = std::move(kept);
  position_ = position;
}

const edit::StepInfo* Figures::edit_of(const StageStep& step) const {
  if (step.kind != StageStepKind::edited) return nullptr;
  const FigureEditor* figure = numbered(step.figure);
  for (std::size_t i = 0; figure == nullptr && i < steps_.size(); ++i)
    if (steps_[i].kept && steps_[i].figure == step.figure) figure = steps_[i].kept.get();
  if (figure == nullptr) return nullptr;
  const edit::History& history = figure->editor().history();
  const auto index = index_of(history, step.edit);
  return index ? &history[*index].info : nullptr;
}

void Figures::carry_out(const StageStep& step, bool forwards) {
  switch (step.kind) {
    case StageStepKind::added:
    case StageStepKind::removed:
      if (forwards == (step.kind == StageStepKind::added)) {
        insert(step.kept, step.index);
      } else {
        erase(step.figure);
      }
      return;
    case StageStepKind::placed:
      numbered(step.figure)->put(forwards ? step.after : step.before);
      break;
    case StageStepKind::shown:
      numbered(step.figure)->set_shown(!numbered(step.figure)->is_shown());
      break;
    default:
      break;
  }
  activate(step.figure);
}

const StageStep& Figures::undo() {
  const StageStep& step = steps_[--position_];
  carry_out(step, false);
  return step;
}

const StageStep& Figures::redo() {
  const StageStep& step = steps_[position_++];
  carry_out(step, true);
  return step;
}

std::string figure_name(const FigureEditor& figure) {
  const std::string& name = figure.model().name;
  return name.empty() ? file_name(figure.document()->model_file) : name;
}

}  // namespace mmd
