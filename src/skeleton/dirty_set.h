#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "skeleton/evaluation_plan.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// Which parts of an evaluation a change of some bones' inputs reaches: children, append users, IK chains
/// whose goal, links or effector move, and what follows from these. Owns its flags; finding allocates
/// nothing.
class DirtySet {
 public:
  DirtySet(const Skeleton& skeleton, const EvaluationPlan& plan);

  /// `append`, `ik`: the switches of the evaluation.
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
  /// Chains that must be solved again with chain c because c reads bones as they stand before those chains
  /// turn them.
  std::vector<std::vector<std::int32_t>> together_;
  std::vector<std::uint8_t> local_, place_, chain_;
};

}  // namespace mmd
