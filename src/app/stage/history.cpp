#include "app/stage/history.h"

#include <algorithm>
#include <utility>

#include "app/stage/edited_figure.h"

namespace mmd {
namespace {

bool same_steps(const Figure& a, const Figure& b) {
  return a.number == b.number && a.place == b.place && a.visible == b.visible && a.frozen == b.frozen &&
         difference(a, b).level == edit::Dirty::nothing;
}

/// The bytes of poses in `now` that `before` lacks.
std::size_t new_bytes(const Arrangement& before, const Arrangement& now) {
  std::size_t out = 0;
  for (const Figure& figure : now.figures) {
    const Figure* same = before.find(figure.number);
    if (figure.edited == nullptr || (same != nullptr && same->edited == figure.edited)) continue;
    const Pose& pose = *figure.edited;
    out += pose.translation.size() * (sizeof(vec3) + sizeof(quat)) +
           pose.morph_weights.size() * sizeof(float) + pose.exact.size() * sizeof(ExactTransform);
  }
  return out;
}

/// Keeps a figure that leaves the arrangement, in place of what was kept of it before.
void keep(const Figure& figure, Arrangement& gone) {
  std::erase_if(gone.figures, [&](const Figure& one) { return one.number == figure.number; });
  gone.figures.push_back(figure);
}

}  // namespace

bool same_light(const Arrangement& a, const Arrangement& b) {
  return a.light == b.light && a.look.background == b.look.background &&
         a.look.background_picture == b.look.background_picture;
}

bool same_steps(const Arrangement& a, const Arrangement& b) {
  return same_light(a, b) &&
         std::equal(a.figures.begin(), a.figures.end(), b.figures.begin(), b.figures.end(),
                    [](const Figure& x, const Figure& y) { return same_steps(x, y); });
}

Arrangement with_steps_of(const Arrangement& steps, const Arrangement& now, const Arrangement& gone) {
  Arrangement out = now;
  out.figures.clear();
  for (const Figure& then : steps.figures) {
    const Figure* last = now.find(then.number);
    if (last == nullptr) last = gone.find(then.number);
    Figure& next = out.figures.emplace_back(last != nullptr ? *last : then);
    next.edited = then.edited;
    next.ik_chains = then.ik_chains;
    next.frozen = then.frozen;
    next.origin = then.origin;
    next.place = then.place;
    next.visible = then.visible;
  }
  out.light = steps.light;
  out.look.background = steps.look.background;
  out.look.background_picture = steps.look.background_picture;
  return out;
}

void activate_neighbour(const Arrangement& before, Arrangement& now) {
  if (now.find(now.active) != nullptr) return;
  const auto were = own_figures(before), are = own_figures(now);
  const auto at = std::find_if(were.begin(), were.end(),
                               [&](const Figure* figure) { return figure->number == before.active; });
  const auto index = static_cast<std::size_t>(at - were.begin());
  now.active = are.empty() ? 0 : are[std::min(index, are.size() - 1)]->number;
}

StepInfo History::last_edit_of(std::size_t figure) const {
  for (std::size_t i = position_; i > 0; --i)
    if (states_[i].info.kind == StepKind::pose && states_[i].info.figure == figure) return states_[i].info;
  return {};
}

bool History::edits(std::size_t figure) const {
  return std::any_of(states_.begin() + 1, states_.end(), [&](const State& state) {
    return state.info.kind == StepKind::pose && state.info.figure == figure;
  });
}

std::optional<bool> History::is_done(std::uint64_t number) const {
  for (std::size_t i = 1; i < states_.size(); ++i)
    if (states_[i].info.number == number) return i <= position_;
  return std::nullopt;
}

void History::begin(Arrangement start) {
  states_.assign(1, {{}, std::move(start), 0});
  position_ = bytes_ = 0;
  gone_ = {};
}

void History::push(StepInfo info, Arrangement after, std::vector<Figure> gone) {
  while (states_.size() > position_ + 1) {
    bytes_ -= states_.back().bytes;
    states_.pop_back();
  }
  info.number = ++last_number_;
  const std::size_t bytes = new_bytes(now(), after);
  states_.push_back({std::move(info), std::move(after), bytes});
  bytes_ += bytes;
  while (size() > 1 && (size() > limits_.steps || bytes_ > limits_.bytes)) {
    states_.pop_front();
    bytes_ -= std::exchange(states_.front().bytes, 0);
  }
  position_ = size();
  for (const Figure& figure : gone) keep(figure, gone_);
  forget_gone();
}

/// Forgets removed figures that no step brings back.
void History::forget_gone() {
  std::erase_if(gone_.figures, [&](const Figure& figure) {
    return std::none_of(states_.begin(), states_.end(),
                        [&](const State& state) { return state.after.find(figure.number) != nullptr; });
  });
}

void History::undo(Arrangement& now) {
  if (can_undo()) step(position_ - 1, now);
}

void History::redo(Arrangement& now) {
  if (can_redo()) step(position_ + 1, now);
}

void History::step(std::size_t to, Arrangement& now) {
  const StepInfo& info = states_[std::max(position_, to)].info;
  const bool back = to < position_;
  Arrangement next = with_steps_of(states_[to].after, now, gone_);
  if (Figure* figure = next.find(info.figure)) {
    if (info.shown_before != info.shown_after)
      figure->shows = back ? info.shown_before : info.shown_after;
    else if (info.kind == StepKind::pose && !is_shown_as_edited(*figure))
      figure->shows = Shows::pose;  // or nothing of it would be seen
    next.active = info.figure;
  }
  activate_neighbour(now, next);
  for (const Figure& figure : now.figures)
    if (next.find(figure.number) == nullptr) keep(figure, gone_);
  position_ = to;
  now = std::move(next);
}

void History::change(const std::function<void(Arrangement&)>& change) {
  for (State& state : states_) change(state.after);
  change(gone_);
  count_bytes();
}

void History::drop(const std::function<bool(std::size_t state)>& is_dropped) {
  std::deque<State> kept;
  std::size_t position = 0;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (i > 0 && is_dropped(i)) continue;
    kept.push_back(std::move(states_[i]));
    position += i > 0 && i <= position_;
  }
  states_ = std::move(kept);
  position_ = position;
  count_bytes();
  forget_gone();
}

void History::forget(std::size_t figure) {
  drop([&](std::size_t i) { return states_[i].info.figure == figure; });
}

void History::forget_empty(std::size_t figure) {
  std::vector<bool> empty(states_.size());
  for (std::size_t i = 1; i < states_.size(); ++i) {
    const StepInfo& info = states_[i].info;
    empty[i] = info.kind == StepKind::pose && info.figure == figure &&
               info.shown_before == info.shown_after && same_steps(states_[i - 1].after, states_[i].after);
  }
  drop([&](std::size_t i) { return empty[i]; });
}

void History::count_bytes() {
  bytes_ = 0;
  for (std::size_t i = 1; i < states_.size(); ++i)
    bytes_ += states_[i].bytes = new_bytes(states_[i - 1].after, states_[i].after);
}

}  // namespace mmd
