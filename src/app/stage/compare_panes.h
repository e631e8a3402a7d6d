#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/stage/compare_view.h"
#include "app/stage/message_board.h"
#include "app/stage/stage.h"
#include "document/pose_sampler.h"
#include "scene/comparison.h"

namespace mmd {

/// Two states of what is on the stage, each in its part of the window. There is a comparison unless the mode
/// is off or there is no model.
class ComparePanes {
 public:
  /// `compared`: as --compare has it; empty: nothing yet.
  explicit ComparePanes(std::string compared) : compared_(std::move(compared)) {}

  CompareMode mode() const { return mode_; }
  /// Whether a comparison begins with that.
  bool set_mode(CompareMode mode);
  /// "append", "ik" or a pose or motion.
  const std::string& compared() const { return compared_; }
  void set_compared(const std::string& what) { compared_ = what; }
  const std::optional<Comparison>& comparison() const { return comparison_; }

  /// Loads what is compared with, if it is not there yet. Error: it cannot be read.
  Result<void> load(const Stage& stage, const MessageBoard& board);
  /// Follows the stage, of which `level` became another. Error: what is compared with cannot be read; then
  /// there is no comparison any longer.
  Result<void> update(const Stage& stage, Dirty level, const MessageBoard& board);
  /// The model is another one: what was loaded for the one before is of no use.
  void forget() { loaded_.clear(); }
  /// The morphs of the stage are others.
  void set_morphs(std::vector<MorphWeight> morphs);

  /// What a framebuffer of that size shows side by side.
  std::vector<Pane> panes(int width, int height) const;
  /// Whose bones are in a pane; null: a heat map has none.
  const Actor* actor_in(const Pane& pane, const Stage& stage) const;
  /// Calls `what` while the scene shows that state.
  void with_state(Pane::State state, Scene& scene, const std::function<void()>& what);
  /// Calls `what` while the scene holds both states, for a camera that is to see them.
  void with_both(Scene& scene, const std::function<void()>& what);

  /// Of a wipe: where it changes from one state to the other, 0-1 of the width.
  float divider() const { return divider_; }
  bool has_divider() const { return mode_ == CompareMode::wipe && comparison_; }
  void move_divider(float to);

 private:
  void simulate_other(const Stage& stage, PhysicsUpdate pace);
  void measure(const Stage& stage);

  CompareMode mode_ = CompareMode::off;
  float divider_ = 0.5f;
  std::string compared_;
  std::string loaded_;                ///< the `compared_` that `other_` was loaded for
  std::optional<PoseSampler> other_;  ///< of the pose or motion that is compared with, if it is one
  std::optional<Comparison> comparison_;
  std::string state_of_;             ///< the `compared_` that the other state is of
  Scene others_;                     ///< the other state's actors, while bodies are simulated in it
  std::vector<PoseSampler> shared_;  ///< of the other state, where it is the first one's poses and motions
  LiveSimulation live_;
  std::optional<Light> measured_;  ///< the light under which the heat map is up to date
};

}  // namespace mmd
