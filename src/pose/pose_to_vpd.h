#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/vpd.h"
#include "pose/pose.h"

namespace mmd {

/// Whether the bone has no translation and no rotation.
bool is_at_rest(const Pose& pose, std::size_t bone);

/// Whether a VPD can name a bone or morph: it is the first with its name, the name has no line break, and
/// without trailing blanks and comment it is not another's (layouts, "VPD").
bool vpd_can_name_bone(const Model& model, std::size_t bone);
bool vpd_can_name_morph(const Model& model, std::size_t morph);

/// Converts a pose to a file: the bones not at rest and the morphs with a weight that a file can name, in the
/// model's order, in MMD's space.
vpd::File vpd_from_pose(const Pose& pose, const Model& model);

/// Names of posed bones and morphs that the file lacks, apart from duplicates of earlier names.
std::vector<std::string_view> left_out_of_vpd(const Pose& pose, const Model& model);

/// Posed bones and morphs that a VPD cannot name, by their index in the model. Right-handed.
struct UnnamedPose {
  struct Bone {
    std::size_t index = 0;
    vec3 translation;
    quat rotation;
  };
  std::vector<Bone> bones;
  std::vector<std::pair<std::size_t, float>> morphs;

  bool empty() const { return bones.empty() && morphs.empty(); }
};
UnnamedPose unnamed_in_vpd(const Pose& pose, const Model& model);
/// Skips what the model lacks or a VPD can name, as in another model, and values that are no pose.
void apply_unnamed(const UnnamedPose& unnamed, const Model& model, Pose& pose);

}  // namespace mmd
