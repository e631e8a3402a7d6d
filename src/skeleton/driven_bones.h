#pragma once

// The evaluation after physics (semantics, "A frame"): bones moved by bodies, bones below them, and
// after-physics bones. A plain walk over Skeleton::steps is fast enough: the engine's step costs a hundred
// times as much.

#include <cstdint>
#include <span>
#include <vector>

#include "skeleton/bone_manager.h"
#include "skeleton/evaluator.h"

namespace mmd {

/// Owns its workspace; one per BoneManager.
class DrivenPass {
 public:
  explicit DrivenPass(const Skeleton& skeleton);

  void run(Evaluator& state, const BoneInputs& inputs, const EvaluationSwitches& switches,
           std::span<const DrivenBone> driven);

 private:
  void read_back(Evaluator& state, const BoneInputs& inputs);
  void append_again(Evaluator& state, const BoneInputs& inputs);
  void after_physics(Evaluator& state, const BoneInputs& inputs, const EvaluationSwitches& switches);
  bool appends_changed(const Bone& bone, std::size_t index) const;
  void solve(Evaluator& state, const BoneInputs& inputs, std::int32_t chain);
  std::size_t held_joints(const PlannedChain& chain) const;
  static void load(Evaluator& state, const BoneInputs& inputs, std::size_t bone);
  void settle(Evaluator& state, const BoneInputs& inputs, std::size_t bone, bool append);
  void place(Evaluator& state, const BoneInputs& inputs, std::size_t bone);

  std::vector<const DrivenBone*> driver_;  ///< per bone; null: no body drives it
  std::vector<std::uint8_t> changed_;      ///< per bone: whether its local transform has changed
  std::vector<std::uint8_t> moved_;        ///< per bone: whether it was placed again
};

}  // namespace mmd
