#pragma once

#include <span>
#include <vector>

#include "skeleton/evaluation_plan.h"

namespace mmd {

/// One IK chain as the solvers want it. `depth`: of every bone below its root; `turn`: slot of every bone
/// that is a link.
PlannedChain plan_chain(const Skeleton& skeleton, const IkChain& chain, std::span<const std::int32_t> depth,
                        std::span<const std::int32_t> turn);

/// The level of each chain: one more than that of the highest chain before it (in evaluation order) whose
/// links its goal, links, effector or anything above or appended by them turn with. Chains of one level do
/// not depend on each other; those without links are of the lowest.
std::vector<std::int32_t> chain_levels(const Skeleton& skeleton);

/// What a chain needs before it is solved: goal, links and effector with all above them in place, the append
/// sources of these settled (not placed, save for local append). Found by walking; keeps its workspace from
/// call to call.
class ChainNeeds {
 public:
  explicit ChainNeeds(const Skeleton& skeleton);
  void find(const IkChain& chain);
  const std::vector<std::int32_t>& settled() const { return settled_; }  ///< includes all that are placed
  const std::vector<std::int32_t>& placed() const { return placed_; }

 private:
  void settle(std::int32_t bone);
  void place(std::int32_t bone);

  const Skeleton& skeleton_;
  std::vector<std::uint32_t> settled_at_, placed_at_;
  std::uint32_t call_ = 0;
  std::vector<std::int32_t> settled_, placed_;
};

}  // namespace mmd
