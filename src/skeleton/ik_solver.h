#pragma once

#include <span>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "skeleton/bone_manager.h"
#include "skeleton/evaluation_plan.h"
#include "skeleton/lane_loader.h"

namespace mmd {

/// Cyclic coordinate descent for one chain at a time (semantics, "IK"). In double precision: the thresholds
/// that decide whether a link turns at all are of the size of float's error. Owns its workspace; one per
/// BoneManager.
class IkSolver {
 public:
  /// Room for chains of up to `most_nodes` nodes.
  explicit IkSolver(std::size_t most_nodes);

  /// Solves `chain` starting from q_ik = identity on every link and writes q_ik * q of its links into
  /// `total`, which is also what `input.total` sees.
  IkResult solve(const PlannedChain& chain, const SolverInput& input, std::span<quat> total);

 private:
  struct Node {
    glm::dquat own{1, 0, 0, 0};             ///< q
    glm::dquat turned{1, 0, 0, 0};          ///< q_ik * q
    glm::dquat frame{1, 0, 0, 0};           ///< model-space rotation of the bone's parent
    glm::dquat world{1, 0, 0, 0};           ///< model-space rotation of the bone
    glm::dvec3 position{0};                 ///< model space
    glm::dquat relative_frame{1, 0, 0, 0};  ///< of the bone's parent, in the frame of parent_node
    glm::dvec3 relative_position{0};        ///< in the frame of parent_node
  };

  void load(const PlannedChain& chain, const SolverInput& input);
  void move_below(const PlannedChain& chain, std::size_t first);
  bool turn_link(const PlannedChain& chain, const PlannedLink& link, bool first_half);

  std::vector<Node> nodes_;
  glm::dvec3 goal_{0};
};

}  // namespace mmd
