#pragma once

#include <memory>
#include <optional>

#include "base/result.h"
#include "edit/command.h"
#include "edit/edit_state.h"
#include "edit/history.h"

namespace mmd::edit {

/// The pose of one figure as something to work on: commands change it, every change can be undone to the bit.
/// What comes back from each call says what has to be evaluated again.
///
/// A *gesture* is a drag of a gizmo or a slider, or a preview: between begin_gesture() and end_gesture() each
/// command replaces the one before (all start from the pose that was there at the beginning) and all together
/// are one step. The history stands still meanwhile: undo(), redo() and go_to() do nothing; who wants to take
/// a drag back cancels it.
class Editor {
 public:
  /// A figure at rest.
  explicit Editor(std::shared_ptr<const Model> model, const HistoryLimits& limits = {});

  const Model& model() const { return *model_; }
  const EditState& state() const { return state_; }
  const Pose& pose() const { return state_.pose; }
  const History& history() const { return history_; }
  /// Another number after every change, of whatever kind: for autosave and caches.
  std::uint64_t revision() const { return revision_; }

  /// Carries the command out. One that changes no bit is not a step. After an error everything is as it was.
  Result<Change> apply(const Command& command);
  /// The same from another state of the model than the own one (what a motion shows): one step from the own
  /// state to what comes out.
  Result<Change> apply(const Command& command, const EditState& from);
  /// Keeps another look without a step: undoing goes past it. What steps before and after it say of the look
  /// is theirs.
  void keep_look(std::shared_ptr<const Look> look);

  void begin_gesture();
  /// What was applied since becomes one step. An error (no memory) takes the gesture back.
  Result<void> end_gesture();
  /// Takes the gesture back and ends it.
  Change cancel_gesture();
  bool in_gesture() const { return gesture_.has_value(); }
  /// What cancelling it would come back to; the pose, where there is none.
  const Pose& pose_before_gesture() const { return gesture_ ? gesture_->base.pose : state_.pose; }

  bool can_undo() const { return !gesture_ && history_.position() > 0; }
  bool can_redo() const { return !gesture_ && history_.position() < history_.size(); }
  /// These change nothing where there is nothing to undo or redo.
  Change undo();
  Change redo();
  /// To after the first `position` steps of the list. Error: it has fewer.
  Result<Change> go_to(std::size_t position);

  /// Starts over from a state, without history (a file opened, an autosave found). Error: it is not
  /// one of the model.
  Result<Change> start_from(EditState state);
  /// The file changed on disk, say: the pose, the look and all steps go over to another model by the names of
  /// bones and morphs. Takes a gesture back. `Change::lacking` names what is posed and not there any more.
  /// Error: no memory; all stays on the model before.
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
