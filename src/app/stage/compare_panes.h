#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/stage/compare_view.h"
#include "app/stage/message_board.h"
#include "app/stage/stage.h"
#include "scene/scene_difference.h"
#include "session/session.h"

namespace mmd {

/// Compares two states of the stage in parts of the window. There is no comparison if the mode is off or no
/// model is loaded.
class ComparePanes {
 public:
  /// `compared`: a value of --compare; may be empty.
  explicit ComparePanes(std::string compared) : compared_(std::move(compared)) {}

  CompareMode mode() const { return mode_; }
  /// Returns whether a comparison begins.
  bool set_mode(CompareMode mode);
  /// "append", "ik", "physics", or a pose or motion file.
  const std::string& compared() const { return compared_; }
  void set_compared(const std::string& what) { compared_ = what; }
  /// Compares side by side with a pose that is no file, under these names, until another state is set.
  void compare_with(StateNames names, LoadedFigure other);
  /// The names that compare_with() gave to the compared states; null for a switch or a file.
  const StateNames* given_names() const {
    return given_.other.empty() || given_.other != compared_ ? nullptr : &given_;
  }
  /// The other state, in the places and the light of the stage; null without a comparison.
  Session* other() const { return other_.get(); }
  /// The heat map, as it was measured last.
  const SceneDifference& difference() const { return difference_; }

  /// Loads the compared pose or motion if needed. Error: it cannot be read.
  Result<void> load(const Stage& stage, const MessageBoard& board);
  /// Updates after a change of the stage. Error: the compared file cannot be read; the comparison ends then.
  Result<void> update(const Stage& stage, Dirty level, const MessageBoard& board);
  /// Forgets the loaded pose or motion after a change of the model.
  void forget() { loaded_.clear(); }

  /// The panes of a framebuffer of that size.
  std::vector<Pane> panes(int width, int height) const;
  /// The actor in a pane; null for a heat map.
  const Actor* actor_in(const Pane& pane, const Stage& stage) const;
  /// The scene of a pane, as `first`, the stage's, is seen and lit.
  const Scene& scene_in(const Pane& pane, const Scene& first);

  /// Position of the divider of a wipe, 0-1 of the width.
  float divider() const { return divider_; }
  bool has_divider() const { return mode_ == CompareMode::wipe && other_ != nullptr; }
  void move_divider(float to);

 private:
  Arrangement arrangement(const Stage& stage) const;
  void show_other(const Stage& stage, bool goes_on);
  void measure(const Scene& first);

  CompareMode mode_ = CompareMode::off;
  float divider_ = 0.5f;
  std::string compared_;
  StateNames given_;                                 ///< by compare_with()
  std::string loaded_;                               ///< the `compared_` that `other_files_` is of
  std::shared_ptr<const LoadedFigure> other_files_;  ///< the compared pose or motion; null for a switch
  std::unique_ptr<Session> other_;
  std::string state_of_;  ///< the `compared_` that the other state is of
  SceneDifference difference_;
  std::optional<Light> measured_;  ///< the light of the current heat map
};

}  // namespace mmd
