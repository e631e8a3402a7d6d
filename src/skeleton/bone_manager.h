#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/math.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// What goes into an evaluation, by bone in file order. Read only.
struct BoneInputs {
  std::span<const vec3> translation;        ///< t_p, MMD units
  std::span<const quat> rotation;           ///< q_p, unit
  std::span<const vec3> morph_translation;  ///< t_m; empty if no bone morph is active
  std::span<const quat> morph_rotation;     ///< q_m; empty together with it
};

/// Which parts of the evaluation run.
struct EvaluationSwitches {
  bool append = true;
  bool ik = true;
  std::vector<std::uint8_t> ik_chains;  ///< per chain, 0 = off; empty: all on
};

struct IkResult {
  bool enabled = false;
  std::int32_t iterations = 0;  ///< that ran
  float residual = 0.0f;        ///< |goal - effector| at the end, MMD units
};

/// A bone that a rigid body moves, as it is to stand. Model space, right-handed, MMD units.
struct DrivenBone {
  std::int32_t bone = none;
  quat rotation = identity_rotation();  ///< unit
  vec3 position{0.0f};
  bool takes_position = true;  ///< false: it stands where its parent and its own translation put it
};

/// The bones of one skeleton as a forest, and their evaluation: per bone, Mconv = the transform from
/// rest-relative local space to model space, accumulated from the root with append and IK; then the palette
/// Mconv * T(-rest).
///
/// Bones have two indices: the file's, which is what all public functions take and return, and the linear one
/// in evaluation order. One BoneManager belongs to one thread; several may share a skeleton.
class BoneManager {
 public:
  explicit BoneManager(std::shared_ptr<const Skeleton> skeleton);
  ~BoneManager();
  BoneManager(BoneManager&&) noexcept;
  BoneManager& operator=(BoneManager&&) noexcept;

  /// Evaluates a pose. Allocates nothing and keeps nothing from earlier evaluations: the same inputs give the
  /// same bits.
  void evaluate(const BoneInputs& inputs, const EvaluationSwitches& switches);

  /// Evaluates again after the inputs of `changed` bones changed and nothing else did (a dragged bone): only
  /// what depends on them, through parents, append and IK. Gives the bits that `evaluate` would give. The
  /// switches must be those of the evaluation before. Returns how many times a bone was placed. Allocates
  /// nothing.
  std::size_t update(const BoneInputs& inputs, const EvaluationSwitches& switches,
                     std::span<const std::int32_t> changed);

  /// The bones as rigid bodies are to follow them: as `evaluate`, without the IK of after-physics bones.
  void evaluate_before_physics(const BoneInputs& inputs, const EvaluationSwitches& switches);

  /// After that, for the same inputs: gives bones the transforms that bodies have, then what hangs on them
  /// theirs, then the bones that append what was moved, then after-physics bones with their IK (semantics,
  /// "Physics: a frame"). `update` may not follow it, only another evaluation. Allocates nothing.
  void drive(const BoneInputs& inputs, const EvaluationSwitches& switches,
             std::span<const DrivenBone> driven);

  /// Skeleton::palette_size() entries: Mconv * T(-rest) per bone, then the identity.
  std::span<const Affine> palette() const;
  /// The bone's model-space transform.
  Affine mconv(std::int32_t bone) const;
  /// What places the bone below its parent, append and IK included: its rotation, unit, and its translation
  /// from where it rests there.
  const quat& local_rotation(std::int32_t bone) const;
  const vec3& local_translation(std::int32_t bone) const;
  /// Model-space position of the bone.
  vec3 position(std::int32_t bone) const;
  /// Per chain, in Skeleton::ik_chains order.
  std::span<const IkResult> ik_results() const;

  /// The forest: bones without a parent, and the children of each bone, both in file order.
  std::span<const std::int32_t> roots() const;
  std::span<const std::int32_t> children(std::int32_t bone) const;
  /// Place of the bone in evaluation order, and back.
  std::int32_t linear_index(std::int32_t bone) const;
  std::int32_t bone_at(std::int32_t linear) const;

  const Skeleton& skeleton() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mmd
