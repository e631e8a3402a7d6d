#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "skeleton/evaluation_plan.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// The parts of an evaluation that depend on some changed bones: children, append users, IK chains whose
/// goal, links or effector move, and everything that depends on these. find() does not allocate.
class DirtySet {
 public:
  DirtySet(const Skeleton& skeleton, const EvaluationPlan& plan);

  /// Marks the parts. `append`, `ik`: the evaluation's switches.
  void find(std::span<const std::int32_t> changed, bool append, bool ik);

  bool local(std::int32_t bone) const { return local_[static_cast<std::size_t>(bone)] != 0; }
  bool place(std::int32_t bone) const { return place_[static_cast<std::size_t>(bone)] != 0; }
  bool chain(std::int32_t c) const { return chain_[static_cast<std::size_t>(c)] != 0; }

 private:
  void mark_place(StepRange places);
  bool mark_chain(std::int32_t c);
  bool spread(bool append, bool ik);

  const Skeleton& skeleton_;
  const EvaluationPlan& plan_;
  /// By chain c: chains to solve again with it, because c reads bones before those chains turn them.
  std::vector<std::vector<std::int32_t>> together_;
  std::vector<std::uint8_t> local_, place_, chain_;
};

}  // namespace mmd
