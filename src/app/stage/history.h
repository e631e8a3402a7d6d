#pragma once

// Undo: the arrangements between which the user goes back and forth. They share poses and files, so a step
// costs some pointers and the pose that it changed.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "edit/command.h"
#include "session/arrangement.h"

namespace mmd {

/// What a step changed.
enum class StepKind : std::uint8_t {
  pose,
  look,  ///< light and background
  added,
  removed,
  placed,
  shown,
  count
};

/// One line of the undo list.
struct StepInfo {
  StepKind kind = StepKind::pose;
  std::size_t figure = 0;                                ///< number of the changed figure; 0: the scene
  std::string figure_name;                               ///< empty: the scene
  edit::CommandKind command = edit::CommandKind::reset;  ///< of a pose
  std::string subject;                                   ///< subject_of() the command, or the changed setting
  bool frames = false;  ///< other models or an opened pose are shown: a fitted camera frames them
  /// What the figure showed; the same if the step did not change that.
  Shows shown_before = Shows::motion, shown_after = Shows::motion;
  std::uint64_t number = 0;  ///< from 1, never reused; 0: no step
};

/// Limits of the history. The oldest steps are dropped first; the newest always stays.
struct HistoryLimits {
  std::size_t steps = 1000;
  std::size_t bytes = std::size_t{64} << 20;  ///< of distinct poses
};

/// The steps of a window, including undone ones, and the position among them. Steps change poses, places and
/// visibility of figures, the list of figures, light and background. What else an arrangement has stays as it
/// is now when steps are undone and redone.
class History {
 public:
  explicit History(const HistoryLimits& limits = {}) : limits_(limits) {}

  std::size_t size() const { return states_.size() - 1; }
  const StepInfo& operator[](std::size_t step) const { return states_[step + 1].info; }
  /// The number of steps that are done; later ones are undone.
  std::size_t position() const { return position_; }
  bool can_undo() const { return position_ > 0; }
  bool can_redo() const { return position_ < size(); }
  /// Bytes of the poses that steps have made.
  std::size_t bytes() const { return bytes_; }
  /// The arrangement as the last done step left it.
  const Arrangement& now() const { return states_[position_].after; }

  /// The last done step that changed a figure's pose; number 0 if there is none.
  StepInfo last_edit_of(std::size_t figure) const;
  /// Whether any step, done or undone, changed its pose.
  bool edits(std::size_t figure) const;
  /// Whether a step is done; nullopt if it no longer exists.
  std::optional<bool> is_done(std::uint64_t number) const;

  /// Begins with an arrangement and no steps.
  void begin(Arrangement start);
  /// Appends and numbers a step that led to `after`. Drops undone steps and the oldest beyond the limits.
  /// `gone`: the figures that it removed, as they were.
  void push(StepInfo info, Arrangement after, std::vector<Figure> gone = {});
  /// Leads the arrangement `now` one step back or forth. The figure of the step becomes active.
  void undo(Arrangement& now);
  void redo(Arrangement& now);

  /// A change that is no step: made in the arrangements after all steps.
  void change(const std::function<void(Arrangement&)>& change);
  /// The same for the last done step alone.
  void change_now(const std::function<void(Arrangement&)>& change) { change(states_[position_].after); }
  /// Drops the steps of a figure that another one has replaced.
  void forget(std::size_t figure);
  /// Drops the steps that change nothing of a figure any longer.
  void forget_empty(std::size_t figure);

 private:
  struct State {
    StepInfo info;  ///< of the step that led here
    Arrangement after;
    std::size_t bytes = 0;  ///< of the poses that the state before lacks
  };

  void step(std::size_t to, Arrangement& now);
  void drop(const std::function<bool(std::size_t state)>& is_dropped);
  void count_bytes();
  void forget_gone();

  HistoryLimits limits_;
  std::deque<State> states_ = std::deque<State>(1);  ///< the first is the start
  std::size_t position_ = 0, bytes_ = 0;
  std::uint64_t last_number_ = 0;
  Arrangement gone_;  ///< figures that are not arranged now, as they were last
};

/// `now`, with all that steps change as it is in `steps`. `gone`: further figures as they were last.
Arrangement with_steps_of(const Arrangement& steps, const Arrangement& now, const Arrangement& gone = {});
/// Whether all that steps change is the same to the bit.
bool same_steps(const Arrangement& a, const Arrangement& b);
/// The same for light and background alone.
bool same_light(const Arrangement& a, const Arrangement& b);
/// Activates the neighbour of the active figure of `before`, if that figure is no longer there.
void activate_neighbour(const Arrangement& before, Arrangement& now);

}  // namespace mmd
