#include "skeleton/bone_manager.h"

#include <algorithm>

#include "base/fixed_axis.h"
#include "base/index.h"
#include "skeleton/dirty_set.h"
#include "skeleton/driven_bones.h"
#include "skeleton/evaluation_plan.h"
#include "skeleton/ik_solver.h"
#include "skeleton/kernels.h"
#include "skeleton/lane_loader.h"

namespace mmd {
struct BoneManager::Impl {
  explicit Impl(std::shared_ptr<const Skeleton> shared)
      : skeleton(std::move(shared)),
        plan(plan_evaluation(*skeleton)),
        kernels(best_kernels()),
        solver(plan.most_nodes),
        total(skeleton->bones.size() + 1, identity_rotation()),
        link_q(plan.turn_count, identity_rotation()),
        translation(skeleton->bones.size() + 2, vec3(0.0f)),
        palette(skeleton->palette_size()),
        results(plan.chains.size()),
        dirty(*skeleton, plan),
        driven(*skeleton, plan),
        dirty_blocks(skeleton->bones.size() / PlaceBlock::width + 1) {
    for (const LaneChains& chains : plan.lane_groups) lane_groups.push_back(make_lane_group(plan, chains));
    before_physics.ik_chains.resize(plan.chains.size());
    build_forest();
  }

  void build_forest();
  void load(const BoneInputs& inputs);
  void settle(const LocalOp& op, bool append);
  void place(OpRange blocks);
  std::size_t place_dirty(OpRange blocks);
  /// `only`: the chains to solve; null: all.
  bool solve(const Stage& stage, const EvaluationSwitches& switches, const DirtySet* only);
  void solve_side_by_side(std::size_t group, const EvaluationSwitches& switches, const DirtySet* only);
  bool is_on(std::int32_t chain, const EvaluationSwitches& switches) const {
    return switches.ik && (switches.ik_chains.empty() || switches.ik_chains[at(chain)] != 0);
  }
  SolverInput solver_input() const { return {total, link_q, translation, palette}; }
  EvaluationState state() { return {*skeleton, plan, total, link_q, translation, palette, results, solver}; }

  std::shared_ptr<const Skeleton> skeleton;
  EvaluationPlan plan;
  const SkeletonKernels& kernels;
  IkSolver solver;
  std::vector<LaneGroup> lane_groups;
  // By bone, with an element beyond the last that kernels may read.
  std::vector<quat> total;        // q_ik * q, append included
  std::vector<quat> link_q;       // q of links, by turn slot
  std::vector<vec3> translation;  // t, append included
  std::vector<Affine> palette;
  std::vector<IkResult> results;
  DirtySet dirty;
  DrivenPass driven;
  EvaluationSwitches before_physics;     // workspace
  std::vector<PlaceBlock> dirty_blocks;  // workspace
  // The forest. Children of bone b: child_list[child_first[b] .. child_first[b + 1]); roots stand at the end.
  std::vector<std::int32_t> child_list;
  std::vector<std::size_t> child_first;
  std::vector<std::int32_t> linear;
};

void BoneManager::Impl::build_forest() {
  const auto& bones = skeleton->bones;
  child_first.assign(bones.size() + 2, 0);
  const auto group = [&](const Bone& b) { return b.parent == none ? bones.size() : at(b.parent); };
  for (const Bone& b : bones) ++child_first[group(b) + 1];
  for (std::size_t i = 1; i < child_first.size(); ++i) child_first[i] += child_first[i - 1];
  child_list.resize(bones.size());
  std::vector<std::size_t> next(child_first.begin(), child_first.end() - 1);
  for (std::size_t i = 0; i < bones.size(); ++i)
    child_list[next[group(bones[i])]++] = static_cast<std::int32_t>(i);
  linear.resize(bones.size());
  for (std::size_t i = 0; i < plan.linear_order.size(); ++i) {
    linear[at(plan.linear_order[i])] = static_cast<std::int32_t>(i);
  }
}

void BoneManager::Impl::load(const BoneInputs& inputs) {
  std::copy(inputs.rotation.begin(), inputs.rotation.end(), total.begin());
  std::copy(inputs.translation.begin(), inputs.translation.end(), translation.begin());
  for (const FixedAxis& fixed : plan.fixed_axes)
    total[at(fixed.bone)] = about_fixed_axis(total[at(fixed.bone)], fixed.axis);
  for (std::size_t b = 0; b < inputs.morph_rotation.size(); ++b) {
    total[b] = glm::normalize(inputs.morph_rotation[b] * total[b]);
    translation[b] += inputs.morph_translation[b];
  }
}

void BoneManager::Impl::settle(const LocalOp& op, bool append) {
  quat& q = total[at(op.bone)];
  if (append && op.source != none) apply_append(op, state(), q, translation[at(op.bone)]);
  if (op.turn != none) link_q[at(op.turn)] = q;
}

void BoneManager::Impl::place(OpRange blocks) {
  kernels.place({plan.blocks.data() + blocks.first, blocks.last - blocks.first, total.data(),
                 translation.data(), palette.data()});
}

/// Places those bones of the blocks that are marked, packed into blocks of their own; returns how many.
std::size_t BoneManager::Impl::place_dirty(OpRange blocks) {
  std::size_t count = 0;
  for (std::uint32_t i = blocks.first; i < blocks.last; ++i) {
    const PlaceBlock& from = plan.blocks[i];
    for (std::uint32_t k = 0; k < from.count; ++k) {
      if (!dirty.place(from.bone[k])) continue;
      PlaceBlock& to = dirty_blocks[count / PlaceBlock::width];
      const std::size_t slot = count++ % PlaceBlock::width;
      to.count = static_cast<std::uint32_t>(slot) + 1;
      to.bone[slot] = from.bone[k];
      to.parent[slot] = from.parent[k];
      to.rest_x[slot] = from.rest_x[k];
      to.rest_y[slot] = from.rest_y[k];
      to.rest_z[slot] = from.rest_z[k];
    }
  }
  const std::size_t used = (count + PlaceBlock::width - 1) / PlaceBlock::width;
  kernels.place({dirty_blocks.data(), used, total.data(), translation.data(), palette.data()});
  return count;
}

void BoneManager::Impl::solve_side_by_side(std::size_t group, const EvaluationSwitches& switches,
                                           const DirtySet* only) {
  const auto runs = [&](std::int32_t c) { return is_on(c, switches) && (only == nullptr || only->chain(c)); };
  const auto& chains = plan.lane_groups[group].chain;
  LaneGroup& lanes = lane_groups[group];
  const SolverInput input = solver_input();
  for (std::size_t lane = 0; lane < LaneChains::lanes; ++lane) {
    if (chains[lane] == none) continue;
    const PlannedChain& chain = plan.chains[at(chains[lane])];
    load_lane(lanes, lane, chain, input, runs(chains[lane]) ? chain.iterations : 0);
  }
  kernels.solve(lanes);
  for (std::size_t lane = 0; lane < LaneChains::lanes; ++lane) {
    if (chains[lane] == none || !runs(chains[lane])) continue;
    const PlannedChain& chain = plan.chains[at(chains[lane])];
    results[at(chains[lane])] = store_lane(lanes, lane, chain, total);
  }
}

/// Whether any chain of the stage turned its links.
bool BoneManager::Impl::solve(const Stage& stage, const EvaluationSwitches& switches, const DirtySet* only) {
  if (!switches.ik) return false;
  for (std::uint32_t g = stage.lane_groups.first; g < stage.lane_groups.last; ++g)
    solve_side_by_side(g, switches, only);
  for (std::uint32_t i = stage.chains.first; i < stage.chains.last; ++i) {
    const std::int32_t c = plan.general_chains[i];
    if (only != nullptr && !only->chain(c)) continue;
    if (is_on(c, switches)) results[at(c)] = solver.solve(plan.chains[at(c)], solver_input(), total);
  }
  return true;
}

BoneManager::BoneManager(std::shared_ptr<const Skeleton> skeleton)
    : impl_(std::make_unique<Impl>(std::move(skeleton))) {}
BoneManager::~BoneManager() = default;
BoneManager::BoneManager(BoneManager&&) noexcept = default;
BoneManager& BoneManager::operator=(BoneManager&&) noexcept = default;

void BoneManager::evaluate(const BoneInputs& inputs, const EvaluationSwitches& switches) {
  Impl& d = *impl_;
  d.load(inputs);
  for (std::size_t c = 0; c < d.results.size(); ++c) {
    d.results[c] = {};
    d.results[c].enabled = d.is_on(static_cast<std::int32_t>(c), switches);
  }
  for (const Stage& stage : d.plan.stages) {
    for (std::uint32_t i = stage.locals.first; i < stage.locals.last; ++i) {
      d.settle(d.plan.locals[i], switches.append);
    }
    d.place(stage.blocks);
    if (d.solve(stage, switches, nullptr)) d.place(stage.again);
  }
}

std::size_t BoneManager::update(const BoneInputs& inputs, const EvaluationSwitches& switches,
                                std::span<const std::int32_t> changed) {
  Impl& d = *impl_;
  d.dirty.find(changed, switches.append, switches.ik);
  for (std::size_t b = 0; b < d.skeleton->bones.size(); ++b) {
    if (d.dirty.local(static_cast<std::int32_t>(b)))
      load_own(d.skeleton->bones[b], inputs, b, d.total[b], d.translation[b]);
  }
  std::size_t placed = 0;
  for (const Stage& stage : d.plan.stages) {
    for (std::uint32_t i = stage.locals.first; i < stage.locals.last; ++i) {
      const LocalOp& op = d.plan.locals[i];
      if (d.dirty.local(op.bone)) d.settle(op, switches.append);
    }
    placed += d.place_dirty(stage.blocks);
    if (d.solve(stage, switches, &d.dirty)) placed += d.place_dirty(stage.again);
  }
  return placed;
}

void BoneManager::evaluate_before_physics(const BoneInputs& inputs, const EvaluationSwitches& switches) {
  EvaluationSwitches& before = impl_->before_physics;
  before.append = switches.append;
  before.ik = switches.ik;
  for (std::size_t c = 0; c < before.ik_chains.size(); ++c) {
    const std::int32_t goal = impl_->skeleton->ik_chains[c].bone;
    const bool on = switches.ik_chains.empty() || switches.ik_chains[c] != 0;
    before.ik_chains[c] = on && !impl_->skeleton->bones[at(goal)].after_physics ? 1 : 0;
  }
  evaluate(inputs, before);
}

void BoneManager::drive(const BoneInputs& inputs, const EvaluationSwitches& switches,
                        std::span<const DrivenBone> driven) {
  EvaluationState state = impl_->state();
  impl_->driven.run(state, inputs, switches, driven);
}

std::span<const Affine> BoneManager::palette() const {
  return impl_->palette;
}

Affine BoneManager::mconv(std::int32_t bone) const {
  Affine m = impl_->palette[at(bone)];
  const vec3 p = transform_point(m, impl_->skeleton->bones[at(bone)].rest);
  m.row[0].w = p.x;
  m.row[1].w = p.y;
  m.row[2].w = p.z;
  return m;
}

const quat& BoneManager::local_rotation(std::int32_t bone) const {
  return impl_->total[at(bone)];
}

const vec3& BoneManager::local_translation(std::int32_t bone) const {
  return impl_->translation[at(bone)];
}

vec3 BoneManager::position(std::int32_t bone) const {
  return transform_point(impl_->palette[at(bone)], impl_->skeleton->bones[at(bone)].rest);
}

std::span<const IkResult> BoneManager::ik_results() const {
  return impl_->results;
}

std::span<const std::int32_t> BoneManager::roots() const {
  const std::size_t first = impl_->child_first[impl_->skeleton->bones.size()];
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
  return impl_->plan.linear_order[at(linear)];
}

const Skeleton& BoneManager::skeleton() const {
  return *impl_->skeleton;
}

}  // namespace mmd
