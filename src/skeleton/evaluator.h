#pragma once

// BoneManager's implementation, from pose to palette: bone_manager.cpp; after physics: driven_bones.cpp.

#include <memory>
#include <span>
#include <vector>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "base/math.h"
#include "skeleton/bone_manager.h"
#include "skeleton/evaluation_plan.h"

namespace mmd {

/// Solves a chain. Each joint has a frame, turned against the frame of the joint above (for the first: of the
/// chain's parent bone). Double precision: the thresholds for turning a link are as small as float's error.
class ChainSolver {
 public:
  /// A joint's state.
  struct State {
    glm::dmat3 turn{1.0};      ///< q_ik * q of the joint
    glm::dvec3 arm{0.0};       ///< from the joint above, in that joint's frame
    glm::dvec3 goal{0.0};      ///< from the joint, in the frame of the joint above
    glm::dvec3 own_goal{0.0};  ///< the same in its own frame
    glm::dvec3 effector{0.0};  ///< from the joint, in the frame of the joint above
    bool has_turned = false;
  };

  /// `chain` must outlive this object.
  explicit ChainSolver(const PlannedChain& chain) : chain_(chain) {}

  struct Sources {
    std::span<const quat> rotation;   ///< q of bones outside this chain's links
    std::span<const quat> before_ik;  ///< q of links
    std::span<const vec3> translation;
    std::span<const Affine> palette;
    std::span<const Bone> bones;
  };
  /// `room`: a State for each joint, used until finish(). The first `held` joints, from the top, keep the
  /// rotation they have: no link among them turns.
  void begin(const Sources& sources, std::span<State> room, std::size_t held = 0);
  /// Tries one link, or ends an iteration. Returns false when the chain is solved.
  bool advance();
  /// Writes q_ik * q of the links to `rotation`.
  IkResult finish(std::span<const quat> before_ik, std::span<quat> rotation) const;

 private:
  void begin_iteration();
  void carry_goal_down_to(std::size_t joint);
  void carry_effector_up_to(std::size_t joint);
  /// The vector from a joint to the effector, in the joint's own frame.
  glm::dvec3 reach_of(std::size_t joint) const;
  bool turn(const PlannedLink& link);
  double distance_squared();

  const PlannedChain& chain_;
  std::span<State> joints_;
  glm::dvec3 effector_arm_{0.0};
  std::size_t held_ = 0;
  std::size_t goal_known_ = 0;      ///< number of joints, from the top, with a valid goal
  std::size_t effector_known_ = 0;  ///< this joint and all below it have a valid effector
  std::size_t next_link_ = 0;
  std::int32_t iteration_ = 0, iterations_run_ = 0;
  bool has_moved_ = false;  ///< in this iteration
  double distance_ = 0.0;   ///< |goal - effector|², after the last iteration
};

/// One evaluation's state, by bone in file order.
class Evaluator {
 public:
  explicit Evaluator(std::shared_ptr<const Skeleton> skeleton);

  /// Adds the bone's append (3), and saves q of links for IK.
  void settle(const LocalStep& step, bool with_append);
  /// `held`: as in ChainSolver::begin().
  void solve_one(std::int32_t chain, std::size_t held);
  bool is_on(std::int32_t chain, const EvaluationSwitches& switches) const {
    return switches.ik && (switches.ik_chains.empty() || switches.ik_chains[at(chain)] != 0);
  }
  /// Evaluates the bones and chains for which `part` is true (local(bone), place(bone), chain(c)). Returns
  /// the number of placements of bones.
  template <class Part>
  std::size_t run(const BoneInputs& inputs, const EvaluationSwitches& switches, const Part& part);

  std::shared_ptr<const Skeleton> skeleton;
  const EvaluationPlan plan;
  std::vector<quat> rotation;     ///< q_ik * q, append included
  std::vector<quat> before_ik;    ///< q of links, append included
  std::vector<vec3> translation;  ///< t, append included
  std::vector<Affine> palette;    ///< Mconv * T(-rest), and the identity
  std::vector<IkResult> results;  ///< by chain

 private:
  template <class Part>
  void load_part(const BoneInputs& inputs, const Part& part);
  void append(const LocalStep& step);
  void place(const PlaceStep& step);
  template <class Wanted>
  void solve(std::span<const std::int32_t> chains, Wanted&& wanted);

  std::vector<ChainSolver::State> joints_;  ///< workspace for the chains of a stage
  std::vector<ChainSolver> solvers_;        ///< by chain
  std::vector<std::int32_t> solving_;       ///< workspace
};

}  // namespace mmd
