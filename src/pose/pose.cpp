#include "pose/pose.h"

#include "base/rotations.h"

namespace mmd {

Pose::Pose(const Model& model)
    : translation(model.bone_count(), vec3(0.0f)),
      rotation(model.bone_count(), identity_rotation()),
      morph_weights(model.morphs.size(), 0.0f) {}

bool Pose::fits(const Model& model) const {
  return translation.size() == model.bone_count() && rotation.size() == model.bone_count() &&
         morph_weights.size() == model.morphs.size();
}

UnmatchedNames apply_vpd(const vpd::File& file, const Model& model, Pose& pose) {
  UnmatchedNames unmatched;
  for (const vpd::Bone& block : file.bones) {
    const std::int32_t bone = model.find_bone(block.name);
    if (bone == none) {
      unmatched.bones.push_back(block.name);
      continue;
    }
    const auto i = static_cast<std::size_t>(bone);
    pose.translation[i] = mirror(block.translation);
    pose.rotation[i] = mirror(rotation_from_file(block.rotation));
  }
  for (const vpd::Morph& block : file.morphs) {
    const std::int32_t morph = model.find_morph(block.name);
    if (morph == none) {
      unmatched.morphs.push_back(block.name);
      continue;
    }
    pose.morph_weights[static_cast<std::size_t>(morph)] = block.weight;
  }
  return unmatched;
}

}  // namespace mmd
