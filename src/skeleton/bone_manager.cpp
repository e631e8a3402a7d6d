#include "skeleton/bone_manager.h"

#include "skeleton/evaluator.h"
#include "skeleton/partial_evaluation.h"

namespace mmd {

struct BoneManager::Impl {
  explicit Impl(std::shared_ptr<const Skeleton> skeleton)
      : evaluator(std::move(skeleton)), partial(evaluator) {}

  Evaluator evaluator;
  PartialEvaluation partial;
};

BoneManager::BoneManager(std::shared_ptr<const Skeleton> skeleton)
    : impl_(std::make_unique<Impl>(std::move(skeleton))) {}
BoneManager::~BoneManager() = default;
BoneManager::BoneManager(BoneManager&&) noexcept = default;
BoneManager& BoneManager::operator=(BoneManager&&) noexcept = default;

void BoneManager::evaluate(const BoneInputs& inputs, const EvaluationSwitches& switches) {
  impl_->evaluator.evaluate(inputs, switches, Evaluator::Phase::whole);
}

void BoneManager::evaluate_before_physics(const BoneInputs& inputs, const EvaluationSwitches& switches) {
  impl_->evaluator.evaluate(inputs, switches, Evaluator::Phase::before_physics);
}

std::size_t BoneManager::update(const BoneInputs& inputs, const EvaluationSwitches& switches,
                                std::span<const std::int32_t> changed) {
  return impl_->partial.update(inputs, switches, changed);
}

void BoneManager::drive(const BoneInputs& inputs, const EvaluationSwitches& switches,
                        std::span<const DrivenBone> driven) {
  impl_->partial.drive(inputs, switches, driven);
}

std::span<const Affine> BoneManager::palette() const {
  return impl_->evaluator.bones.palette;
}

Affine BoneManager::mconv(std::int32_t bone) const {
  Affine m = palette()[at(bone)];
  const vec3 p = position(bone);
  m.row[0].w = p.x;
  m.row[1].w = p.y;
  m.row[2].w = p.z;
  return m;
}

const quat& BoneManager::local_rotation(std::int32_t bone) const {
  return impl_->evaluator.bones.rotation[at(bone)];
}

const vec3& BoneManager::local_translation(std::int32_t bone) const {
  return impl_->evaluator.bones.translation[at(bone)];
}

vec3 BoneManager::position(std::int32_t bone) const {
  return transform_point(palette()[at(bone)], skeleton().bones[at(bone)].rest);
}

std::span<const IkResult> BoneManager::ik_results() const {
  return impl_->evaluator.results;
}

const Skeleton& BoneManager::skeleton() const {
  return *impl_->evaluator.skeleton;
}

}  // namespace mmd
