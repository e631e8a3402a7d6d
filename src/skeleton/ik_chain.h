#pragma once

// An IK chain and its solver: cyclic coordinate descent (semantics, "IK"). Each joint has a frame, turned
// against the frame of the joint above (for the topmost: of its parent bone). Bones between the links are
// joints that do not turn. Double precision: the thresholds for turning a link are as small as float's error.

#include <cstdint>
#include <span>
#include <vector>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "base/math.h"
#include "skeleton/bone_manager.h"
#include "skeleton/ik_limits.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// The bones during an evaluation, by index in file order. Right-handed, MMD units.
struct BoneState {
  std::vector<quat> rotation;     ///< relative to the parent: q_ik * q, append included
  std::vector<quat> before_ik;    ///< q of links, append included
  std::vector<vec3> translation;  ///< from rest, relative to the parent, append included
  std::vector<Affine> palette;    ///< Mconv * T(-rest), and the identity
};

/// Solves one chain, again and again. Does not allocate after construction.
class ChainSolver {
 public:
  /// `chain`: of the skeleton; must outlive this object.
  ChainSolver(const Skeleton& skeleton, const IkChain& chain);

  /// A joint while its chain is solved.
  struct Joint {
    glm::dmat3 turn{1.0};      ///< q_ik * q
    glm::dvec3 arm{0.0};       ///< from the joint above, in that joint's frame
    glm::dvec3 goal{0.0};      ///< from the joint, in the frame of the joint above
    glm::dvec3 own_goal{0.0};  ///< the same in its own frame
    bool has_turned = false;
  };
  std::size_t joint_count() const { return plan_.size(); }

  /// Reads the bones. `workspace`: joint_count() joints, in use until finish(). The first `held` joints, from
  /// the top, do not turn: they keep the rotation they have.
  void begin(const BoneState& bones, std::span<Joint> workspace, std::size_t held = 0);
  /// Writes the rotation of the links.
  IkResult finish(BoneState& bones) const;

  friend void solve_together(std::vector<ChainSolver*>& chains);

 private:
  /// What is the same for all poses.
  struct JointPlan {
    std::int32_t bone = none;
    bool is_link = false;
    vec3 offset{0.0f};  ///< rest - rest of its parent
  };
  enum class TurnLimit : std::uint8_t {
    none,     ///< turns all the way to the goal
    largest,  ///< turns by max_turn if the goal is farther away
    always,   ///< turns by max_turn, which is zero or negative
  };
  enum class TurnAxis : std::uint8_t {
    free,
    hinge,  ///< `axis` in the first half of the iterations, then free
    fixed,  ///< `axis`
  };
  struct Link {
    std::size_t joint = 0;
    TurnLimit turn_limit = TurnLimit::none;
    AngleParts max_turn;  ///< per iteration
    TurnAxis turn_axis = TurnAxis::free;
    glm::dvec3 axis{0.0};          ///< unit, in the frame of the joint above
    bool zero_is_positive = true;  ///< the sense of the turn if the goal is on neither side of the axis
    bool is_limited = false;
    LinkLimits limits;
  };
  static Link make_link(const Skeleton& skeleton, const IkChain& chain, std::size_t index);

  bool begin_iteration();
  void turn_link(const Link& link);
  void end_iteration();
  void carry_goal_down();
  void climb_to(std::size_t joint);
  double distance_squared();

  const IkChain& chain_;
  vec3 goal_rest_{0.0f}, top_rest_{0.0f};  ///< of the goal and the topmost joint, model space
  vec3 effector_offset_{0.0f};             ///< rest - rest of its parent
  std::int32_t top_parent_ = 0;            ///< palette index of the topmost joint's parent
  std::vector<JointPlan> plan_;            ///< topmost first
  std::vector<Link> links_;                ///< file order

  std::span<Joint> joints_;  ///< topmost first
  std::size_t held_ = 0;
  std::size_t here_ = 0;          ///< the joint that the walk from the effector has reached
  glm::dvec3 reach_{0.0};         ///< from there to the effector, in the joint's own frame
  glm::dvec3 effector_arm_{0.0};  ///< from the last joint to the effector, in that joint's frame
  std::int32_t iteration_ = 0, iterations_run_ = 0;
  bool is_first_half_ = false, has_moved_ = false;  ///< in this iteration
  double distance_squared_ = 0.0;                   ///< |goal - effector|², after the last iteration
};

/// Solves chains that do not depend on each other, after begin(). Empties the list.
void solve_together(std::vector<ChainSolver*>& chains);

}  // namespace mmd
