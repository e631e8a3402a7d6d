#include "skeleton/bone_manager.h"

// From a pose to Mconv per bone and the palette. Numbers in parentheses are those of docs/dev/semantics.md,
// "From pose to bone matrices". Per stage of the plan: append (3), place (4, 6), solve the stage's IK (5).
// Compiled without fused multiply-add (-ffp-contract=off), so that bones have the same bits on every system.

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/rotations.h"
#include "skeleton/dirty_set.h"
#include "skeleton/driven_bones.h"
#include "skeleton/evaluator.h"

namespace mmd {
namespace {

using glm::dmat3;
using glm::dquat;
using glm::dvec3;

constexpr double solved_squared = 1e-8;     // |goal - effector|² at which a chain is solved
constexpr double min_cross_squared = 1e-8;  // |e x g|² of unit e and g below which a link does not turn

/// Four floats that compilers keep in one register.
typedef float Row __attribute__((vector_size(16)));

dmat3 matrix_of(const quat& q) {
  return glm::mat3_cast(glm::normalize(dquat(q)));
}

/// Selects the whole evaluation.
struct Everything {
  static constexpr bool local(std::int32_t) { return true; }
  static constexpr bool place(std::int32_t) { return true; }
  static constexpr bool chain(std::int32_t) { return true; }
};

}  // namespace

// ---- Own transform (1, 2)

template <class Part>
void Evaluator::load_part(const BoneInputs& inputs, const Part& part) {
  for (std::size_t b = 0; b < rotation.size(); ++b) {
    if (!part.local(static_cast<std::int32_t>(b))) continue;
    rotation[b] = inputs.rotation[b];
    translation[b] = inputs.translation[b];
  }
  for (const FixedAxis& fixed : plan.fixed_axes)
    if (part.local(fixed.bone))
      rotation[at(fixed.bone)] = about_fixed_axis(rotation[at(fixed.bone)], fixed.axis);
  for (std::size_t b = 0; b < inputs.morph_rotation.size(); ++b) {
    if (!part.local(static_cast<std::int32_t>(b))) continue;
    rotation[b] = glm::normalize(inputs.morph_rotation[b] * rotation[b]);
    translation[b] += inputs.morph_translation[b];
  }
}

// ---- Append (3)

void Evaluator::append(const LocalStep& step) {
  const Append& append = step.append;
  const std::size_t bone = at(step.bone), source = at(append.source);
  if (append.rotation) {
    const quat from = append.local ? rotation_of(palette[source]) : rotation[source];
    rotation[bone] = rotation[bone] * scaled_rotation(from, append.ratio);
  }
  if (append.translation) {
    const vec3 from = append.local ? transform_point(palette[source], step.source_rest) - step.source_rest
                                   : translation[source];
    translation[bone] += append.ratio * from;
  }
}

void Evaluator::settle(const LocalStep& step, bool with_append) {
  if (with_append && step.append.source != none) append(step);
  if (step.is_link) before_ik[at(step.bone)] = rotation[at(step.bone)];
}

// ---- Local to model space, and the palette (4, 6)

/// palette = palette of the parent · (R, rest + t - R · rest). A bone that does not move relative to its
/// parent has the parent's palette.
void Evaluator::place(const PlaceStep& step) {
  const std::size_t bone = at(step.bone);
  const quat& q = rotation[bone];
  const vec3& t = translation[bone];
  if (q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && t == vec3(0.0f)) {
    palette[bone] = palette[at(step.parent)];
    return;
  }
  // The rows of (R, rest + t - R · rest).
  const float x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
  const float xx = q.x * x2, yy = q.y * y2, zz = q.z * z2, xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
  const float wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
  const float m00 = 1.0f - (yy + zz), m01 = xy - wz, m02 = xz + wy;
  const float m10 = xy + wz, m11 = 1.0f - (xx + zz), m12 = yz - wx;
  const float m20 = xz - wy, m21 = yz + wx, m22 = 1.0f - (xx + yy);
  const vec3& rest = step.rest;
  const Row r0{m00, m01, m02, rest.x + t.x - (m00 * rest.x + m01 * rest.y + m02 * rest.z)};
  const Row r1{m10, m11, m12, rest.y + t.y - (m10 * rest.x + m11 * rest.y + m12 * rest.z)};
  const Row r2{m20, m21, m22, rest.z + t.z - (m20 * rest.x + m21 * rest.y + m22 * rest.z)};
  const Affine& parent = palette[at(step.parent)];
  Affine& out = palette[bone];
  for (std::size_t i = 0; i < 3; ++i) {
    const vec4& p = parent.row[i];
    const Row row = p.x * r0 + p.y * r1 + p.z * r2 + Row{0.0f, 0.0f, 0.0f, p.w};
    std::memcpy(&out.row[i], &row, sizeof row);
  }
}

// ---- IK (5; semantics, "IK"): cyclic coordinate descent

void ChainSolver::begin(const Sources& sources, std::span<State> room, std::size_t held) {
  joints_ = room;
  held_ = held;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const ChainJoint& joint = chain_.joints[j];
    State& state = joints_[j];
    state.turn =
        matrix_of((joint.is_link && j >= held ? sources.before_ik : sources.rotation)[at(joint.bone)]);
    state.arm = dvec3(joint.offset + sources.translation[at(joint.bone)]);
    state.has_turned = false;
  }
  effector_arm_ = dvec3(chain_.effector_offset + sources.translation[at(chain_.effector)]);
  const auto in_model = [&](std::int32_t carried_by, std::int32_t bone, const vec3& t) {
    return dvec3(transform_point(sources.palette[at(carried_by)], sources.bones[at(bone)].rest + t));
  };
  const std::int32_t top = chain_.joints.front().bone;
  const dvec3 to_goal = in_model(chain_.goal, chain_.goal, vec3(0.0f)) -
                        in_model(chain_.parent, top, sources.translation[at(top)]);
  const Affine& frame = sources.palette[at(chain_.parent)];
  const dmat3 rows(dvec3(frame.row[0]), dvec3(frame.row[1]), dvec3(frame.row[2]));
  joints_.front().goal = rows * to_goal;  // the inverse rotation
  iterations_run_ = 0;
  iteration_ = held < joints_.size() ? 0 : chain_.iterations;
  goal_known_ = 0;
  effector_known_ = joints_.size();
  distance_ = distance_squared();
  begin_iteration();
}

void ChainSolver::begin_iteration() {
  next_link_ = 0;
  has_moved_ = false;
}

void ChainSolver::carry_goal_down_to(std::size_t joint) {
  for (; goal_known_ <= joint; ++goal_known_) {
    State& state = joints_[goal_known_];
    if (goal_known_ > 0) state.goal = joints_[goal_known_ - 1].own_goal - state.arm;
    state.own_goal = state.goal * state.turn;  // vector * matrix: the inverse rotation
  }
}

dvec3 ChainSolver::reach_of(std::size_t joint) const {
  return joint + 1 == joints_.size() ? effector_arm_ : joints_[joint + 1].arm + joints_[joint + 1].effector;
}

void ChainSolver::carry_effector_up_to(std::size_t joint) {
  for (; effector_known_ > joint; --effector_known_) {
    State& state = joints_[effector_known_ - 1];
    state.effector = state.turn * reach_of(effector_known_ - 1);
  }
}

double ChainSolver::distance_squared() {
  carry_effector_up_to(0);
  const dvec3 left = joints_.front().goal - joints_.front().effector;
  return glm::dot(left, left);
}

/// Turns one link towards the goal; returns false if it does not change.
bool ChainSolver::turn(const PlannedLink& link) {
  carry_goal_down_to(link.joint);
  carry_effector_up_to(link.joint + 1);
  State& state = joints_[link.joint];
  const dvec3 reach = reach_of(link.joint);
  // A free link turns in its own frame, which saves a step; others have axes in the frame above.
  const bool is_free = !link.is_limited && !link.has_fixed_axis;
  const dvec3 e = is_free ? reach : state.turn * reach;
  const dvec3& g = is_free ? state.own_goal : state.goal;
  dvec3 across = glm::cross(e, g);
  const double goal_squared = glm::dot(g, g);
  const double across_squared = glm::dot(across, across), lengths_squared = glm::dot(e, e) * goal_squared;
  if (!(across_squared > min_cross_squared * lengths_squared) || link.limits.is_rigid) return false;
  // The wanted angle's cosine is along / |e||g|. Comparing squares avoids waiting for the square root.
  const double along = glm::dot(e, g);
  const bool goes_all_the_way = along * std::abs(along) > link.min_cosine_squared * lengths_squared;
  double cosine = link.max_turn.cosine, scale = 0.0;  // |scale * across| is the sine
  dvec3 on_the_way_to_goal(0.0);
  if (goes_all_the_way) {
    const double lengths = std::sqrt(lengths_squared);
    scale = lengths * (1.0 / lengths_squared);  // this division does not wait for the square root
    cosine = along * scale;
    on_the_way_to_goal = state.goal * (lengths * (1.0 / goal_squared));
  } else {
    scale = link.max_turn.sine / std::sqrt(across_squared);
  }
  const bool mirrors = iteration_ < chain_.iterations / 2;
  if (link.has_fixed_axis) {
    if (link.fixed_axis == dvec3(0.0)) return false;
    const double sense = glm::dot(link.fixed_axis, across) < 0.0 ? -1.0 : 1.0;
    across = sense * std::sqrt(across_squared) * link.fixed_axis;
  } else if (link.limits.hinge >= 0 && mirrors) {
    // MMD turns in the positive sense if the dot product is >= 0 in left-handed space. For X and Y the mirror
    // flips both the dot product and the sense of rotation, so only the case of exactly 0 differs.
    const double towards = across[link.limits.hinge];
    const bool is_positive = towards > 0.0 || (towards == 0.0 && link.limits.hinge == 2);
    across = dvec3(0.0);
    across[link.limits.hinge] = (is_positive ? 1.0 : -1.0) * std::sqrt(across_squared);
  }
  // Rodrigues' formula about `across`, which need not be unit.
  const dvec3 s = scale * across, c = (1.0 - cosine) * (1.0 / across_squared) * across;
  const dmat3 delta(cosine + c.x * across.x, c.x * across.y + s.z, c.x * across.z - s.y,  // columns
                    c.y * across.x - s.z, cosine + c.y * across.y, c.y * across.z + s.x, c.z * across.x + s.y,
                    c.z * across.y - s.x, cosine + c.z * across.z);
  dmat3 turned;
  if (link.is_limited) {
    const auto element = [&](int row, int column) {
      const dvec3& v = state.turn[column];
      return delta[0][row] * v.x + delta[1][row] * v.y + delta[2][row] * v.z;
    };
    turned = within_limits(link.limits, element, mirrors);
    if (turned == state.turn) return false;
  } else {
    turned = is_free ? state.turn * delta : delta * state.turn;
  }
  state.turn = turned;
  state.has_turned = true;
  // A free link that turns all the way moves the effector onto the line to the goal, which is known before
  // the matrix.
  state.effector = is_free && goes_all_the_way ? on_the_way_to_goal : turned * reach;
  goal_known_ = std::min(goal_known_, link.joint);
  effector_known_ = link.joint;
  return true;
}

bool ChainSolver::advance() {
  if (next_link_ == 0 && (iteration_ >= chain_.iterations || distance_ < solved_squared)) return false;
  const PlannedLink& link = chain_.links[next_link_];
  if (link.joint >= held_ && turn(link)) has_moved_ = true;
  if (++next_link_ < chain_.links.size()) return true;
  ++iterations_run_;
  distance_ = distance_squared();
  // An iteration that turns nothing would repeat itself: skip the rest of its half.
  const std::int32_t half = chain_.iterations / 2;
  if (!has_moved_) iteration_ = iteration_ < half ? half - 1 : chain_.iterations;
  ++iteration_;
  begin_iteration();
  return true;
}

IkResult ChainSolver::finish(std::span<const quat> before_ik, std::span<quat> rotation) const {
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const ChainJoint& joint = chain_.joints[j];
    if (!joint.is_link || j < held_) continue;
    rotation[at(joint.bone)] = joints_[j].has_turned ? quat(glm::normalize(glm::quat_cast(joints_[j].turn)))
                                                     : before_ik[at(joint.bone)];
  }
  return {true, iterations_run_, static_cast<float>(std::sqrt(distance_))};
}

/// Interleaves the chains link by link: the processor works on one while another waits for its square roots.
template <class Wanted>
void Evaluator::solve(std::span<const std::int32_t> chains, Wanted&& wanted) {
  solving_.clear();
  std::span<ChainSolver::State> room(joints_);
  for (const std::int32_t c : chains) {
    if (!wanted(c)) continue;
    const std::size_t joints = plan.chains[at(c)].joints.size();
    solvers_[at(c)].begin({rotation, before_ik, translation, palette, skeleton->bones}, room.first(joints));
    room = room.subspan(joints);
    solving_.push_back(c);
  }
  for (std::size_t left = solving_.size(); left > 0;) {
    left = 0;
    for (const std::int32_t c : solving_) left += solvers_[at(c)].advance() ? 1 : 0;
  }
  for (const std::int32_t c : solving_) results[at(c)] = solvers_[at(c)].finish(before_ik, rotation);
}

void Evaluator::solve_one(std::int32_t chain, std::size_t held) {
  ChainSolver& solver = solvers_[at(chain)];
  const std::span<ChainSolver::State> room(joints_);
  solver.begin({rotation, before_ik, translation, palette, skeleton->bones},
               room.first(plan.chains[at(chain)].joints.size()), held);
  while (solver.advance()) {
  }
  results[at(chain)] = solver.finish(before_ik, rotation);
}

// ---- The whole evaluation

Evaluator::Evaluator(std::shared_ptr<const Skeleton> shared)
    : skeleton(std::move(shared)),
      plan(plan_evaluation(*skeleton)),
      rotation(skeleton->bones.size(), identity_rotation()),
      before_ik(skeleton->bones.size(), identity_rotation()),
      translation(skeleton->bones.size(), vec3(0.0f)),
      palette(skeleton->palette_size()),
      results(plan.chains.size()),
      joints_(plan.max_joints) {
  for (const PlannedChain& chain : plan.chains) solvers_.emplace_back(chain);
  solving_.reserve(plan.chains.size());
}

template <class Part>
std::size_t Evaluator::run(const BoneInputs& inputs, const EvaluationSwitches& switches, const Part& part) {
  std::size_t placed = 0;
  const auto place_all = [&](StepRange range) {
    for (std::uint32_t i = range.first; i < range.last; ++i) {
      if (!part.place(plan.places[i].bone)) continue;
      place(plan.places[i]);
      ++placed;
    }
  };
  load_part(inputs, part);
  for (const Stage& stage : plan.stages) {
    for (std::uint32_t i = stage.locals.first; i < stage.locals.last; ++i)
      if (part.local(plan.locals[i].bone)) settle(plan.locals[i], switches.append);
    place_all(stage.places);
    if (!switches.ik || stage.chains.first == stage.chains.last) continue;
    solve(std::span(plan.chain_order).subspan(stage.chains.first, stage.chains.last - stage.chains.first),
          [&](std::int32_t c) { return part.chain(c) && is_on(c, switches); });
    place_all(stage.again);
  }
  return placed;
}

// ---- Public interface

struct BoneManager::Impl {
  explicit Impl(std::shared_ptr<const Skeleton> skeleton)
      : evaluator(std::move(skeleton)),
        dirty(*evaluator.skeleton, evaluator.plan),
        driven(*evaluator.skeleton) {
    before_physics.ik_chains.resize(evaluator.plan.chains.size());
    build_forest();
  }
  void build_forest();

  Evaluator evaluator;
  DirtySet dirty;
  DrivenPass driven;
  EvaluationSwitches before_physics;  // workspace
  // Children of bone b: child_list[child_first[b] .. child_first[b + 1]); the last range has the roots.
  std::vector<std::int32_t> child_list;
  std::vector<std::size_t> child_first;
  std::vector<std::int32_t> linear;
};

void BoneManager::Impl::build_forest() {
  const auto& bones = evaluator.skeleton->bones;
  child_first.assign(bones.size() + 2, 0);
  const auto group = [&](const Bone& b) { return b.parent == none ? bones.size() : at(b.parent); };
  for (const Bone& b : bones) ++child_first[group(b) + 1];
  for (std::size_t i = 1; i < child_first.size(); ++i) child_first[i] += child_first[i - 1];
  child_list.resize(bones.size());
  std::vector<std::size_t> next(child_first.begin(), child_first.end() - 1);
  for (std::size_t i = 0; i < bones.size(); ++i)
    child_list[next[group(bones[i])]++] = static_cast<std::int32_t>(i);
  linear.resize(bones.size());
  const auto& order = evaluator.plan.linear_order;
  for (std::size_t i = 0; i < order.size(); ++i) linear[at(order[i])] = static_cast<std::int32_t>(i);
}

BoneManager::BoneManager(std::shared_ptr<const Skeleton> skeleton)
    : impl_(std::make_unique<Impl>(std::move(skeleton))) {}
BoneManager::~BoneManager() = default;
BoneManager::BoneManager(BoneManager&&) noexcept = default;
BoneManager& BoneManager::operator=(BoneManager&&) noexcept = default;

void BoneManager::evaluate(const BoneInputs& inputs, const EvaluationSwitches& switches) {
  Evaluator& e = impl_->evaluator;
  for (std::size_t c = 0; c < e.results.size(); ++c)
    e.results[c] = {e.is_on(static_cast<std::int32_t>(c), switches), 0, 0.0f};
  e.run(inputs, switches, Everything());
}

std::size_t BoneManager::update(const BoneInputs& inputs, const EvaluationSwitches& switches,
                                std::span<const std::int32_t> changed) {
  impl_->dirty.find(changed, switches.append, switches.ik);
  return impl_->evaluator.run(inputs, switches, impl_->dirty);
}

void BoneManager::evaluate_before_physics(const BoneInputs& inputs, const EvaluationSwitches& switches) {
  EvaluationSwitches& before = impl_->before_physics;
  const Skeleton& bones = *impl_->evaluator.skeleton;
  before.append = switches.append;
  before.ik = switches.ik;
  for (std::size_t c = 0; c < before.ik_chains.size(); ++c) {
    const bool on = switches.ik_chains.empty() || switches.ik_chains[c] != 0;
    before.ik_chains[c] = on && !bones.bones[at(bones.ik_chains[c].bone)].after_physics ? 1 : 0;
  }
  evaluate(inputs, before);
}

void BoneManager::drive(const BoneInputs& inputs, const EvaluationSwitches& switches,
                        std::span<const DrivenBone> driven) {
  impl_->driven.run(impl_->evaluator, inputs, switches, driven);
}

std::span<const Affine> BoneManager::palette() const {
  return impl_->evaluator.palette;
}

Affine BoneManager::mconv(std::int32_t bone) const {
  Affine m = impl_->evaluator.palette[at(bone)];
  const vec3 p = transform_point(m, impl_->evaluator.skeleton->bones[at(bone)].rest);
  m.row[0].w = p.x;
  m.row[1].w = p.y;
  m.row[2].w = p.z;
  return m;
}

const quat& BoneManager::local_rotation(std::int32_t bone) const {
  return impl_->evaluator.rotation[at(bone)];
}

const vec3& BoneManager::local_translation(std::int32_t bone) const {
  return impl_->evaluator.translation[at(bone)];
}

vec3 BoneManager::position(std::int32_t bone) const {
  return transform_point(impl_->evaluator.palette[at(bone)], impl_->evaluator.skeleton->bones[at(bone)].rest);
}

std::span<const IkResult> BoneManager::ik_results() const {
  return impl_->evaluator.results;
}

std::span<const std::int32_t> BoneManager::roots() const {
  const std::size_t first = impl_->child_first[impl_->evaluator.skeleton->bones.size()];
  return std::span(impl_->child_list).subspan(first);
}

std::span<const std::int32_t> BoneManager::children(std::int32_t bone) const {
  const std::size_t first = impl_->child_first[at(bone)], last = impl_->child_first[at(bone) + 1];
  return std::span(impl_->child_list).subspan(first, last - first);
}

std::int32_t BoneManager::linear_index(std::int32_t bone) const {
  return impl_->linear[at(bone)];
}

std::int32_t BoneManager::bone_at(std::int32_t linear) const {
  return impl_->evaluator.plan.linear_order[at(linear)];
}

const Skeleton& BoneManager::skeleton() const {
  return *impl_->evaluator.skeleton;
}

}  // namespace mmd
