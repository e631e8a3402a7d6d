#pragma once

#include <string_view>
#include <vector>

#include "formats/vpd.h"
#include "pose/pose.h"

namespace mmd {

/// Whether the bone is neither moved nor turned.
bool is_at_rest(const Pose& pose, std::size_t bone);

/// Whether a file can say something of a bone or morph: of two of one name the first is meant, a name with a
/// line break has no place, and one that is read without what stands behind it (blanks, a comment) must not
/// be another's.
bool vpd_can_name_bone(const Model& model, std::size_t bone);
bool vpd_can_name_morph(const Model& model, std::size_t morph);

/// The pose as a file: bones that are not at rest and morphs that have a weight, in the model's order, in
/// MMD's space, as far as a file can name them.
vpd::File vpd_from_pose(const Pose& pose, const Model& model);

/// Of the names that no other bone or morph before it has those that the file lacks because it cannot say
/// them.
std::vector<std::string_view> left_out_of_vpd(const Pose& pose, const Model& model);

}  // namespace mmd
