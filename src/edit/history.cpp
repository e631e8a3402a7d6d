#include "edit/history.h"

namespace mmd::edit {

std::string label_of(const StepInfo& step) {
  std::string out(words_of(step.kind));
  if (!step.subject.empty()) out += ' ' + step.subject;
  return out;
}

void History::push(Step step) {
  step.info.number = last_number_ + 1;
  const std::size_t bytes = step.bytes();
  forget_undone();
  steps_.push_back(std::move(step));
  ++last_number_;
  position_ = steps_.size();
  bytes_ += bytes;
  while (steps_.size() > 1 && (steps_.size() > limits_.steps || bytes_ > limits_.bytes)) forget_oldest();
}

void History::clear() {
  steps_.clear();
  position_ = bytes_ = 0;
}

void History::forget_undone() {
  while (steps_.size() > position_) {
    bytes_ -= steps_.back().bytes();
    steps_.pop_back();
  }
}

void History::forget_oldest() {
  bytes_ -= steps_.front().bytes();
  steps_.pop_front();
  --position_;
}

void History::carry_over(const CarryOver& carry) {
  std::deque<Step> kept;
  // For each position the number of kept steps before it.
  std::vector<std::size_t> kept_before{0};
  std::size_t bytes = 0;
  for (const Step& step : steps_) {
    Step carried{step.info, carried_over(step.delta, carry)};
    if (!carried.delta.empty()) {
      bytes += carried.bytes();
      kept.push_back(std::move(carried));
    }
    kept_before.push_back(kept.size());
  }
  position_ = kept_before[position_];
  bytes_ = bytes;
  steps_ = std::move(kept);
}

}  // namespace mmd::edit
