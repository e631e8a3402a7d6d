#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "edit/command.h"
#include "edit/edit_state.h"

namespace mmd::edit {

/// How much is remembered; the oldest steps go first, the newest always stays.
struct HistoryLimits {
  std::size_t steps = 1000;
  std::size_t bytes = std::size_t{64} << 20;
};

/// One line of the list of steps.
struct StepInfo {
  CommandKind kind = CommandKind::reset;
  std::string subject;       ///< subject_of() the command
  std::uint64_t number = 0;  ///< from 1, never given twice
};

/// "Turn 左腕".
std::string label_of(const StepInfo& step);

struct Step {
  StepInfo info;
  Delta delta;

  std::size_t bytes() const { return sizeof(info) + info.subject.capacity() + delta.bytes(); }
};

/// The steps that are remembered, those that are undone included, and where among them the state is. It knows
/// what steps changed and neither commands nor model.
class History {
 public:
  explicit History(const HistoryLimits& limits) : limits_(limits) {}

  std::size_t size() const { return steps_.size(); }
  const Step& operator[](std::size_t index) const { return steps_[index]; }
  /// How many of the steps are done; those from here on are undone.
  std::size_t position() const { return position_; }
  std::size_t bytes() const { return bytes_; }

  /// A step that was just done. What was undone is forgotten, and the oldest beyond the limits. Gives it its
  /// number.
  void push(Step step);
  /// At most size().
  void set_position(std::size_t position) noexcept { position_ = position; }
  void clear();

  /// Makes every step one of another model; those of which nothing is left are forgotten.
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
