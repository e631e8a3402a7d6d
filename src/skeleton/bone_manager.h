#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/math.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// Inputs of an evaluation: right-handed, each span with one element per bone in file order.
struct BoneInputs {
  std::span<const vec3> translation;        ///< t_p, relative to rest, MMD units
  std::span<const quat> rotation;           ///< q_p, unit
  std::span<const vec3> morph_translation;  ///< t_m; empty if no bone morph is active
  std::span<const quat> morph_rotation;     ///< q_m, unit; empty if morph_translation is
};

/// Parts of the evaluation that run.
struct EvaluationSwitches {
  bool append = true;
  bool ik = true;
  std::vector<std::uint8_t> ik_chains;  ///< per chain, 0 = off; empty: all on
};

struct IkResult {
  bool enabled = false;         ///< whether the switches had the chain on
  std::int32_t iterations = 0;  ///< number of iterations done
  float residual = 0.0f;        ///< |goal - effector| at the end, MMD units
};

/// The transform that a rigid body gives a bone. Model space, right-handed, MMD units.
struct DrivenBone {
  std::int32_t bone = none;
  quat rotation = identity_rotation();  ///< unit
  vec3 position{0.0f};
  bool takes_position = true;  ///< false: ignore `position`, keep the bone's own translation below its parent
};

/// Evaluates the bones of one skeleton (semantics, "From pose to bone matrices"): per bone Mconv, the
/// transform from its local space to model space, with append and IK, and the palette entry Mconv * T(-rest).
///
/// Bone indices are in file order. Preconditions: indices in range, spans of the right length. Not
/// thread-safe; several may share a skeleton.
class BoneManager {
 public:
  explicit BoneManager(std::shared_ptr<const Skeleton> skeleton);
  ~BoneManager();
  BoneManager(BoneManager&&) noexcept;
  BoneManager& operator=(BoneManager&&) noexcept;

  /// Evaluates a pose. Does not allocate. The result depends on nothing else: equal inputs give equal bits.
  void evaluate(const BoneInputs& inputs, const EvaluationSwitches& switches);

  /// Evaluates again after only the inputs of the bones `changed` changed (a dragged bone): only the bones
  /// that depend on them through parents, append and IK. Gives the same bits as `evaluate`, does not
  /// allocate. The switches must be those of the evaluation before. Returns the number of placements of
  /// bones.
  std::size_t update(const BoneInputs& inputs, const EvaluationSwitches& switches,
                     std::span<const std::int32_t> changed);

  /// Evaluates the bones for the rigid bodies that follow them: without the IK of after-physics bones.
  void evaluate_before_physics(const BoneInputs& inputs, const EvaluationSwitches& switches);

  /// After evaluate_before_physics() with the same inputs: applies the bodies' transforms, then places bones
  /// below them, bones that append moved ones, and after-physics bones with their IK (semantics, "A frame").
  /// Does not allocate. Do not call `update` after it.
  void drive(const BoneInputs& inputs, const EvaluationSwitches& switches,
             std::span<const DrivenBone> driven);

  /// Skeleton::palette_size() entries, right-handed: Mconv * T(-rest) per bone in file order, then the
  /// identity. Valid until the next evaluation.
  std::span<const Affine> palette() const;
  /// The bone's transform from local to model space.
  Affine mconv(std::int32_t bone) const;
  /// The bone's rotation (unit) and translation from rest (MMD units) relative to its parent, append and IK
  /// included.
  const quat& local_rotation(std::int32_t bone) const;
  const vec3& local_translation(std::int32_t bone) const;
  /// The bone's position in model space, MMD units.
  vec3 position(std::int32_t bone) const;
  /// One per chain, in Skeleton::ik_chains order.
  std::span<const IkResult> ik_results() const;

  const Skeleton& skeleton() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mmd
