#pragma once

// Skeleton::steps laid out for the evaluation: flat arrays of operations, cut into stages that end with an IK
// chain.

#include <cstdint>
#include <vector>

#include "base/math.h"
#include "model/model.h"

namespace mmd {

/// Settles q and t of one bone (semantics, "From pose to bone matrices", 1-3).
struct LocalOp {
  std::int32_t bone = none;
  std::int32_t source = none;       ///< append source
  std::int32_t source_turn = none;  ///< slot of the source's q_ik, if it is a link
  float ratio = 0.0f;
  bool append_rotation = false, append_translation = false, append_local = false;
  bool has_fixed_axis = false;
  vec3 fixed_axis{0.0f};
  vec3 source_rest{0.0f};
};

/// Places one bone below its parent (4 and 6): palette[bone] = palette[parent] * (R, rest + t - R rest).
struct PlaceOp {
  vec3 rest{0.0f};
  std::int32_t bone = none;
  std::int32_t parent = 0;   ///< palette index; the identity entry for roots
  std::int32_t turn = none;  ///< slot of the bone's q_ik, if it is a link
};

struct OpRange {
  std::uint32_t first = 0, last = 0;
};

struct Stage {
  OpRange locals, places;
  std::int32_t chain = none;  ///< solved at the end of the stage
  OpRange again;              ///< into `places_again`: placed bones that hang on the chain's links
};

/// A bone that takes part in a chain's solution: a link or the effector. Bones between two of them do not
/// move against each other while the chain is solved.
struct IkNode {
  std::int32_t bone = none;
  std::int32_t parent_node = none;  ///< nearest node above; none: the bone hangs on `parent` in model space
  std::int32_t parent = 0;          ///< palette index of the bone's own parent
  std::int32_t turn = none;         ///< slot of q_ik for links
  vec3 rest{0.0f};
  vec3 offset{0.0f};  ///< rest - rest of the parent bone
  std::vector<PlaceOp>
      between;  ///< bones between parent_node and this one, top first; `rest` is their offset
};

enum class EulerOrder : std::uint8_t { yxz, zyx, xzy };

/// A link in the order of the file, with what its limits mean for the solver.
struct PlannedLink {
  std::int32_t node = none;
  bool limited = false;
  bool has_fixed_axis = false;
  vec3 fixed_axis{0.0f};
  EulerLimits limits;
  EulerOrder order = EulerOrder::yxz;
  std::int32_t hinge = none;  ///< 0-2: the only free axis
  double cos_limit = -2.0;    ///< of the greatest angle per iteration; below -1: no limit
  double cos_half_limit = 1.0, sin_half_limit = 0.0;
};

struct PlannedChain {
  std::int32_t bone = none;
  std::int32_t iterations = 0;
  std::int32_t effector_node = none;
  std::vector<IkNode> nodes;  ///< parents before children
  std::vector<PlannedLink> links;
};

struct EvaluationPlan {
  std::vector<LocalOp> locals;
  std::vector<PlaceOp> places;  ///< every bone once
  std::vector<PlaceOp> places_again;
  std::vector<Stage> stages;
  std::vector<PlannedChain> chains;
  std::size_t turn_count = 0;  ///< bones that are a link of any chain
  std::size_t most_nodes = 0;  ///< of any chain
};

EvaluationPlan plan_evaluation(const Skeleton& skeleton);

}  // namespace mmd
