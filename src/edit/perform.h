#pragma once

#include "base/result.h"
#include "edit/command.h"

namespace mmd::edit {

/// Carries a command out on a state that fits the model; returns the names it needs and the model lacks.
/// Errors: indices out of range, numbers that are not finite, a weight of Blend outside 0-1, a pose of
/// another model, a bone that may not be turned or moved. After an error the state is in any condition: work
/// on a copy.
Result<UnmatchedNames> perform(const Command& command, const Model& model, EditState& state);

}  // namespace mmd::edit
