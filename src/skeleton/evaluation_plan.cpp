#include "skeleton/evaluation_plan.h"

#include <algorithm>
#include <cmath>

namespace mmd {
namespace {

std::size_t at(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

class Planner {
 public:
  explicit Planner(const Skeleton& skeleton)
      : skeleton_(skeleton),
        bones_(skeleton.bones),
        turn_(bones_.size(), none),
        placed_(bones_.size(), false) {
    for (const IkChain& chain : skeleton.ik_chains) {
      for (const IkLink& link : chain.links) {
        if (turn_[at(link.bone)] == none)
          turn_[at(link.bone)] = static_cast<std::int32_t>(plan_.turn_count++);
      }
    }
    compute_depths();
  }

  EvaluationPlan run() {
    for (const IkChain& chain : skeleton_.ik_chains) {
      plan_.chains.push_back(plan_chain(chain));
      plan_.most_nodes = std::max(plan_.most_nodes, plan_.chains.back().nodes.size());
    }
    for (const EvaluationStep& step : skeleton_.steps) take(step);
    close_stage(none);
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

  std::int32_t palette_parent(std::int32_t bone) const {
    const std::int32_t parent = bones_[at(bone)].parent;
    return parent == none ? static_cast<std::int32_t>(bones_.size()) : parent;
  }

  PlaceOp place_op(std::int32_t bone) const {
    return {bones_[at(bone)].rest, bone, palette_parent(bone), turn_[at(bone)]};
  }

  LocalOp local_op(std::int32_t bone) const {
    const Bone& b = bones_[at(bone)];
    LocalOp op;
    op.bone = bone;
    op.has_fixed_axis = b.has_fixed_axis;
    op.fixed_axis = b.fixed_axis;
    op.source = b.append.source;
    if (op.source == none) return op;
    op.source_turn = turn_[at(op.source)];
    op.source_rest = bones_[at(op.source)].rest;
    op.ratio = b.append.ratio;
    op.append_rotation = b.append.rotation;
    op.append_translation = b.append.translation;
    op.append_local = b.append.local;
    return op;
  }

  void take(const EvaluationStep& step) {
    switch (step.kind) {
      case Kind::local_transform:
        // A stage settles all its bones before it places any; local append reads a place.
        if (bones_[at(step.index)].append.local && places_in_stage() > 0) close_stage(none);
        plan_.locals.push_back(local_op(step.index));
        break;
      case Kind::place_bone:
        plan_.places.push_back(place_op(step.index));
        placed_[at(step.index)] = true;
        break;
      case Kind::solve_chain:
        close_stage(step.index);
        break;
    }
  }

  std::size_t places_in_stage() const {
    return plan_.places.size() - (plan_.stages.empty() ? 0 : plan_.stages.back().places.last);
  }

  void close_stage(std::int32_t chain) {
    Stage stage;
    if (!plan_.stages.empty()) {
      stage.locals.first = plan_.stages.back().locals.last;
      stage.places.first = plan_.stages.back().places.last;
    }
    stage.locals.last = static_cast<std::uint32_t>(plan_.locals.size());
    stage.places.last = static_cast<std::uint32_t>(plan_.places.size());
    stage.chain = chain;
    // By depth, so that a bone rarely waits for the one placed just before it.
    std::stable_sort(
        plan_.places.begin() + stage.places.first, plan_.places.end(),
        [&](const PlaceOp& a, const PlaceOp& b) { return depth_[at(a.bone)] < depth_[at(b.bone)]; });
    stage.again.first = static_cast<std::uint32_t>(plan_.places_again.size());
    if (chain != none) place_again_after(skeleton_.ik_chains[at(chain)]);
    stage.again.last = static_cast<std::uint32_t>(plan_.places_again.size());
    plan_.stages.push_back(stage);
  }

  void place_again_after(const IkChain& chain) {
    std::vector<bool> moved(bones_.size() + 1, false);
    for (const IkLink& link : chain.links) moved[at(link.bone)] = true;
    // Within `places` parents come before children, also across stages.
    for (const PlaceOp& op : plan_.places) {
      if (!moved[at(op.bone)] && !moved[at(op.parent)]) continue;
      moved[at(op.bone)] = true;
      plan_.places_again.push_back(op);
    }
  }

  IkNode plan_node(std::int32_t bone, const std::vector<std::int32_t>& node_of) const {
    const Bone& b = bones_[at(bone)];
    IkNode node;
    node.bone = bone;
    node.parent = palette_parent(bone);
    node.turn = turn_[at(bone)];
    node.rest = b.rest;
    const auto offset_of = [&](const Bone& x) {
      return x.parent == none ? x.rest : x.rest - bones_[at(x.parent)].rest;
    };
    node.offset = offset_of(b);
    for (std::int32_t up = b.parent; up != none; up = bones_[at(up)].parent) {
      if (node_of[at(up)] != none) {
        node.parent_node = node_of[at(up)];
        break;
      }
      PlaceOp between = place_op(up);
      between.rest = offset_of(bones_[at(up)]);
      node.between.push_back(between);
    }
    if (node.parent_node == none) node.between.clear();
    std::reverse(node.between.begin(), node.between.end());
    return node;
  }

  PlannedChain plan_chain(const IkChain& chain) {
    PlannedChain out;
    out.bone = chain.bone;
    out.iterations = chain.iterations;
    if (chain.links.empty()) return out;
    std::vector<std::int32_t> members;
    for (const IkLink& link : chain.links) members.push_back(link.bone);
    members.push_back(chain.effector);
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    std::stable_sort(members.begin(), members.end(),
                     [&](std::int32_t a, std::int32_t b) { return depth_[at(a)] < depth_[at(b)]; });
    node_of_.resize(bones_.size(), none);
    for (std::size_t i = 0; i < members.size(); ++i) {
      node_of_[at(members[i])] = static_cast<std::int32_t>(i);
      out.nodes.push_back(plan_node(members[i], node_of_));
    }
    out.effector_node = node_of_[at(chain.effector)];
    for (std::size_t i = 0; i < chain.links.size(); ++i) {
      out.links.push_back(plan_link(chain.links[i], (static_cast<double>(i) + 1.0) * chain.unit_angle));
      out.links.back().node = node_of_[at(chain.links[i].bone)];
    }
    for (const std::int32_t member : members) node_of_[at(member)] = none;
    return out;
  }

  PlannedLink plan_link(const IkLink& link, double max_angle) const {
    const Bone& bone = bones_[at(link.bone)];
    PlannedLink out;
    out.limited = link.limited;
    out.limits = link.limits;
    out.has_fixed_axis = bone.has_fixed_axis;
    out.fixed_axis = bone.fixed_axis;
    if (max_angle < static_cast<double>(pi)) {
      out.cos_limit = max_angle > 0.0 ? std::cos(max_angle) : 2.0;
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
    const auto locked = [&](glm::length_t axis) {
      return link.limits.lower[axis] == 0.0f && link.limits.upper[axis] == 0.0f;
    };
    int free_axes = 0;
    for (glm::length_t axis = 0; axis < 3; ++axis) {
      if (locked(axis)) continue;
      ++free_axes;
      out.hinge = axis;
    }
    if (free_axes != 1) out.hinge = none;
    return out;
  }

  const Skeleton& skeleton_;
  const std::vector<Bone>& bones_;
  std::vector<std::int32_t> turn_;
  std::vector<bool> placed_;
  std::vector<std::int32_t> depth_;
  std::vector<std::int32_t> node_of_;
  EvaluationPlan plan_;
};

}  // namespace

EvaluationPlan plan_evaluation(const Skeleton& skeleton) {
  return Planner(skeleton).run();
}

}  // namespace mmd
