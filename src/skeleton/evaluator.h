#pragma once

// From a pose to Mconv per bone and the palette. Numbers in parentheses are those of docs/dev/semantics.md,
// "From pose to bone matrices".

#include <memory>
#include <span>
#include <vector>

#include "skeleton/bone_manager.h"
#include "skeleton/evaluation_plan.h"
#include "skeleton/ik_chain.h"

namespace mmd {

/// Evaluates a whole pose, and has the parts of which a partial evaluation consists.
class Evaluator {
 public:
  explicit Evaluator(std::shared_ptr<const Skeleton> skeleton);

  enum class Phase : std::uint8_t { whole, before_physics };
  /// Before physics, the IK of after-physics bones is off.
  void evaluate(const BoneInputs& inputs, const EvaluationSwitches& switches, Phase phase);

  /// Own rotation and translation (1, 2) of the bones [first, last).
  void load(const BoneInputs& inputs, std::size_t first, std::size_t last);
  /// Adds the bone's append (3).
  void append(const LocalStep& step);
  /// Places the bone below its parent (4, 6).
  void place(const PlaceStep& step);
  /// Solves a chain (5); `held`: as in ChainSolver::begin().
  void solve(std::int32_t chain, std::size_t held);

  /// Whether the switches and the phase have a chain on.
  bool is_on(std::int32_t chain, const EvaluationSwitches& switches, Phase phase) const;

  std::shared_ptr<const Skeleton> skeleton;
  const EvaluationPlan plan;
  BoneState bones;
  std::vector<IkResult> results;  ///< by chain

 private:
  std::vector<ChainSolver> solvers_;   ///< by chain
  std::vector<ChainSolver*> solving_;  ///< workspace
  /// Workspace of the chains of one stage: in all chains together, joints can be as many as the square of the
  /// bones.
  std::vector<ChainSolver::Joint> joints_;
};

}  // namespace mmd
