#pragma once

// Evaluates again what a change reaches: a dragged bone, or bones moved by bodies (semantics, "A frame").

#include <cstdint>
#include <span>
#include <vector>

#include "skeleton/bone_manager.h"
#include "skeleton/evaluator.h"

namespace mmd {

/// Runs the steps of a skeleton that a change reaches, in order: to children, to append users, through IK.
/// Owns its workspace; one per BoneManager.
class PartialEvaluation {
 public:
  explicit PartialEvaluation(Evaluator& evaluator);

  /// See BoneManager.
  std::size_t update(const BoneInputs& inputs, const EvaluationSwitches& switches,
                     std::span<const std::int32_t> changed);
  void drive(const BoneInputs& inputs, const EvaluationSwitches& switches,
             std::span<const DrivenBone> driven);

 private:
  void begin();
  enum class Bones : std::uint8_t { all, before_physics };
  template <class Solves>
  std::size_t sweep(const BoneInputs& inputs, Bones which, bool append, const Solves& solves);
  bool reaches_local(const Bone& bone, std::size_t index, bool append) const;
  bool reaches_chain(const IkChain& chain) const;
  void set_local(const BoneInputs& inputs, std::size_t bone, bool append);
  void place(const BoneInputs& inputs, std::int32_t bone);
  void place_at_body(const BoneInputs& inputs, const DrivenBone& body);
  void solve(std::int32_t chain);
  std::size_t held_joints(const IkChain& chain) const;

  Evaluator& evaluator_;
  std::vector<const DrivenBone*> body_;  ///< by bone; null: no body drives it
  std::vector<std::uint8_t> changed_;    ///< by bone: whether its rotation or translation changes
  std::vector<std::uint8_t> moved_;      ///< by palette entry: whether it was placed again
};

}  // namespace mmd
