#pragma once

// The part of an evaluation that comes after physics (semantics, "Physics: a frame"): bones that bodies have
// moved, what hangs on them, and after-physics bones. A plain walk over Skeleton::steps: few bones change,
// and a step of the engine costs a hundred times as much.

#include <cstdint>
#include <span>
#include <vector>

#include "skeleton/bone_manager.h"
#include "skeleton/evaluation_plan.h"
#include "skeleton/ik_solver.h"

namespace mmd {

/// What an evaluation has made so far, and what it needs for a single bone.
struct EvaluationState {
  const Skeleton& skeleton;
  const EvaluationPlan& plan;
  std::span<quat> total, link_q;
  std::span<vec3> translation;
  std::span<Affine> palette;
  std::span<IkResult> results;
  IkSolver& solver;
};

/// Sets a bone's own rotation and translation from the inputs.
void load_own(const Bone& bone, const BoneInputs& inputs, std::size_t index, quat& rotation,
              vec3& translation);
/// Adds what the operation's append gives.
void apply_append(const LocalOp& op, const EvaluationState& state, quat& rotation, vec3& translation);

/// Owns its workspace; one per BoneManager.
class DrivenPass {
 public:
  DrivenPass(const Skeleton& skeleton, const EvaluationPlan& plan);

  void run(EvaluationState& state, const BoneInputs& inputs, const EvaluationSwitches& switches,
           std::span<const DrivenBone> driven);

 private:
  void read_back(EvaluationState& state, const BoneInputs& inputs);
  void append_again(EvaluationState& state, const BoneInputs& inputs);
  void after_physics(EvaluationState& state, const BoneInputs& inputs, const EvaluationSwitches& switches);
  bool appends_changed(const Bone& bone, std::size_t index) const;
  void solve(EvaluationState& state, const BoneInputs& inputs, std::int32_t chain);
  void settle(EvaluationState& state, const BoneInputs& inputs, std::size_t bone, bool append);
  void place(EvaluationState& state, const BoneInputs& inputs, std::size_t bone);

  std::vector<std::int32_t> op_of_;        ///< per bone: index into EvaluationPlan::locals, or none
  std::vector<const DrivenBone*> driver_;  ///< per bone; null: nothing drives it
  std::vector<std::uint8_t> changed_;      ///< per bone: its local transform is another one
  std::vector<std::uint8_t> moved_;        ///< per bone: it was placed anew
};

}  // namespace mmd
