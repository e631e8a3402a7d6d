#include "skeleton/pose_lanes.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/index.h"
#include "skeleton/evaluation_plan.h"
#include "skeleton/ik_solver.h"
#include "skeleton/lane_loader.h"
#include "skeleton/pose_kernels.h"
#include "skeleton/scaled_rotation.h"

namespace mmd {
namespace {

static_assert(PoseLanes::width == poses_side_by_side);
static_assert(sizeof(Affine) == 12 * sizeof(float) && sizeof(quat) == 4 * sizeof(float));

/// What a chain that is solved by itself (ik_solver.h) reads of an evaluation.
struct ChainReads {
  std::vector<std::size_t> palette, translation, total, turns;
};

ChainReads reads_of(const PlannedChain& chain) {
  ChainReads reads;
  reads.palette.push_back(at(chain.bone));
  for (const IkNode& node : chain.nodes) {
    if (node.parent_node == none) reads.palette.push_back(at(node.parent));
    reads.translation.push_back(at(node.bone));
    if (node.turn != none) {
      reads.turns.push_back(at(node.turn));
    } else {
      reads.total.push_back(at(node.bone));
    }
    for (const IkNode::Between& between : node.between) {
      reads.translation.push_back(at(between.bone));
      reads.total.push_back(at(between.bone));
    }
  }
  return reads;
}

quat quat_in_lane(const PerPose* p, std::size_t lane) {
  return quat(p[3].v[lane], p[0].v[lane], p[1].v[lane], p[2].v[lane]);
}
void set_quat_in_lane(PerPose* p, std::size_t lane, const quat& q) {
  p[0].v[lane] = q.x;
  p[1].v[lane] = q.y;
  p[2].v[lane] = q.z;
  p[3].v[lane] = q.w;
}
vec3 vec3_in_lane(const PerPose* p, std::size_t lane) {
  return {p[0].v[lane], p[1].v[lane], p[2].v[lane]};
}
void set_vec3_in_lane(PerPose* p, std::size_t lane, const vec3& v) {
  p[0].v[lane] = v.x;
  p[1].v[lane] = v.y;
  p[2].v[lane] = v.z;
}
Affine affine_in_lane(const PerPose* p, std::size_t lane) {
  Affine m;
  for (std::size_t r = 0; r < 3; ++r) {
    for (glm::length_t c = 0; c < 4; ++c) m.row[r][c] = p[4 * r + static_cast<std::size_t>(c)].v[lane];
  }
  return m;
}

}  // namespace

struct PoseLanes::Impl {
  explicit Impl(std::shared_ptr<const Skeleton> shared);

  std::shared_ptr<const Skeleton> skeleton;
  EvaluationPlan plan;
  const PoseKernels& kernels = best_pose_kernels();
  std::vector<vec3> rest;         // by bone
  std::vector<PoseGroup> groups;  // by chain; empty of links where a chain is solved by itself
  std::vector<ChainReads> reads;  // by chain, the other way round
  EvaluationSwitches everything_on;
};

PoseLanes::Impl::Impl(std::shared_ptr<const Skeleton> shared)
    : skeleton(std::move(shared)), plan(plan_evaluation(*skeleton)) {
  for (const Bone& bone : skeleton->bones) rest.push_back(bone.rest);
  for (const PlannedChain& chain : plan.chains) {
    groups.push_back(chain.simple ? make_pose_group(chain) : PoseGroup());
    reads.push_back(chain.simple ? ChainReads() : reads_of(chain));
  }
}

/// The state of a block of poses, and its evaluation step by step.
struct PoseLanes::Workspace::Impl {
  explicit Impl(const PoseLanes::Impl& shared);

  void run(std::span<const LanePose> poses, const LaneForm& form);
  void store(std::size_t first, const LaneResults& results, const LaneForm& form);

  const PoseLanes::Impl& lanes;
  IkSolver solver;
  std::vector<PoseGroup> groups;
  std::vector<PerPose> rotation, translation, palette, link_q;
  std::vector<IkResult> results;  // by chain and lane
  PerPose appends;
  // One pose of it, for chains that are solved by themselves.
  std::vector<quat> one_total, one_link_q;
  std::vector<vec3> one_translation;
  std::vector<Affine> one_palette;
  std::vector<float> unwanted;  // where lanes without a pose are stored

 private:
  PoseBlock block();
  const EvaluationSwitches& switches_of(std::size_t lane) const {
    const EvaluationSwitches* own = poses_[lane].switches;
    return own != nullptr ? *own : lanes.everything_on;
  }
  bool is_on(std::int32_t chain, std::size_t lane) const {
    const EvaluationSwitches& s = switches_of(lane);
    return s.ik && (s.ik_chains.empty() || s.ik_chains[at(chain)] != 0);
  }
  void load(const LaneForm& form);
  void add_morphs(std::size_t lane);
  void settle(const LocalOp& op);
  bool solve(const Stage& stage);
  void solve_side_by_side(const LaneChains& chains);
  bool load_chain(std::int32_t chain);
  void store_chain(std::int32_t chain);
  void solve_in_lane(std::int32_t chain, std::size_t lane);
  void place(OpRange blocks) {
    lanes.kernels.place(block(), lanes.plan.blocks.data() + blocks.first, blocks.last - blocks.first);
  }
  std::array<float*, width> rows_in(std::span<float> values, std::size_t first, std::size_t per_pose);

  std::span<const LanePose> poses_;  // of the block
};

PoseLanes::Workspace::Impl::Impl(const PoseLanes::Impl& shared)
    : lanes(shared),
      solver(shared.plan.most_nodes),
      groups(shared.groups),
      rotation(4 * shared.skeleton->bones.size()),
      translation(3 * shared.skeleton->bones.size()),
      palette(12 * shared.skeleton->palette_size()),
      link_q(4 * shared.plan.turn_count),
      results(shared.plan.chains.size() * width),
      one_total(shared.skeleton->bones.size(), identity_rotation()),
      one_link_q(shared.plan.turn_count, identity_rotation()),
      one_translation(shared.skeleton->bones.size(), vec3(0.0f)),
      one_palette(shared.skeleton->palette_size()),
      unwanted(16 * shared.skeleton->palette_size()) {
  // The entry that roots hang on.
  for (const std::size_t i : {0u, 5u, 10u}) palette[palette.size() - 12 + i].v.fill(1.0f);
}

PoseBlock PoseLanes::Workspace::Impl::block() {
  return {poses_.size(), rotation.data(), translation.data(), palette.data(), link_q.data()};
}

void PoseLanes::Workspace::Impl::load(const LaneForm& form) {
  std::array<const float*, width> rotations{}, translations{};
  for (std::size_t lane = 0; lane < width; ++lane) {
    // Lanes without a pose of their own repeat the last.
    const BoneInputs& in = poses_[std::min(lane, poses_.size() - 1)].inputs;
    rotations[lane] = reinterpret_cast<const float*>(in.rotation.data());
    translations[lane] = reinterpret_cast<const float*>(in.translation.data());
  }
  const std::size_t bones = lanes.skeleton->bones.size();
  lanes.kernels.load(rotations.data(), 4 * bones, poses_.size(), rotation.data());
  lanes.kernels.load(translations.data(), 3 * bones, poses_.size(), translation.data());
  if (form.from_mmd || form.normalise)
    lanes.kernels.bring_in(block(), bones, {form.from_mmd, form.normalise});
  for (const FixedAxis& fixed : lanes.plan.fixed_axes)
    lanes.kernels.fix_axis(rotation.data() + 4 * at(fixed.bone), fixed.axis, poses_.size());
  for (std::size_t lane = 0; lane < poses_.size(); ++lane) {
    if (!poses_[lane].inputs.morph_rotation.empty()) add_morphs(lane);
    appends.v[lane] = switches_of(lane).append ? 1.0f : 0.0f;
  }
}

void PoseLanes::Workspace::Impl::add_morphs(std::size_t lane) {
  const BoneInputs& in = poses_[lane].inputs;
  for (std::size_t b = 0; b < in.morph_rotation.size(); ++b) {
    PerPose *q = rotation.data() + 4 * b, *t = translation.data() + 3 * b;
    set_quat_in_lane(q, lane, glm::normalize(in.morph_rotation[b] * quat_in_lane(q, lane)));
    set_vec3_in_lane(t, lane, vec3_in_lane(t, lane) + in.morph_translation[b]);
  }
}

/// As BoneManager's apply_append(). What needs trigonometry or a place, which is rare, is prepared lane by
/// lane.
void PoseLanes::Workspace::Impl::settle(const LocalOp& op) {
  PerPose* q = rotation.data() + 4 * at(op.bone);
  if (op.source != none) {
    std::array<PerPose, 4> turned;
    std::array<PerPose, 3> moved;
    const PerPose* source = palette.data() + 12 * at(op.source);
    PoseAppend append{q, translation.data() + 3 * at(op.bone)};
    append.ratio = op.ratio;
    append.backwards = op.ratio == -1.0f;
    append.appends = &appends;
    append.used = poses_.size();
    const bool is_fitted = op.slerp != none;
    const bool by_trigonometry = !is_fitted && op.ratio != 1.0f && op.ratio != -1.0f;
    if (is_fitted) append.fitted = &lanes.plan.slerps[at(op.slerp)];
    if (op.append_rotation) append.from_rotation = rotation.data() + 4 * at(op.source);
    if (op.append_translation) append.from_translation = translation.data() + 3 * at(op.source);
    for (std::size_t lane = 0; lane < poses_.size() && (op.append_local || by_trigonometry); ++lane) {
      if (op.append_rotation) {
        const quat from = op.append_local ? rotation_of(affine_in_lane(source, lane))
                                          : quat_in_lane(rotation.data() + 4 * at(op.source), lane);
        set_quat_in_lane(turned.data(), lane,
                         by_trigonometry ? scaled_rotation(from, op.ratio, nullptr) : from);
        append.from_rotation = turned.data();
      }
      if (op.append_translation && op.append_local) {
        const vec3 at_source = transform_point(affine_in_lane(source, lane), op.source_rest);
        set_vec3_in_lane(moved.data(), lane, at_source - op.source_rest);
        append.from_translation = moved.data();
      }
    }
    lanes.kernels.append(append);
  }
  if (op.turn != none) std::copy_n(q, 4, link_q.data() + 4 * at(op.turn));
}

/// Whether there is anything to solve.
bool PoseLanes::Workspace::Impl::load_chain(std::int32_t c) {
  const PlannedChain& chain = lanes.plan.chains[at(c)];
  PoseGroup& group = groups[at(c)];
  bool any = false;
  for (std::size_t lane = 0; lane < width; ++lane) {
    LaneGroup& part = group.part[lane / LaneChains::lanes];
    const bool runs = lane < poses_.size() && is_on(c, lane);
    part.iterations[lane % LaneChains::lanes] = runs ? chain.iterations : 0;
    part.half[lane % LaneChains::lanes] = runs ? chain.iterations / 2 : 0;
    any = any || runs;
  }
  if (any) lanes.kernels.load_chain(chain, block(), group);
  return any;
}

void PoseLanes::Workspace::Impl::store_chain(std::int32_t c) {
  const PoseGroup& group = groups[at(c)];
  PerPose solved;
  for (std::size_t lane = 0; lane < poses_.size(); ++lane) {
    const LaneGroup& part = group.part[lane / LaneChains::lanes];
    const std::size_t k = lane % LaneChains::lanes;
    if (part.iterations[k] == 0.0) continue;
    solved.v[lane] = 1.0f;
    IkResult& result = results[at(c) * width + lane];
    result.iterations = static_cast<std::int32_t>(part.ran[k]);
    result.residual = static_cast<float>(part.residual[k]);
  }
  lanes.kernels.store_chain(lanes.plan.chains[at(c)], group, solved, block());
}

/// Chains of one level, of which none reads what another writes.
void PoseLanes::Workspace::Impl::solve_side_by_side(const LaneChains& chains) {
  constexpr std::size_t most = PoseKernels::most_together;
  std::array<std::int32_t, LaneChains::lanes> loaded{};
  std::array<LaneGroup*, LaneChains::lanes * PoseGroup::parts> parts{};
  std::size_t count = 0, part_count = 0;
  for (const std::int32_t c : chains.chain) {
    if (c == none || !load_chain(c)) continue;
    loaded[count++] = c;
    for (std::size_t p = 0; p * LaneChains::lanes < poses_.size(); ++p)
      parts[part_count++] = &groups[at(c)].part[p];
  }
  for (std::size_t i = 0; i < part_count; i += most)
    lanes.kernels.solve(parts.data() + i, std::min(most, part_count - i));
  for (std::size_t i = 0; i < count; ++i) store_chain(loaded[i]);
}

void PoseLanes::Workspace::Impl::solve_in_lane(std::int32_t c, std::size_t lane) {
  const PlannedChain& chain = lanes.plan.chains[at(c)];
  const ChainReads& reads = lanes.reads[at(c)];
  for (const std::size_t i : reads.palette) one_palette[i] = affine_in_lane(palette.data() + 12 * i, lane);
  for (const std::size_t i : reads.translation)
    one_translation[i] = vec3_in_lane(translation.data() + 3 * i, lane);
  for (const std::size_t i : reads.total) one_total[i] = quat_in_lane(rotation.data() + 4 * i, lane);
  for (const std::size_t i : reads.turns) one_link_q[i] = quat_in_lane(link_q.data() + 4 * i, lane);
  const SolverInput input{one_total, one_link_q, one_translation, one_palette};
  results[at(c) * width + lane] = solver.solve(chain, input, one_total);
  for (const PlannedLink& link : chain.links) {
    const std::size_t bone = at(chain.nodes[at(link.node)].bone);
    set_quat_in_lane(rotation.data() + 4 * bone, lane, one_total[bone]);
  }
}

/// Whether IK is on in any pose.
bool PoseLanes::Workspace::Impl::solve(const Stage& stage) {
  bool any = false;
  for (std::size_t lane = 0; lane < poses_.size(); ++lane) any = any || switches_of(lane).ik;
  if (!any) return false;
  for (std::uint32_t g = stage.lane_groups.first; g < stage.lane_groups.last; ++g)
    solve_side_by_side(lanes.plan.lane_groups[g]);
  for (std::uint32_t i = stage.chains.first; i < stage.chains.last; ++i) {
    const std::int32_t c = lanes.plan.general_chains[i];
    for (std::size_t lane = 0; lane < poses_.size(); ++lane)
      if (is_on(c, lane)) solve_in_lane(c, lane);
  }
  return true;
}

void PoseLanes::Workspace::Impl::run(std::span<const LanePose> poses, const LaneForm& form) {
  poses_ = poses;
  load(form);
  for (std::size_t c = 0; c < lanes.plan.chains.size(); ++c) {
    for (std::size_t lane = 0; lane < poses.size(); ++lane)
      results[c * width + lane] = {is_on(static_cast<std::int32_t>(c), lane), 0, 0.0f};
  }
  for (const Stage& stage : lanes.plan.stages) {
    for (std::uint32_t i = stage.locals.first; i < stage.locals.last; ++i) settle(lanes.plan.locals[i]);
    place(stage.blocks);
    if (solve(stage)) place(stage.again);
  }
}

/// Where each lane's results begin.
std::array<float*, PoseLanes::width> PoseLanes::Workspace::Impl::rows_in(std::span<float> values,
                                                                         std::size_t first,
                                                                         std::size_t per_pose) {
  std::array<float*, width> rows{};
  for (std::size_t lane = 0; lane < width; ++lane)
    rows[lane] = lane < poses_.size() ? values.data() + (first + lane) * per_pose : unwanted.data();
  return rows;
}

/// Writes the block's results, of which the first is that of pose number `first`.
void PoseLanes::Workspace::Impl::store(std::size_t first, const LaneResults& out, const LaneForm& form) {
  const std::size_t bones = lanes.skeleton->bones.size(), entries = lanes.skeleton->palette_size();
  StoredTransforms to;
  to.bones = bones;
  to.mirrored = form.to_mmd;
  if (!out.palettes.empty()) {
    const auto rows =
        rows_in({&out.palettes.front().row[0].x, out.palettes.size() * 12}, first, 12 * entries);
    to.rows = rows.data();
    lanes.kernels.store(block(), to);
    for (std::size_t lane = 0; lane < poses_.size(); ++lane)
      out.palettes[(first + lane) * entries + bones] = Affine();
  }
  to.four_rows = true;
  if (!out.skinning.empty()) {
    const auto rows = rows_in(out.skinning, first, 16 * bones);
    to.rows = rows.data();
    lanes.kernels.store(block(), to);
  }
  if (!out.transforms.empty()) {
    const auto rows = rows_in(out.transforms, first, 16 * bones);
    to.rows = rows.data();
    to.rest = lanes.rest.data();
    lanes.kernels.store(block(), to);
  }
  if (out.ik.empty()) return;
  const std::size_t chains = lanes.plan.chains.size();
  for (std::size_t lane = 0; lane < poses_.size(); ++lane) {
    for (std::size_t c = 0; c < chains; ++c) out.ik[(first + lane) * chains + c] = results[c * width + lane];
  }
}

PoseLanes::Workspace::Workspace(const PoseLanes& lanes) : impl_(std::make_unique<Impl>(*lanes.impl_)) {}
PoseLanes::Workspace::~Workspace() = default;
PoseLanes::Workspace::Workspace(Workspace&&) noexcept = default;
PoseLanes::Workspace& PoseLanes::Workspace::operator=(Workspace&&) noexcept = default;

PoseLanes::PoseLanes(std::shared_ptr<const Skeleton> skeleton)
    : impl_(std::make_unique<const Impl>(std::move(skeleton))) {}
PoseLanes::~PoseLanes() = default;
PoseLanes::PoseLanes(PoseLanes&&) noexcept = default;
PoseLanes& PoseLanes::operator=(PoseLanes&&) noexcept = default;

void PoseLanes::evaluate(std::span<const LanePose> poses, Workspace& workspace, const LaneResults& results,
                         const LaneForm& form) const {
  for (std::size_t first = 0; first < poses.size(); first += width) {
    workspace.impl_->run(poses.subspan(first, std::min(width, poses.size() - first)), form);
    workspace.impl_->store(first, results, form);
  }
}

const Skeleton& PoseLanes::skeleton() const {
  return *impl_->skeleton;
}

}  // namespace mmd
