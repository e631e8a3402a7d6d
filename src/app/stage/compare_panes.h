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
  const std::optional<Comparison>& comparison() const { return comparison_; }

  /// Loads the compared pose or motion if needed. Error: it cannot be read.
  Result<void> load(const Stage& stage, const MessageBoard& board);
  /// Updates after a change of the stage. Error: the compared file cannot be read; the comparison ends then.
  Result<void> update(const Stage& stage, Dirty level, const MessageBoard& board);
  /// Forgets the loaded pose or motion after a change of the model.
  void forget() { loaded_.clear(); }
  /// Sets the morphs that apply over both states.
  void set_morphs(std::vector<MorphWeight> morphs);

  /// The panes of a framebuffer of that size.
  std::vector<Pane> panes(int width, int height) const;
  /// The actor in a pane; null for a heat map.
  const Actor* actor_in(const Pane& pane, const Stage& stage) const;
  /// Calls `what` while the scene shows the state of a pane.
  void with_state(Pane::State state, Scene& scene, const std::function<void()>& what);
  /// Calls `what` while the scene holds both states, to fit the camera to both.
  void with_both(Scene& scene, const std::function<void()>& what);

  /// Position of the divider of a wipe, 0-1 of the width.
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
  std::optional<PoseSampler> other_;  ///< of the compared pose or motion, if there is one
  std::optional<Comparison> comparison_;
  std::string state_of_;             ///< the `compared_` that the other state is of
  Scene others_;                     ///< actors of the other state, if it has physics
  std::vector<PoseSampler> shared_;  ///< samplers of the other state if it has the same poses and motions
  LiveSimulation live_;
  std::optional<Light> measured_;  ///< the light of the current heat map
};

}  // namespace mmd
