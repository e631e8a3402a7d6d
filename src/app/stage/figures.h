#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/stage/figure_editor.h"

namespace mmd {

/// Kinds of steps of the stage.
enum class StageStepKind : std::uint8_t { edited, added, removed, placed, shown, count };

/// An undo step: one of a figure's editor, or a change of the list of figures.
struct StageStep {
  StageStepKind kind = StageStepKind::edited;
  std::uint64_t figure = 0;            ///< its number
  std::uint64_t edit = 0;              ///< number of its editor's step (StepInfo::number)
  std::shared_ptr<FigureEditor> kept;  ///< the added or removed figure
  std::size_t index = 0;               ///< index in the list
  ScenePlace before, after;            ///< places of a moved figure
  std::string text;                    ///< the figure's name
};

/// The figures on the stage, one of which is active, and the order of their undo steps. Each figure's editor
/// keeps its own steps; this class keeps their order and undoes changes of the list.
class Figures {
 public:
  bool empty() const { return list_.empty(); }
  const std::vector<std::shared_ptr<FigureEditor>>& list() const { return list_; }
  /// The active figure; null if there is none.
  const std::shared_ptr<FigureEditor>& active() const { return list_.empty() ? nothing_ : list_[active_]; }
  /// The figure with that number; null if it is not on the stage.
  FigureEditor* numbered(std::uint64_t number) const;

  // Changes that are no undo steps.

  /// A figure on the stage.
  void activate(std::uint64_t number);
  /// Replaces that figure, whose steps are dropped; 0 appends. The new figure is active.
  void put(std::shared_ptr<FigureEditor> figure, std::uint64_t in_place_of);

  // Undo steps.

  /// Appends a figure and makes it active.
  void add(std::shared_ptr<FigureEditor> figure);
  /// Removes one of several figures; its neighbour becomes active.
  void remove(std::uint64_t number);
  /// Moves a figure. A gesture is one step, added at its end.
  void place(std::uint64_t number, const ScenePlace& to);
  void set_shown(std::uint64_t number, bool shown);
  /// Adds the new steps of a figure's editor, and drops those that the editor dropped.
  void note(const FigureEditor& figure);
  /// Drops steps that a figure's editor lost when its model was reloaded.
  void forget_lost(const FigureEditor& figure);
  void begin_gesture();
  void end_gesture();
  /// Moves figures back to where they were when the gesture began, and keeps redo. False: nothing was moved.
  bool cancel_gesture();

  std::size_t size() const { return steps_.size(); }
  std::size_t position() const { return position_; }
  const StageStep& operator[](std::size_t index) const { return steps_[index]; }
  /// Info for label_of(); null for a step that is not of an editor.
  const edit::StepInfo* edit_of(const StageStep& step) const;
  bool can_undo() const { return position_ > 0; }
  bool can_redo() const { return position_ < steps_.size(); }
  /// The next step to undo or redo. The step of a figure makes that figure active.
  const StageStep& undo();
  const StageStep& redo();

 private:
  void push(StageStep step);
  void push_dragged();
  void keep(const std::function<bool(const StageStep&)>& stays);
  void carry_out(const StageStep& step, bool forwards);
  void insert(std::shared_ptr<FigureEditor> figure, std::size_t index);
  void erase(std::uint64_t number);

  std::vector<std::shared_ptr<FigureEditor>> list_;
  std::shared_ptr<FigureEditor> nothing_;
  std::size_t active_ = 0;
  std::vector<StageStep> steps_;
  std::size_t position_ = 0;
  std::map<std::uint64_t, std::uint64_t> noted_;  ///< per figure, its last editor step in the list
  bool in_gesture_ = false;
  std::optional<StageStep> dragged_;  ///< the figure moved by the current gesture
};

/// Name of a figure: the model's name, or its file's name.
std::string figure_name(const FigureEditor& figure);

}  // namespace mmd
