#include "skeleton/evaluation_plan.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"

namespace mmd {
namespace {

std::int32_t palette_parent(const Skeleton& skeleton, std::int32_t bone) {
  const std::int32_t parent = skeleton.bones[at(bone)].parent;
  return parent == none ? static_cast<std::int32_t>(skeleton.bones.size()) : parent;
}

vec3 offset_of(const Skeleton& skeleton, std::int32_t bone) {
  const Bone& b = skeleton.bones[at(bone)];
  return b.parent == none ? b.rest : b.rest - skeleton.bones[at(b.parent)].rest;
}

PlannedLink plan_link(const Bone& bone, const IkLink& link, std::size_t joint, double max_angle) {
  PlannedLink out;
  out.joint = joint;
  out.is_limited = link.limited;
  if (link.limited) out.limits = plan_limits(link.limits);
  out.has_fixed_axis = bone.has_fixed_axis;
  out.fixed_axis = glm::dvec3(bone.fixed_axis);
  if (max_angle >= static_cast<double>(pi)) return out;
  const double cosine = std::cos(max_angle);
  // A link with a negative angle always turns by that angle: 4 is above any cosine · |cosine|.
  out.min_cosine_squared = max_angle > 0.0 ? cosine * std::abs(cosine) : 4.0;
  out.max_turn = {std::cos(max_angle), std::sin(max_angle)};
  return out;
}

PlannedChain plan_chain(const Skeleton& skeleton, const IkChain& chain) {
  PlannedChain out;
  out.goal = chain.bone;
  out.iterations = chain.iterations;
  const std::vector<std::int32_t> joints = joints_of(skeleton, chain);
  if (joints.empty()) return out;
  out.parent = palette_parent(skeleton, joints.front());
  out.effector = chain.effector;
  out.effector_offset = offset_of(skeleton, chain.effector);
  for (const std::int32_t bone : joints) out.joints.push_back({bone, false, offset_of(skeleton, bone)});
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const auto joint = std::find(joints.begin(), joints.end(), chain.links[i].bone);
    if (joint == joints.end()) continue;
    const auto number = static_cast<std::size_t>(joint - joints.begin());
    const double max_angle = (static_cast<double>(i) + 1.0) * static_cast<double>(chain.unit_angle);
    out.links.push_back(plan_link(skeleton.bones[at(*joint)], chain.links[i], number, max_angle));
    out.joints[number].is_link = true;
  }
  return out;
}

class Planner {
 public:
  explicit Planner(const Skeleton& skeleton)
      : skeleton_(skeleton),
        bones_(skeleton.bones),
        is_link_(bones_.size(), false),
        settled_(bones_.size(), false),
        placed_(bones_.size(), false) {
    plan_.local_of.assign(bones_.size(), none);
    for (const IkChain& chain : skeleton.ik_chains) {
      plan_.chains.push_back(plan_chain(skeleton, chain));
      for (const IkLink& link : chain.links) is_link_[at(link.bone)] = true;
    }
    compute_depths();
  }

  EvaluationPlan run() {
    plan_levels();
    const std::vector<bool> all(bones_.size(), true);
    take_steps(all, all);
    close_stage({});
    return std::move(plan_);
  }

 private:
  using Kind = EvaluationStep::Kind;

  void compute_depths() {
    depth_.assign(bones_.size(), -1);
    std::vector<std::size_t> path;
    for (std::size_t start = 0; start < bones_.size(); ++start) {
      auto b = static_cast<std::int32_t>(start);
      while (b != none && depth_[at(b)] < 0) {
        path.push_back(at(b));
        b = bones_[at(b)].parent;
      }
      std::int32_t depth = b == none ? -1 : depth_[at(b)];
      for (; !path.empty(); path.pop_back()) depth_[path.back()] = ++depth;
    }
  }

  void plan_levels() {
    const std::vector<std::int32_t> levels = chain_levels(skeleton_);
    const std::int32_t count = levels.empty() ? 0 : *std::max_element(levels.begin(), levels.end()) + 1;
    std::vector<std::vector<std::int32_t>> chains_of(at(count));
    for (std::size_t c = 0; c < levels.size(); ++c)
      if (!plan_.chains[c].links.empty()) chains_of[at(levels[c])].push_back(static_cast<std::int32_t>(c));
    ChainNeeds needs(skeleton_);
    for (const std::vector<std::int32_t>& chains : chains_of) {
      if (chains.empty()) continue;
      std::vector<bool> settled(bones_.size(), false), placed(bones_.size(), false);
      for (const std::int32_t c : chains) {
        needs.find(skeleton_.ik_chains[at(c)]);
        for (const std::int32_t bone : needs.settled()) settled[at(bone)] = true;
        for (const std::int32_t bone : needs.placed()) placed[at(bone)] = true;
      }
      take_steps(settled, placed);
      close_stage(chains);
    }
  }

  /// Takes the wanted steps that were not taken before, in order.
  void take_steps(const std::vector<bool>& wanted_settled, const std::vector<bool>& wanted_placed) {
    for (const EvaluationStep& step : skeleton_.steps) {
      if (step.kind == Kind::local_transform && wanted_settled[at(step.index)]) settle(step.index);
      if (step.kind != Kind::place_bone || !wanted_placed[at(step.index)] || placed_[at(step.index)])
        continue;
      placed_[at(step.index)] = true;
      in_stage_.push_back(step.index);
    }
  }

  void settle(std::int32_t bone) {
    if (settled_[at(bone)]) return;
    settled_[at(bone)] = true;
    const Bone& b = bones_[at(bone)];
    if (b.has_fixed_axis) plan_.fixed_axes.push_back({bone, b.fixed_axis});
    if (b.append.source == none && !is_link_[at(bone)]) return;
    // A stage settles all bones before it places any, but a local append needs a placed source.
    if (b.append.local && !in_stage_.empty()) close_stage({});
    const vec3 source_rest = b.append.source == none ? vec3(0.0f) : bones_[at(b.append.source)].rest;
    plan_.local_of[at(bone)] = static_cast<std::int32_t>(plan_.locals.size());
    plan_.locals.push_back({bone, b.append, source_rest, is_link_[at(bone)]});
  }

  StepRange add_places(const std::vector<std::int32_t>& bones) {
    const auto first = static_cast<std::uint32_t>(plan_.places.size());
    for (const std::int32_t bone : bones)
      plan_.places.push_back({bone, palette_parent(skeleton_, bone), bones_[at(bone)].rest});
    return {first, static_cast<std::uint32_t>(plan_.places.size())};
  }

  void close_stage(const std::vector<std::int32_t>& chains) {
    Stage stage;
    stage.locals = {plan_.stages.empty() ? 0 : plan_.stages.back().locals.last,
                    static_cast<std::uint32_t>(plan_.locals.size())};
    // Sorted by depth, a bone rarely depends on the one placed just before it.
    std::stable_sort(in_stage_.begin(), in_stage_.end(),
                     [&](std::int32_t a, std::int32_t b) { return depth_[at(a)] < depth_[at(b)]; });
    stage.places = add_places(in_stage_);
    plan_.linear_order.insert(plan_.linear_order.end(), in_stage_.begin(), in_stage_.end());
    in_stage_.clear();
    stage.chains.first = static_cast<std::uint32_t>(plan_.chain_order.size());
    plan_.chain_order.insert(plan_.chain_order.end(), chains.begin(), chains.end());
    stage.chains.last = static_cast<std::uint32_t>(plan_.chain_order.size());
    std::size_t joints = 0;
    for (const std::int32_t c : chains) joints += plan_.chains[at(c)].joints.size();
    plan_.max_joints = std::max(plan_.max_joints, joints);
    if (!chains.empty()) stage.again = add_places(hanging_on(chains));
    plan_.stages.push_back(stage);
  }

  /// Bones placed so far that are links of the chains or below them, parents first.
  std::vector<std::int32_t> hanging_on(const std::vector<std::int32_t>& chains) const {
    std::vector<bool> moved(bones_.size(), false);
    for (const std::int32_t c : chains)
      for (const IkLink& link : skeleton_.ik_chains[at(c)].links) moved[at(link.bone)] = true;
    std::vector<std::int32_t> out;
    for (const std::int32_t bone : plan_.linear_order) {
      const std::int32_t parent = bones_[at(bone)].parent;
      if (!moved[at(bone)] && (parent == none || !moved[at(parent)])) continue;
      moved[at(bone)] = true;
      out.push_back(bone);
    }
    return out;
  }

  const Skeleton& skeleton_;
  const std::vector<Bone>& bones_;
  std::vector<bool> is_link_;
  std::vector<bool> settled_, placed_;
  std::vector<std::int32_t> depth_;
  std::vector<std::int32_t> in_stage_;
  EvaluationPlan plan_;
};

}  // namespace

EvaluationPlan plan_evaluation(const Skeleton& skeleton) {
  return Planner(skeleton).run();
}

std::vector<std::int32_t> joints_of(const Skeleton& skeleton, const IkChain& chain) {
  std::vector<std::int32_t> up;
  std::size_t topmost = 0;  // number of joints up to the topmost link
  const auto is_link = [&](std::int32_t bone) {
    return std::any_of(chain.links.begin(), chain.links.end(),
                       [&](const IkLink& l) { return l.bone == bone; });
  };
  if (chain.links.empty() || chain.effector == none) return {};
  for (std::int32_t b = skeleton.bones[at(chain.effector)].parent; b != none;
       b = skeleton.bones[at(b)].parent) {
    up.push_back(b);
    if (is_link(b)) topmost = up.size();
  }
  up.resize(topmost);
  return {up.rbegin(), up.rend()};
}

ChainNeeds::ChainNeeds(const Skeleton& skeleton)
    : skeleton_(skeleton), settled_at_(skeleton.bones.size(), 0), placed_at_(skeleton.bones.size(), 0) {}

void ChainNeeds::settle(std::int32_t bone) {
  if (bone == none || settled_at_[at(bone)] == call_) return;
  settled_at_[at(bone)] = call_;
  settled_.push_back(bone);
}

void ChainNeeds::place(std::int32_t bone) {
  if (bone == none || placed_at_[at(bone)] == call_) return;
  placed_at_[at(bone)] = call_;
  placed_.push_back(bone);
}

void ChainNeeds::find(const IkChain& chain) {
  ++call_;
  settled_.clear();
  placed_.clear();
  place(chain.bone);
  settle(chain.effector);
  for (const IkLink& link : chain.links) settle(link.bone);
  const std::vector<std::int32_t> joints = joints_of(skeleton_, chain);
  for (const std::int32_t joint : joints) settle(joint);
  if (!joints.empty()) place(skeleton_.bones[at(joints.front())].parent);
  std::size_t next_placed = 0, next_settled = 0;
  while (next_placed < placed_.size() || next_settled < settled_.size()) {
    if (next_placed < placed_.size()) {
      const std::int32_t bone = placed_[next_placed++];
      place(skeleton_.bones[at(bone)].parent);
      settle(bone);
      continue;
    }
    const Append& append = skeleton_.bones[at(settled_[next_settled++])].append;
    settle(append.source);
    if (append.local) place(append.source);
  }
}

std::vector<std::int32_t> chain_levels(const Skeleton& skeleton) {
  const std::size_t bone_count = skeleton.bones.size();
  std::vector<std::int32_t> levels(skeleton.ik_chains.size(), 0);
  // Per bone: the lowest allowed level of a chain that needs it, and the highest level of an earlier chain
  // that reads it. A chain must not turn a bone at a lower level than its earlier readers.
  std::vector<std::int32_t> level_below(bone_count, 0), highest_reader(bone_count, 0);
  ChainNeeds needs(skeleton);
  for (const EvaluationStep& step : skeleton.steps) {
    if (step.kind != EvaluationStep::Kind::solve_chain) continue;
    const IkChain& chain = skeleton.ik_chains[at(step.index)];
    if (chain.links.empty()) continue;
    needs.find(chain);
    std::int32_t level = 0;
    for (const std::int32_t bone : needs.settled()) level = std::max(level, level_below[at(bone)]);
    for (const IkLink& link : chain.links) level = std::max(level, highest_reader[at(link.bone)]);
    for (const std::int32_t bone : needs.settled())
      highest_reader[at(bone)] = std::max(highest_reader[at(bone)], level);
    levels[at(step.index)] = level;
    for (const IkLink& link : chain.links) level_below[at(link.bone)] = level + 1;
  }
  return levels;
}

}  // namespace mmd
