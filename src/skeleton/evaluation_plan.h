#pragma once

// Skeleton::steps as flat lists in stages, made once per skeleton. A stage ends with IK chains that do not
// depend on each other. A chain needs only its goal and the parent of its topmost link in place: the solver
// has its own frames between them, so nearly every bone is placed once.

#include <cstdint>
#include <vector>

#include <glm/vec3.hpp>

#include "base/math.h"
#include "skeleton/ik_limits.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// A bone's local transform: its append, if it has a source; whether IK may turn it.
struct LocalStep {
  std::int32_t bone = none;
  Append append;
  vec3 source_rest{0.0f};
  bool is_link = false;
};

/// Places a bone below its parent.
struct PlaceStep {
  std::int32_t bone = none;
  std::int32_t parent = 0;  ///< palette index; for roots the last (the identity)
  vec3 rest{0.0f};
};

/// A bone with a fixed axis (semantics, "From pose to bone matrices", 1).
struct FixedAxis {
  std::int32_t bone = none;
  vec3 axis{0.0f};  ///< unit or zero
};

struct StepRange {
  std::uint32_t first = 0, last = 0;
};

struct Stage {
  StepRange locals;  ///< into EvaluationPlan::locals
  StepRange places;  ///< into EvaluationPlan::places
  StepRange chains;  ///< into EvaluationPlan::chain_order; solved at the end of the stage
  StepRange again;   ///< into EvaluationPlan::places: bones placed before, below links of these chains
};

/// A bone between a chain's topmost link and its effector. Joints that are no links do not turn.
struct ChainJoint {
  std::int32_t bone = none;
  bool is_link = false;
  vec3 offset{0.0f};  ///< rest - rest of its parent
};

/// A link, in file order.
struct PlannedLink {
  std::size_t joint = 0;
  bool is_limited = false;
  LinkLimits limits;
  bool has_fixed_axis = false;
  glm::dvec3 fixed_axis{0.0};
  // The largest turn per iteration: unit angle · (i + 1). If cosine · |cosine| of the wanted turn is not
  // above min_cosine_squared, the link turns by max_turn instead.
  double min_cosine_squared = -4.0;
  AngleParts max_turn;
};

struct PlannedChain {
  std::int32_t goal = none;
  std::int32_t iterations = 0;
  std::int32_t parent = 0;         ///< palette index of the topmost link's parent
  std::vector<ChainJoint> joints;  ///< topmost link first; empty without links
  std::int32_t effector = none;
  vec3 effector_offset{0.0f};      ///< rest - rest of its parent
  std::vector<PlannedLink> links;  ///< links above the effector; others do not turn (unconfirmed)
};

struct EvaluationPlan {
  std::vector<FixedAxis> fixed_axes;
  std::vector<LocalStep> locals;
  std::vector<std::int32_t> local_of;  ///< by bone: index of its LocalStep, or none
  std::vector<PlaceStep> places;
  std::vector<std::int32_t> linear_order;  ///< every bone once, in placing order
  std::vector<Stage> stages;
  std::vector<PlannedChain> chains;  ///< Skeleton::ik_chains order
  std::vector<std::int32_t> chain_order;
  std::size_t max_joints = 0;  ///< largest sum over the chains of a stage
};

EvaluationPlan plan_evaluation(const Skeleton& skeleton);

/// The level of each chain: one above the highest chain that comes before it and turns a bone that it needs
/// (ChainNeeds). Chains of one level do not depend on each other. Chains without links have level 0.
std::vector<std::int32_t> chain_levels(const Skeleton& skeleton);

/// The bones that a chain needs before it is solved. Placed: its goal, the parent of its topmost link and all
/// bones above them. Settled (own and appended transform): these, the joints and all append sources. Reuses
/// its workspace.
class ChainNeeds {
 public:
  explicit ChainNeeds(const Skeleton& skeleton);
  void find(const IkChain& chain);
  const std::vector<std::int32_t>& settled() const { return settled_; }  ///< includes all placed bones
  const std::vector<std::int32_t>& placed() const { return placed_; }

 private:
  void settle(std::int32_t bone);
  void place(std::int32_t bone);

  const Skeleton& skeleton_;
  std::vector<std::uint32_t> settled_at_, placed_at_;
  std::uint32_t call_ = 0;
  std::vector<std::int32_t> settled_, placed_;
};

/// The bones from the topmost link of a chain down to its effector's parent; empty if no link is above the
/// effector.
std::vector<std::int32_t> joints_of(const Skeleton& skeleton, const IkChain& chain);

}  // namespace mmd
