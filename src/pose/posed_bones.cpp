#include "pose/posed_bones.h"

#include <utility>
#include <vector>

namespace mmd {
PosedBones::PosedBones(std::shared_ptr<const Model> model, const Pose& pose, EvaluationSwitches switches)
    : model_(std::move(model)),
      switches_(std::move(switches)),
      morphs_(*model_),
      bones_(skeleton_of(model_)) {
  set_pose(pose);
}

void PosedBones::set_pose(const Pose& pose) {
  pose_ = pose;
  morphs_.update(*model_, pose_.morph_weights);
  bones_.evaluate(inputs(), switches_);
}

quat PosedBones::parent_rotation(std::int32_t bone) const {
  const std::int32_t parent = model_->skeleton.bones[at(bone)].parent;
  return parent != none ? rotation(parent) : identity_rotation();
}

void PosedBones::set_rotations(std::span<const OwnRotation> rotations) {
  std::vector<std::int32_t> changed;
  for (const OwnRotation& own : rotations) {
    pose_.rotation[at(own.bone)] = glm::normalize(own.rotation);
    changed.push_back(own.bone);
  }
  bones_.update(inputs(), switches_, changed);
}

void PosedBones::turn(std::int32_t bone, const quat& by) {
  const quat parent = parent_rotation(bone);
  const OwnRotation own{bone, glm::conjugate(parent) * by * parent * pose_.rotation[at(bone)]};
  set_rotations({&own, 1});
}

void PosedBones::move(std::int32_t bone, const vec3& offset) {
  pose_.translation[at(bone)] += glm::conjugate(parent_rotation(bone)) * offset;
  bones_.update(inputs(), switches_, {&bone, 1});
}

}  // namespace mmd
