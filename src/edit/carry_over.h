#pragma once

#include "edit/edit_state.h"

namespace mmd::edit {

/// Where each bone, morph, material and IK chain of one model is in another, by name (of several of one name
/// the first is the first, the second the second …; a chain goes with its IK bone); `none` where it is not
/// there.
struct CarryOver {
  CarryOver(const Model& from, const Model& to);
  std::vector<std::int32_t> bones, morphs, materials, ik_chains;
};

/// The state on the other model: what that has in addition is at rest, what it lacks is left out.
EditState carried_over(const EditState& state, const CarryOver& carry, const Model& to);
/// The difference on the other model. As entries do not depend on each other, what is undone and redone there
/// is what the two states would be, carried over.
Delta carried_over(const Delta& delta, const CarryOver& carry);

/// What is posed and left out, by name.
UnmatchedNames left_out(const Pose& pose, const CarryOver& carry, const Model& from);

}  // namespace mmd::edit
