#include "skeleton/plan_chain.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

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

/// `node_of`: of every bone, `none` where it is no member.
IkNode plan_node(const Skeleton& skeleton, const IkChain& chain, std::int32_t bone,
                 std::span<const std::int32_t> node_of, std::span<const std::int32_t> turn) {
  IkNode node;
  node.bone = bone;
  node.parent = palette_parent(skeleton, bone);
  const bool is_link = std::any_of(chain.links.begin(), chain.links.end(),
                                   [&](const IkLink& link) { return link.bone == bone; });
  if (is_link) node.turn = turn[at(bone)];
  node.rest = skeleton.bones[at(bone)].rest;
  node.offset = offset_of(skeleton, bone);
  for (std::int32_t up = skeleton.bones[at(bone)].parent; up != none; up = skeleton.bones[at(up)].parent) {
    node.parent_node = node_of[at(up)];
    if (node.parent_node != none) break;
    node.between.push_back({up, offset_of(skeleton, up)});
  }
  if (node.parent_node == none) node.between = {};
  std::reverse(node.between.begin(), node.between.end());
  return node;
}

PlannedLink plan_link(const Bone& bone, const IkLink& link, double max_angle) {
  PlannedLink out;
  out.limited = link.limited;
  out.limits = link.limits;
  out.has_fixed_axis = bone.has_fixed_axis;
  out.fixed_axis = bone.fixed_axis;
  if (max_angle < static_cast<double>(pi)) {
    // A negative angle is never exceeded: the link always turns by it.
    out.cos_limit = max_angle > 0.0 ? std::cos(max_angle) : 2.0;
    out.sin_limit = std::sin(max_angle);
    out.cos_half_limit = std::cos(max_angle / 2.0);
    out.sin_half_limit = std::sin(max_angle / 2.0);
  }
  if (!link.limited) return out;
  const auto inside_right_angle = [&](glm::length_t axis) {
    return -pi / 2 < link.limits.lower[axis] && link.limits.upper[axis] < pi / 2;
  };
  out.order = inside_right_angle(0)   ? EulerOrder::yxz
              : inside_right_angle(1) ? EulerOrder::zyx
                                      : EulerOrder::xzy;
  int free_axes = 0;
  for (glm::length_t axis = 0; axis < 3; ++axis) {
    if (link.limits.lower[axis] == 0.0f && link.limits.upper[axis] == 0.0f) continue;
    ++free_axes;
    out.hinge = axis;
  }
  if (free_axes != 1) out.hinge = none;
  return out;
}

bool is_simple(const PlannedChain& chain) {
  // A lane without iterations is one that is switched off, and leaves its links as they are.
  if (chain.iterations == 0 || chain.links.size() > LaneChains::most_links) return false;
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const PlannedLink& link = chain.links[i];
    const IkNode& node = chain.nodes[at(link.node)];
    const std::int32_t above = i + 1 < chain.links.size() ? chain.links[i + 1].node : none;
    if (node.parent_node != above || !node.between.empty() || link.has_fixed_axis) return false;
    if (link.limited && link.hinge != 0) return false;
  }
  const IkNode& effector = chain.nodes[at(chain.effector_node)];
  return effector.parent_node == chain.links.front().node && effector.between.empty() &&
         chain.nodes.size() == chain.links.size() + 1;
}

}  // namespace

PlannedChain plan_chain(const Skeleton& skeleton, const IkChain& chain, std::span<const std::int32_t> depth,
                        std::span<const std::int32_t> turn) {
  PlannedChain out;
  out.bone = chain.bone;
  out.bone_rest = skeleton.bones[at(chain.bone)].rest;
  out.iterations = chain.iterations;
  if (chain.links.empty()) return out;
  std::vector<std::int32_t> members;
  for (const IkLink& link : chain.links) members.push_back(link.bone);
  members.push_back(chain.effector);
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  std::stable_sort(members.begin(), members.end(),
                   [&](std::int32_t a, std::int32_t b) { return depth[at(a)] < depth[at(b)]; });
  std::vector<std::int32_t> node_of(skeleton.bones.size(), none);
  for (std::size_t i = 0; i < members.size(); ++i) node_of[at(members[i])] = static_cast<std::int32_t>(i);
  for (const std::int32_t member : members)
    out.nodes.push_back(plan_node(skeleton, chain, member, node_of, turn));
  for (const IkNode& node : out.nodes)
    if (node.parent_node != none) out.nodes[at(node.parent_node)].carries = true;
  out.effector_node = node_of[at(chain.effector)];
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const double max_angle = (static_cast<double>(i) + 1.0) * static_cast<double>(chain.unit_angle);
    out.links.push_back(plan_link(skeleton.bones[at(chain.links[i].bone)], chain.links[i], max_angle));
    out.links.back().node = node_of[at(chain.links[i].bone)];
  }
  out.simple = is_simple(out);
  return out;
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
  place(chain.effector);
  for (const IkLink& link : chain.links) place(link.bone);
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
  // Per bone: the lowest level at which a chain that needs it may be, and the highest one that did. A chain
  // may not turn what an earlier chain still has to see unturned.
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
    for (const std::int32_t bone : needs.settled()) {
      highest_reader[at(bone)] = std::max(highest_reader[at(bone)], level);
    }
    levels[at(step.index)] = level;
    for (const IkLink& link : chain.links) level_below[at(link.bone)] = level + 1;
  }
  return levels;
}

}  // namespace mmd
