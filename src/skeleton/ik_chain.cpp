#include "skeleton/ik_chain.h"

#include <algorithm>
#include <cmath>

#include <glm/gtc/quaternion.hpp>

#include "skeleton/evaluation_plan.h"

namespace mmd {
namespace {

using glm::dmat3;
using glm::dvec3;

constexpr double solved_squared = 1e-8;     // |goal - effector|² at which a chain is solved
constexpr double min_cross_squared = 1e-8;  // |e x g|² of unit e and g below which a link does not turn

dmat3 matrix_of(const quat& q) {
  return glm::mat3_cast(glm::normalize(glm::dquat(q)));
}

vec3 offset_of(const Skeleton& skeleton, std::int32_t bone) {
  const Bone& b = skeleton.bones[at(bone)];
  return b.parent == none ? b.rest : b.rest - skeleton.bones[at(b.parent)].rest;
}

/// Rodrigues' formula about `axis`, which need not be unit: the turn with this cosine and the sine
/// scale · |axis|.
dmat3 turn_about(const dvec3& axis, double axis_squared, double cosine, double scale) {
  const dvec3 s = scale * axis, c = (1.0 - cosine) * (1.0 / axis_squared) * axis;
  return {dvec3(cosine + c.x * axis.x, c.x * axis.y + s.z, c.x * axis.z - s.y),  // columns
          dvec3(c.y * axis.x - s.z, cosine + c.y * axis.y, c.y * axis.z + s.x),
          dvec3(c.z * axis.x + s.y, c.z * axis.y - s.x, cosine + c.z * axis.z)};
}

}  // namespace

ChainSolver::Link ChainSolver::make_link(const Skeleton& skeleton, const IkChain& chain, std::size_t index) {
  const IkLink& link = chain.links[index];
  const Bone& bone = skeleton.bones[at(link.bone)];
  Link out;
  out.joint = at(link.joint);
  const double max_angle = (static_cast<double>(index) + 1.0) * static_cast<double>(chain.unit_angle);
  if (max_angle < static_cast<double>(pi)) {
    out.turn_limit = max_angle > 0.0 ? TurnLimit::largest : TurnLimit::always;
    out.max_turn = {std::cos(max_angle), std::sin(max_angle)};
  }
  out.is_limited = link.limited;
  if (link.limited) out.limits = plan_limits(link.limits);
  if (bone.has_fixed_axis) {
    out.turn_axis = TurnAxis::fixed;
    out.axis = dvec3(bone.fixed_axis);
  } else if (out.limits.hinge >= 0) {
    // MMD turns in the positive sense if the dot product is >= 0 in left-handed space. For X and Y the mirror
    // flips both the dot product and the sense of rotation, so only the case of exactly 0 differs.
    out.turn_axis = TurnAxis::hinge;
    out.axis[out.limits.hinge] = 1.0;
    out.zero_is_positive = out.limits.hinge == 2;
  }
  return out;
}

ChainSolver::ChainSolver(const Skeleton& skeleton, const IkChain& chain) : chain_(chain) {
  if (chain.joints.empty()) return;
  goal_rest_ = skeleton.bones[at(chain.bone)].rest;
  effector_offset_ = offset_of(skeleton, chain.effector);
  top_rest_ = skeleton.bones[at(chain.joints.front())].rest;
  top_parent_ = palette_parent(skeleton, chain.joints.front());
  for (const std::int32_t bone : chain.joints) plan_.push_back({bone, false, offset_of(skeleton, bone)});
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    if (chain.links[i].joint == none) continue;
    plan_[at(chain.links[i].joint)].is_link = true;
    const Link link = make_link(skeleton, chain, i);
    const bool has_no_axis = link.turn_axis == TurnAxis::fixed && link.axis == dvec3(0.0);
    if (!link.limits.is_rigid && !has_no_axis) links_.push_back(link);
  }
}

void ChainSolver::begin(const BoneState& bones, std::span<Joint> workspace, std::size_t held) {
  joints_ = workspace;
  held_ = held;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const JointPlan& plan = plan_[j];
    Joint& joint = joints_[j];
    const bool starts_again = plan.is_link && j >= held;
    joint.turn = matrix_of((starts_again ? bones.before_ik : bones.rotation)[at(plan.bone)]);
    joint.arm = dvec3(plan.offset + bones.translation[at(plan.bone)]);
    joint.has_turned = false;
  }
  effector_arm_ = dvec3(effector_offset_ + bones.translation[at(chain_.effector)]);
  const Affine& parent = bones.palette[at(top_parent_)];
  const dvec3 to_goal = dvec3(transform_point(bones.palette[at(chain_.bone)], goal_rest_)) -
                        dvec3(transform_point(parent, top_rest_ + bones.translation[at(plan_.front().bone)]));
  const dmat3 rows(dvec3(parent.row[0]), dvec3(parent.row[1]), dvec3(parent.row[2]));
  joints_.front().goal = rows * to_goal;  // the inverse rotation
  iterations_run_ = 0;
  iteration_ = held < joints_.size() ? 0 : chain_.iterations;
  carry_goal_down();
  distance_squared_ = distance_squared();
}

/// Brings the goal into the frames of all joints. The walk from the effector begins.
void ChainSolver::carry_goal_down() {
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    Joint& joint = joints_[j];
    if (j > 0) joint.goal = joints_[j - 1].own_goal - joint.arm;
    joint.own_goal = joint.goal * joint.turn;  // vector * matrix: the inverse rotation
  }
  here_ = joints_.size() - 1;
  reach_ = effector_arm_;
}

/// Walks up to a joint. For a link below the one before, a walk begins.
void ChainSolver::climb_to(std::size_t joint) {
  if (joint > here_) carry_goal_down();
  for (; here_ > joint; --here_) reach_ = joints_[here_].arm + joints_[here_].turn * reach_;
}

double ChainSolver::distance_squared() {
  climb_to(0);
  const dvec3 left = joints_.front().goal - joints_.front().turn * reach_;
  return glm::dot(left, left);
}

/// Turns a link so that the effector, seen from it, comes to lie before the goal. In the frame of the joint
/// above: a free link could turn in its own frame and save a product, but gains less than 1 %. Without calls
/// (flatten), as those cost a tenth of an evaluation.
[[gnu::flatten]] void ChainSolver::turn_link(const Link& link) {
  if (link.joint < held_) return;
  climb_to(link.joint);
  Joint& joint = joints_[link.joint];
  const dvec3 e = joint.turn * reach_, g = joint.goal;
  dvec3 axis = glm::cross(e, g);
  const double axis_squared = glm::dot(axis, axis), lengths_squared = glm::dot(e, e) * glm::dot(g, g);
  if (!(axis_squared > min_cross_squared * lengths_squared)) return;
  // 1 / |e||g|. The division does not wait for the square root, which saves 3 %.
  double scale = std::sqrt(lengths_squared) * (1.0 / lengths_squared);  // |scale · axis| is the sine
  double cosine = glm::dot(e, g) * scale;
  if (link.turn_limit == TurnLimit::always ||
      (link.turn_limit == TurnLimit::largest && cosine <= link.max_turn.cosine)) {
    cosine = link.max_turn.cosine;
    scale = link.max_turn.sine / std::sqrt(axis_squared);
  }
  if (link.turn_axis == TurnAxis::fixed || (link.turn_axis == TurnAxis::hinge && is_first_half_)) {
    const double towards = glm::dot(link.axis, axis);
    const bool is_positive = towards > 0.0 || (towards == 0.0 && link.zero_is_positive);
    axis = (is_positive ? 1.0 : -1.0) * std::sqrt(axis_squared) * link.axis;
  }
  const dmat3 delta = turn_about(axis, axis_squared, cosine, scale);
  if (link.is_limited) {
    const dmat3 turned = within_limits(link.limits, delta, joint.turn, is_first_half_);
    if (turned == joint.turn) return;
    joint.turn = turned;
  } else {
    joint.turn = delta * joint.turn;
  }
  joint.has_turned = has_moved_ = true;
}

/// Returns false when the chain is solved.
bool ChainSolver::begin_iteration() {
  if (iteration_ >= chain_.iterations || distance_squared_ < solved_squared) return false;
  is_first_half_ = iteration_ < chain_.iterations / 2;
  has_moved_ = false;
  carry_goal_down();
  return true;
}

void ChainSolver::end_iteration() {
  ++iterations_run_;
  ++iteration_;
  distance_squared_ = distance_squared();
  // An iteration that turns nothing would repeat itself: skip the rest of its half. With legs at the end of
  // their reach, as in a kick, an evaluation takes a third of the time.
  if (!has_moved_) iteration_ = is_first_half_ ? chain_.iterations / 2 : chain_.iterations;
}

IkResult ChainSolver::finish(BoneState& bones) const {
  for (std::size_t j = held_; j < joints_.size(); ++j) {
    if (!plan_[j].is_link) continue;
    const Joint& joint = joints_[j];
    const std::size_t bone = at(plan_[j].bone);
    bones.rotation[bone] =
        joint.has_turned ? quat(glm::normalize(glm::quat_cast(joint.turn))) : bones.before_ik[bone];
  }
  return {true, iterations_run_, static_cast<float>(std::sqrt(distance_squared_))};
}

void solve_together(std::vector<ChainSolver*>& chains) {
  for (;;) {
    std::erase_if(chains, [](ChainSolver* chain) { return !chain->begin_iteration(); });
    if (chains.empty()) return;
    std::size_t links = 0;
    for (const ChainSolver* chain : chains) links = std::max(links, chain->links_.size());
    // Link by link: the processor works on one chain while another waits for its square roots. Chain by
    // chain, an evaluation takes 6 to 18 % longer.
    for (std::size_t l = 0; l < links; ++l)
      for (ChainSolver* chain : chains)
        if (l < chain->links_.size()) chain->turn_link(chain->links_[l]);
    for (ChainSolver* chain : chains) chain->end_iteration();
  }
}

}  // namespace mmd
