#pragma once

// A pose with its evaluated bones, for tools that make poses. Model space: right-handed, MMD units.

#include <memory>
#include <span>

#include "base/math.h"
#include "model/model.h"
#include "pose/morphs.h"
#include "pose/pose.h"
#include "skeleton/bone_manager.h"

namespace mmd {

/// Bones of a pose without physics, evaluated again after each change. Not thread-safe.
class PosedBones {
 public:
  PosedBones(std::shared_ptr<const Model> model, const Pose& pose, EvaluationSwitches switches);

  const Model& model() const { return *model_; }
  const Pose& pose() const { return pose_; }
  const EvaluationSwitches& switches() const { return switches_; }
  void set_pose(const Pose& pose);

  /// The joint of a bone.
  vec3 place(std::int32_t bone) const { return bones_.position(bone); }
  quat rotation(std::int32_t bone) const { return rotation_of(bones_.mconv(bone)); }
  Affine transform(std::int32_t bone) const { return bones_.mconv(bone); }
  /// The rotation of the bone's parent; identity for a root.
  quat parent_rotation(std::int32_t bone) const;
  /// Relative to the parent, append and IK included.
  const quat& local_rotation(std::int32_t bone) const { return bones_.local_rotation(bone); }
  /// Whether IK moves the bones of a chain, and how far the effector is from the goal.
  const IkResult& ik(std::int32_t chain) const { return bones_.ik_results()[at(chain)]; }

  struct OwnRotation {
    std::int32_t bone = none;
    quat rotation = identity_rotation();
  };
  /// Sets the bones' own rotations.
  void set_rotations(std::span<const OwnRotation> rotations);
  /// Turns a bone about its joint by a rotation of model space.
  void turn(std::int32_t bone, const quat& by);
  /// Moves a bone by an offset in model space.
  void move(std::int32_t bone, const vec3& offset);

 private:
  BoneInputs inputs() const { return bone_inputs(pose_, morphs_); }

  std::shared_ptr<const Model> model_;
  Pose pose_;
  EvaluationSwitches switches_;
  MorphState morphs_;
  BoneManager bones_;
};

}  // namespace mmd
