#pragma once

#include "formats/vmd.h"
#include "formats/vpd.h"
#include "model/finding.h"
#include "model/model.h"

namespace mmd {

/// Looks at a pose as its reader left it: what was tolerated (wrong counts, zero rotations, names that appear
/// twice …), rotations that are not unit, bones moved out of sight, names MMD cannot read; with a model,
/// names that it lacks.
Findings check_pose(const vpd::ReadResult& pose, const Model* model);

/// The same for a motion: keys out of order, several at one frame, numbers and rotations that
/// are damaged, bones moved out of sight.
Findings check_motion(const vmd::ReadResult& motion, const Model* model);

}  // namespace mmd
