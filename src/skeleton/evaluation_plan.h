#pragma once

// Skeleton::steps laid out once per skeleton as flat lists, cut into stages. A stage ends with IK chains that
// do not depend on each other. Before a chain is solved only its goal and the parent of its topmost link have
// to be in place: the solver carries everything between them in frames of its own, so nearly every bone is
// placed once.

#include <cstdint>
#include <vector>

#include <glm/vec3.hpp>

#include "base/math.h"
#include "skeleton/ik_limits.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// What a bone appends, if it has a source; and whether IK may turn it.
struct LocalStep {
  std::int32_t bone = none;
  Append append;
  vec3 source_rest{0.0f};
  bool is_link = false;
};

/// A bone below its parent.
struct PlaceStep {
  std::int32_t bone = none;
  std::int32_t parent = 0;  ///< palette index; the identity's, the last, for roots
  vec3 rest{0.0f};
};

/// A bone whose pose rotation is brought to one axis (semantics, "From pose to bone matrices", 1).
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
  StepRange again;   ///< into EvaluationPlan::places: bones placed before that hang on links of these chains
};

/// A bone on the way from a chain's topmost link down to its effector. Bones between links are joints that do
/// not turn.
struct ChainJoint {
  std::int32_t bone = none;
  bool is_link = false;
  vec3 offset{0.0f};  ///< rest - rest of its parent
};

/// A link, in the order of the file.
struct PlannedLink {
  std::size_t joint = 0;
  bool is_limited = false;
  LinkLimits limits;
  bool has_fixed_axis = false;
  glm::dvec3 fixed_axis{0.0};
  // The greatest turn per iteration: unit angle · (i + 1). Where the wanted turn's cosine · |cosine| is not
  // more than greatest_squared, the link turns by this angle instead.
  double greatest_squared = -4.0;
  AngleParts greatest_turn;
};

struct PlannedChain {
  std::int32_t goal = none;
  std::int32_t iterations = 0;
  std::int32_t parent = 0;         ///< palette index of the topmost link's parent
  std::vector<ChainJoint> joints;  ///< topmost link first; without links none
  std::int32_t effector = none;
  vec3 effector_offset{0.0f};      ///< rest - rest of its parent
  std::vector<PlannedLink> links;  ///< those above the effector; others do not turn (unconfirmed)
};

struct EvaluationPlan {
  std::vector<FixedAxis> fixed_axes;
  std::vector<LocalStep> locals;
  std::vector<std::int32_t> local_of;  ///< by bone: its LocalStep, or none
  std::vector<PlaceStep> places;
  std::vector<std::int32_t> linear_order;  ///< every bone once, in the order of placing
  std::vector<Stage> stages;
  std::vector<PlannedChain> chains;  ///< Skeleton::ik_chains order
  std::vector<std::int32_t> chain_order;
  std::size_t max_joints = 0;  ///< of the chains of a stage
};

EvaluationPlan plan_evaluation(const Skeleton& skeleton);

/// The level of each chain: one more than that of the highest chain before it (in evaluation order) whose
/// links its goal, links, effector or anything above or appended by them turn with. Chains of one level do
/// not depend on each other; those without links are of the lowest.
std::vector<std::int32_t> chain_levels(const Skeleton& skeleton);

/// What a chain needs before it is solved: in place its goal and the parent of its topmost link, with all
/// above them; settled (own and appended transform) these and the joints, with all append sources. Keeps its
/// workspace from call to call.
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

/// The bones from the topmost link of a chain down to its effector's parent; empty if no link is above the
/// effector.
std::vector<std::int32_t> joints_of(const Skeleton& skeleton, const IkChain& chain);

}  // namespace mmd
