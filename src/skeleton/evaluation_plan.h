#pragma once

// Skeleton::steps laid out for the evaluation: flat arrays of operations, cut into stages that end with IK
// chains which do not depend on each other.

#include <array>
#include <cstdint>
#include <vector>

#include "base/math.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// slerp(identity, q, ratio) without trigonometry: for a unit q with w >= 0 it is (sine(w) * xyz, cosine(w)),
/// where both functions of w are polynomials in w - 1/2, fitted when the plan is made. Exact to float's last
/// digits for |ratio| <= max_fitted_ratio; beyond that the evaluation uses trigonometry.
struct SlerpPolynomials {
  static constexpr std::size_t terms = 9;
  std::array<float, terms> cosine{}, sine{};  ///< coefficients, constant term first
};
inline constexpr float max_fitted_ratio = 4.0f;
SlerpPolynomials fit_slerp(float ratio);

/// A bone whose pose rotation is brought to one axis (semantics, "From pose to bone matrices", 1).
struct FixedAxis {
  std::int32_t bone = none;
  vec3 axis{0.0f};  ///< unit or zero
};

/// Appends to q and t of a bone (3), and keeps q where the bone is an IK link.
struct LocalOp {
  std::int32_t bone = none;
  std::int32_t source = none;  ///< append source
  std::int32_t turn = none;    ///< slot that keeps q for a bone that is an IK link
  float ratio = 0.0f;
  bool append_rotation = false, append_translation = false, append_local = false;
  vec3 source_rest{0.0f};
  std::int32_t slerp = none;  ///< index into EvaluationPlan::slerps
};

/// Places up to eight bones, each below its parent (4 and 6): palette[bone] = palette[parent] * (R, rest + t
/// - R rest). A parent may stand earlier in the same block.
struct PlaceBlock {
  static constexpr std::size_t width = 8;
  std::array<std::int32_t, width> bone{};
  std::array<std::int32_t, width> parent{};  ///< palette index; the identity entry for roots
  alignas(32) std::array<float, width> rest_x{}, rest_y{}, rest_z{};
  std::uint32_t count = 0;
};

struct OpRange {
  std::uint32_t first = 0, last = 0;
};

struct Stage {
  OpRange locals;       ///< into EvaluationPlan::locals
  OpRange blocks;       ///< into EvaluationPlan::blocks
  OpRange lane_groups;  ///< chains solved at the end of the stage, side by side …
  OpRange chains;       ///< … and one by one: into EvaluationPlan::general_chains
  OpRange again;        ///< into `blocks`: bones placed before that hang on links of these chains
};

/// A bone that takes part in a chain's solution: a link or the effector. Bones between two of them do not
/// move against each other while the chain is solved.
struct IkNode {
  std::int32_t bone = none;
  std::int32_t parent_node = none;  ///< nearest node above; none: the bone hangs on `parent` in model space
  std::int32_t parent = 0;          ///< palette index of the bone's own parent
  std::int32_t turn = none;         ///< slot of q for links of the chain; none: an effector that is none
  bool carries = false;             ///< other nodes hang on it
  vec3 rest{0.0f};
  vec3 offset{0.0f};  ///< rest - rest of the parent bone
  struct Between {
    std::int32_t bone = none;
    vec3 offset{0.0f};  ///< rest - rest of its parent
  };
  std::vector<Between> between;  ///< bones between parent_node and this one, top first
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
  double sin_limit = 0.0;
  double cos_half_limit = 1.0, sin_half_limit = 0.0;
};

struct PlannedChain {
  std::int32_t bone = none;
  vec3 bone_rest{0.0f};
  std::int32_t iterations = 0;
  std::int32_t effector_node = none;
  std::vector<IkNode> nodes;  ///< parents before children
  std::vector<PlannedLink> links;
  /// There are iterations; links hang on each other without bones between, are free or turn about X, and none
  /// has a fixed axis: what legs, toes, hair and ties are. Such chains are solved side by side (ik_lanes.h).
  bool simple = false;
};

/// Simple chains that are solved in the lanes of one vector.
struct LaneChains {
  static constexpr std::size_t lanes = 4;
  static constexpr std::size_t most_links = 32;  ///< longer chains are solved one by one
  std::array<std::int32_t, lanes> chain{none, none, none, none};
};

struct EvaluationPlan {
  std::vector<FixedAxis> fixed_axes;
  std::vector<LocalOp> locals;
  std::vector<SlerpPolynomials> slerps;
  std::vector<PlaceBlock> blocks;
  std::vector<std::int32_t> linear_order;  ///< every bone once, in the order of placing
  std::vector<Stage> stages;
  std::vector<PlannedChain> chains;  ///< Skeleton::ik_chains order
  std::vector<LaneChains> lane_groups;
  std::vector<std::int32_t> general_chains;
  std::size_t turn_count = 0;  ///< bones that are a link of any chain
  std::size_t most_nodes = 0;  ///< of any chain
};

EvaluationPlan plan_evaluation(const Skeleton& skeleton);

}  // namespace mmd
