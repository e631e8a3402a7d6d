#pragma once

// Mirrors and blends a model's poses. pose/tools.h does the same with files.

#include "pose/pose.h"

namespace mmd {

/// Mirrors a pose, left and right, by the names of bones and morphs (`mirrored_name`), like `mirrored()` for
/// files. Applied twice, it gives the same bits if every side has its counterpart. A posed bone or morph
/// without one goes to rest; `lacking` gets the missing names. Of bones with one name only the first is
/// mirrored.
Pose mirrored(const Pose& pose, const Model& model, UnmatchedNames& lacking);

/// Interpolates between two poses of a model, `weight` 0-1: positions and morphs linearly, rotations by slerp
/// on the shortest path. Equal values, and all values at weights 0 and 1, keep their bits.
Pose blended(const Pose& from, const Pose& to, float weight);

}  // namespace mmd
