#pragma once

// What a command changes besides its own bones: the other side, and limbs whose hands and feet are pinned.

#include <cstdint>
#include <memory>
#include <vector>

#include "edit/command.h"
#include "pose/posed_bones.h"

namespace mmd::edit {

/// Whether a command changes single bones; symmetry and pins do not touch whole poses.
bool changes_single_bones(const Command& command);

/// Makes each change between two poses of a model on the other side, too, mirrored. Bones that changed on
/// both sides stay.
void mirror_changes(const Model& model, const Pose& before, Pose& pose);

/// Bends the limbs of pinned hands and feet (手首 and 足首) so that these stay where they are in the pose
/// `before`. A hand or foot that the command itself moves does not stay.
void keep_pinned(const std::shared_ptr<const Model>& model, const EvaluationSwitches& switches,
                 const std::vector<std::int32_t>& pins, const Command& command, const Pose& before,
                 Pose& pose);

}  // namespace mmd::edit
