#pragma once

#include "formats/vpd.h"
#include "pose/pose.h"

namespace mmd {

/// Whether the bone is neither moved nor turned.
bool is_at_rest(const Pose& pose, std::size_t bone);

/// The pose as a file: bones that are not at rest and morphs that have a weight, in the model's order, in
/// MMD's space. Of two bones of one name only the first can be written: a reader gives it the block.
vpd::File vpd_from_pose(const Pose& pose, const Model& model);

}  // namespace mmd
