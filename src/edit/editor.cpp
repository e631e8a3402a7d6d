#include "edit/editor.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "edit/command.h"

namespace mmd::edit {

Editor::Editor(std::shared_ptr<const Model> model, const HistoryLimits& limits)
    : model_(std::move(model)), state_(*model_), history_(limits) {}

Result<Change> Editor::apply(const Command& command) {
  const bool is_look = kind_of(command) == CommandKind::set_look;
  return apply(command, gesture_ && !is_look ? gesture_->base : state_);
}

void Editor::keep_look(std::shared_ptr<const Look> look) {
  if (gesture_) gesture_->base.look = look;
  state_.look = std::move(look);
}

/// Does everything that can fail or throw before it changes the state.
Result<Change> Editor::apply(const Command& command, const EditState& from) {
  if (!from.fits(*model_)) return fail("the pose belongs to another model");
  EditState next = from;
  MMD_TRY(auto lacking, perform(command, *model_, next));
  settle_changed(from.pose, next.pose);
  Delta delta = difference(state_, next);
  Change change = delta.change();
  change.lacking = std::move(lacking);
  StepInfo info{deed_of(command), subject_of(command, *model_), 0};
  if (gesture_) gesture_->info = info;
  if (change.level == Dirty::nothing) return change;
  if (!gesture_) history_.push({std::move(info), std::move(delta)});
  state_ = std::move(next);
  ++revision_;
  return change;
}

void Editor::begin_gesture() {
  if (gesture_) static_cast<void>(end_gesture());
  gesture_ = Gesture{state_, {}};
}

Result<void> Editor::end_gesture() {
  if (!gesture_) return {};
  Delta delta = difference(gesture_->base, state_);
  if (!delta.empty()) history_.push({gesture_->info, std::move(delta)});
  gesture_.reset();
  return {};
}

Change Editor::cancel_gesture() {
  if (!gesture_) return {};
  Change change = difference(state_, gesture_->base).change();
  if (change.level != Dirty::nothing) ++revision_;
  state_ = std::move(gesture_->base);
  gesture_.reset();
  return change;
}

Change Editor::step_to(std::size_t position, const Delta& delta, Delta::Side side) {
  Change change = delta.change();
  delta.put(side, state_);
  history_.set_position(position);
  ++revision_;
  return change;
}

Change Editor::undo() {
  if (!can_undo()) return {};
  const std::size_t to = history_.position() - 1;
  return step_to(to, history_[to].delta, Delta::Side::before);
}

Change Editor::redo() {
  if (!can_redo()) return {};
  const std::size_t from = history_.position();
  return step_to(from + 1, history_[from].delta, Delta::Side::after);
}

Result<Change> Editor::go_to(std::size_t position) {
  if (position > history_.size())
    return fail(fmt::format("there is no step {}: the list has {}", position, history_.size()));
  if (gesture_) return Change{};
  EditState next = state_;
  std::size_t at = history_.position();
  while (at > position) history_[--at].delta.put(Delta::Side::before, next);
  while (at < position) history_[at++].delta.put(Delta::Side::after, next);
  Change change = difference(state_, next).change();
  if (change.level != Dirty::nothing) ++revision_;
  state_ = std::move(next);
  history_.set_position(position);
  return change;
}

Result<Change> Editor::start_from(EditState state) {
  if (!state.fits(*model_)) return fail("the pose belongs to another model");
  Change change = difference(state_, state).change();
  gesture_.reset();
  history_.clear();
  state_ = std::move(state);
  ++revision_;
  return change;
}

Result<Change> Editor::replace_model(std::shared_ptr<const Model> model) {
  static_cast<void>(cancel_gesture());
  const CarryOver carry(*model_, *model);
  Change change;
  change.level = Dirty::model;
  change.lacking = left_out(state_.pose, carry, *model_);
  EditState next = carried_over(state_, carry, *model);
  history_.carry_over(carry);
  state_ = std::move(next);
  model_ = std::move(model);
  ++revision_;
  return change;
}

}  // namespace mmd::edit
