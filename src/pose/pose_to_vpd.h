#pragma once

#include <string_view>
#include <vector>

#include "formats/vpd.h"
#include "pose/pose.h"

namespace mmd {

/// Whether the bone has no translation and no rotation.
bool is_at_rest(const Pose& pose, std::size_t bone);

/// Whether a VPD can name a bone or morph: it is the first with its name, the name has no line break, and
/// without trailing blanks and comment it is not another's (semantics, "VPD").
bool vpd_can_name_bone(const Model& model, std::size_t bone);
bool vpd_can_name_morph(const Model& model, std::size_t morph);

/// Converts a pose to a file: the bones not at rest and the morphs with a weight that a file can name, in the
/// model's order, in MMD's space.
vpd::File vpd_from_pose(const Pose& pose, const Model& model);

/// Names of posed bones and morphs that the file lacks, apart from duplicates of earlier names.
std::vector<std::string_view> left_out_of_vpd(const Pose& pose, const Model& model);

}  // namespace mmd
