#pragma once

// Poses of a model made of others. What pose/tools.h does with files, for those who have the model.

#include "pose/pose.h"

namespace mmd {

/// The pose as in a mirror, left and right swapped by the names of the model's bones and morphs
/// (`mirrored_name`): what `mirrored()` makes of its file. Twice gives the same bits where every side has
/// its other. What is posed and whose other side the model lacks goes to rest; `lacking` gets the names that
/// would be needed. Of bones of one name the first takes part, the others stay as they are.
Pose mirrored(const Pose& pose, const Model& model, UnmatchedNames& lacking);

/// From one pose (`weight` 0) to another of the same model (1): positions and morphs linearly, rotations on
/// the shortest arc. What is equal in both, and everything at the ends, comes out as it is, bit for bit.
Pose blended(const Pose& from, const Pose& to, float weight);

}  // namespace mmd
