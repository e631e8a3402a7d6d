#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "edit/command.h"
#include "edit/edit_state.h"

namespace mmd::edit {

/// Limits of the history. The oldest steps are dropped first; the newest always stays.
struct HistoryLimits {
  std::size_t steps = 1000;
  std::size_t bytes = std::size_t{64} << 20;
};

/// One line of the undo list.
struct StepInfo {
  CommandKind kind = CommandKind::reset;
  std::string subject;       ///< subject_of() the command
  std::uint64_t number = 0;  ///< from 1, never reused
};

/// The step's label: "Rotate 左腕".
std::string label_of(const StepInfo& step);

struct Step {
  StepInfo info;
  Delta delta;

  std::size_t bytes() const { return sizeof(info) + info.subject.capacity() + delta.bytes(); }
};

/// The recorded steps, including undone ones, and the position of the state among them. Steps store
/// differences, so the history needs neither commands nor the model.
class History {
 public:
  explicit History(const HistoryLimits& limits) : limits_(limits) {}

  std::size_t size() const { return steps_.size(); }
  const Step& operator[](std::size_t index) const { return steps_[index]; }
  /// The number of steps that are done; later ones are undone.
  std::size_t position() const { return position_; }
  std::size_t bytes() const { return bytes_; }

  /// Appends and numbers a step that was just done. Drops undone steps and the oldest beyond the limits.
  void push(Step step);
  /// `position`: at most size().
  void set_position(std::size_t position) noexcept { position_ = position; }
  void clear();

  /// Converts every step to another model and drops steps that become empty.
  void carry_over(const CarryOver& carry);

 private:
  void forget_undone();
  void forget_oldest();

  HistoryLimits limits_;
  std::deque<Step> steps_;
  std::size_t position_ = 0, bytes_ = 0;
  std::uint64_t last_number_ = 0;
};

}  // namespace mmd::edit
