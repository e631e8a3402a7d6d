#pragma once

#include <span>

#include "skeleton/bone_manager.h"
#include "skeleton/kernels.h"

namespace mmd {

/// The constants of a group of chains; room for everything its solution needs.
LaneGroup make_lane_group(const EvaluationPlan& plan, const LaneChains& chains);

/// The same of one chain in as many poses as there are lanes.
PoseGroup make_pose_group(const PlannedChain& chain);

/// What a solver reads of the evaluation so far.
struct SolverInput {
  std::span<const quat> total;        ///< q per bone; q_ik * q for links solved before
  std::span<const quat> link_q;       ///< q of links, by turn slot
  std::span<const vec3> translation;  ///< t per bone
  std::span<const Affine> palette;    ///< goal and bones above the chain are placed
};

/// Loads one chain's state into its lane. `iterations` 0 leaves the lane still.
void load_lane(LaneGroup& group, std::size_t lane, const PlannedChain& chain, const SolverInput& input,
               std::int32_t iterations);
/// Takes one chain's solution out: q_ik * q of its links into `total`.
IkResult store_lane(const LaneGroup& group, std::size_t lane, const PlannedChain& chain,
                    std::span<quat> total);

}  // namespace mmd
