#pragma once

#include <memory>
#include <optional>

#include "base/result.h"
#include "edit/command.h"
#include "edit/edit_state.h"
#include "edit/history.h"

namespace mmd::edit {

/// Edits the pose of one figure: commands change it, and every change can be undone without losing a bit. The
/// returned Change tells the caller how much to evaluate again.
///
/// A *gesture* is a drag of a gizmo or slider, or a preview. Between begin_gesture() and end_gesture() each
/// command starts from the pose at the beginning and replaces the command before, and all together become one
/// step. Meanwhile undo(), redo() and go_to() do nothing.
class Editor {
 public:
  /// Starts with the rest pose.
  explicit Editor(std::shared_ptr<const Model> model, const HistoryLimits& limits = {});

  const Model& model() const { return *model_; }
  const EditState& state() const { return state_; }
  const Pose& pose() const { return state_.pose; }
  const History& history() const { return history_; }
  /// A number that differs after each change; for autosave and caches.
  std::uint64_t revision() const { return revision_; }

  /// Performs a command and records it as a step unless it changes no bit. An error changes nothing.
  Result<Change> apply(const Command& command);
  /// The same from the state `from`, such as a frame of a motion. The step leads from state() to the result.
  Result<Change> apply(const Command& command, const EditState& from);
  /// Replaces the look without a step; the looks that the recorded steps store stay as they are.
  void keep_look(std::shared_ptr<const Look> look);

  void begin_gesture();
  /// Makes one step of the gesture's commands. Error: out of memory, which reverts the gesture.
  Result<void> end_gesture();
  /// Reverts and ends the gesture.
  Change cancel_gesture();
  bool in_gesture() const { return gesture_.has_value(); }
  /// The pose that cancel_gesture() would restore; the current pose outside of gestures.
  const Pose& pose_before_gesture() const { return gesture_ ? gesture_->base.pose : state_.pose; }

  bool can_undo() const { return !gesture_ && history_.position() > 0; }
  bool can_redo() const { return !gesture_ && history_.position() < history_.size(); }
  /// These do nothing if can_undo() or can_redo() is false.
  Change undo();
  Change redo();
  /// Goes to the state after the first `position` steps. Error: the history has fewer.
  Result<Change> go_to(std::size_t position);

  /// Replaces the state and clears the history, for an opened file or autosave. Error: it does not fit.
  Result<Change> start_from(EditState state);
  /// Converts pose, look and all steps to another model by the names of bones and morphs, for example after a
  /// reload. Cancels a gesture. `Change::lacking` names posed bones and morphs that the new model lacks.
  /// Error: out of memory; the old model stays.
  Result<Change> replace_model(std::shared_ptr<const Model> model);

 private:
  struct Gesture {
    EditState base;
    StepInfo info;  ///< of the last command in it
  };

  Change step_to(std::size_t position, const Delta& delta, Delta::Side side);

  std::shared_ptr<const Model> model_;
  EditState state_;
  History history_;
  std::optional<Gesture> gesture_;
  std::uint64_t revision_ = 0;
};

}  // namespace mmd::edit
