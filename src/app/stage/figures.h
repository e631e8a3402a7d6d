#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/stage/figure.h"

namespace mmd {

/// What a step of the stage does.
enum class StageStepKind : std::uint8_t { edited, added, removed, placed, shown, count };

/// A line of the list of all steps: one that a figure's own editor made, or one of the list of figures.
struct StageStep {
  StageStepKind kind = StageStepKind::edited;
  std::uint64_t figure = 0;        ///< its number
  std::uint64_t edit = 0;          ///< of its editor's step (StepInfo::number)
  std::shared_ptr<Figure> kept;    ///< that was added or removed
  std::size_t index = 0;           ///< where it stands in the list
  vec3 before{0.0f}, after{0.0f};  ///< of what was placed
  std::string text;                ///< the figure's name
};

/// The figures on the stage, one of which is active, and in which order things were done to any of them. Each
/// keeps its own steps; this says whose turn it is, and undoes what changes the list.
class Figures {
 public:
  bool empty() const { return list_.empty(); }
  const std::vector<std::shared_ptr<Figure>>& list() const { return list_; }
  /// Null: there is none.
  const std::shared_ptr<Figure>& active() const { return list_.empty() ? nothing_ : list_[active_]; }
  /// Null: it is not on the stage.
  Figure* numbered(std::uint64_t number) const;

  // Not steps.

  /// A figure on the stage.
  void activate(std::uint64_t number);
  /// In the place of that one, whose steps go with it; 0: as the last. It is active.
  void put(std::shared_ptr<Figure> figure, std::uint64_t in_place_of);

  // Steps.

  /// As the last one, and active.
  void add(std::shared_ptr<Figure> figure);
  /// Of several. Its neighbour is active.
  void remove(std::uint64_t number);
  /// From the scene's origin. Within a gesture all are one step, which is made at its end.
  void place(std::uint64_t number, const vec3& to);
  void set_shown(std::uint64_t number, bool shown);
  /// What the editor of a figure has done since, which may have forgotten old steps, too.
  void note(const Figure& figure);
  /// Steps that a figure's editor has no longer: its model was loaded again.
  void forget_lost(const Figure& figure);
  void begin_gesture();
  void end_gesture();
  /// Puts back what was placed since it began; whether there is anything. What was undone before can still be
  /// done again.
  bool cancel_gesture();

  std::size_t size() const { return steps_.size(); }
  std::size_t position() const { return position_; }
  const StageStep& operator[](std::size_t index) const { return steps_[index]; }
  /// What a step says, as label_of() has it; null: it is none of an editor.
  const edit::StepInfo* edit_of(const StageStep& step) const;
  bool can_undo() const { return position_ > 0; }
  bool can_redo() const { return position_ < steps_.size(); }
  /// What is to be undone next, or done again. The step of a figure is the figure's to go; it is active then.
  const StageStep& undo();
  const StageStep& redo();

 private:
  void push(StageStep step);
  void push_dragged();
  void keep(const std::function<bool(const StageStep&)>& stays);
  void carry_out(const StageStep& step, bool forwards);
  void insert(std::shared_ptr<Figure> figure, std::size_t index);
  void erase(std::uint64_t number);

  std::vector<std::shared_ptr<Figure>> list_;
  std::shared_ptr<Figure> nothing_;
  std::size_t active_ = 0;
  std::vector<StageStep> steps_;
  std::size_t position_ = 0;
  std::map<std::uint64_t, std::uint64_t>
      noted_;  ///< per figure the last step of its editor that is in the list
  bool in_gesture_ = false;
  std::optional<StageStep> dragged_;  ///< what a gesture has placed
};

/// What the list of figures calls it: the model's name, or its file's.
std::string figure_name(const Figure& figure);

}  // namespace mmd
