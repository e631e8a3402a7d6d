#pragma once

// A VRM's figure before it is written: in T pose, moved as programs move it, with the VRM's springs.

#include <cstdint>
#include <optional>
#include <string>

#include "app/stage/vrm_check.h"
#include "edit/edit_state.h"
#include "export/spring_bones.h"
#include "scene/scene.h"

namespace mmd {

enum class TPoseMove : std::uint8_t { still, turn, nod, raise_arms, walk, count };
enum class TPoseGaze : std::uint8_t { ahead, up, down, left, right, count };

/// What the preview of a VRM shows.
struct TPoseChoice {
  TPoseMove move = TPoseMove::still;
  TPoseGaze gaze = TPoseGaze::ahead;
  std::string expression;  ///< VRM's name of a preset; empty: none
  bool operator==(const TPoseChoice&) const = default;
};

/// The figure of a preview. Programs with VRM have no IK, so legs are rotated.
class TPoseFigure {
 public:
  /// Bones that `check` lacks stay as they are.
  explicit TPoseFigure(VrmCheck check);

  /// The chains of spring bones with their colliders, without numbers.
  VrmSprings find_chains() const;
  /// From now on, these swing; the others stay at rest.
  void set_springs(VrmSprings springs);

  /// The state at `now`, seconds. Movements begin when the choice changes to them.
  edit::EditState state(const TPoseChoice& choice, double now);
  /// Whether the next state will differ.
  bool moves() const;

 private:
  edit::EditState posed(const TPoseChoice& choice, double now) const;

  VrmCheck check_;
  edit::EditState rest_;  ///< the T pose
  mutable Actor actor_;
  std::optional<SpringFigure> springs_;
  std::optional<TPoseMove> move_;
  double moves_since_ = 0.0;
  std::int64_t step_ = 0;  ///< the last one of the springs, at spring_rate
  int calm_steps_ = 0;     ///< in which nothing swung
};

}  // namespace mmd
