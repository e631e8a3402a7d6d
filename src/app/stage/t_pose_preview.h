#pragma once

// A VRM's figure before it is written: in T pose, moved as programs move it.

#include <cstdint>
#include <string>

#include "app/stage/vrm_check.h"
#include "edit/edit_state.h"

namespace mmd {

enum class TPoseMove : std::uint8_t { still, turn, nod, raise_arms, walk, count };
enum class TPoseGaze : std::uint8_t { ahead, up, down, left, right, count };

/// What the preview of a VRM shows.
struct TPoseChoice {
  TPoseMove move = TPoseMove::still;
  TPoseGaze gaze = TPoseGaze::ahead;
  std::string expression;  ///< VRM's name of a preset; empty: none
};

/// The state of the figure, `seconds` after the movement began. Programs with VRM have no IK, so legs are
/// rotated.
edit::EditState t_pose_at(const VrmCheck& check, const TPoseChoice& choice, double seconds);

}  // namespace mmd
