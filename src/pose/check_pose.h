#pragma once

#include "formats/vmd.h"
#include "formats/vpd.h"
#include "model/finding.h"
#include "model/model.h"

namespace mmd {

/// Checks a pose file: the reader's warnings (wrong counts, zero rotations, duplicate names …), rotations
/// that are not unit, bones moved out of sight, names MMD cannot read; with a model (else null), names that
/// it lacks.
Findings check_pose(const vpd::ReadResult& pose, const Model* model);

/// Checks a motion file: keys out of order, several keys at one frame, damaged numbers and rotations, bones
/// moved out of sight; with a model (else null), names that it lacks.
Findings check_motion(const vmd::ReadResult& motion, const Model* model);

}  // namespace mmd
