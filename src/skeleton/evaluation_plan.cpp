#include "skeleton/evaluation_plan.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "skeleton/plan_chain.h"

namespace mmd {
namespace {

class Planner {
 public:
  explicit Planner(const Skeleton& skeleton)
      : skeleton_(skeleton),
        bones_(skeleton.bones),
        turn_(bones_.size(), none),
        settled_(bones_.size(), false),
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
      plan_.chains.push_back(plan_chain(skeleton_, chain, depth_, turn_));
      plan_.most_nodes = std::max(plan_.most_nodes, plan_.chains.back().nodes.size());
    }
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
      chains_of[at(levels[c])].push_back(static_cast<std::int32_t>(c));
    ChainNeeds needs(skeleton_);
    for (const std::vector<std::int32_t>& chains : chains_of) {
      std::vector<bool> settled(bones_.size(), false), placed(bones_.size(), false);
      for (const std::int32_t c : chains) {
        if (skeleton_.ik_chains[at(c)].links.empty()) continue;
        needs.find(skeleton_.ik_chains[at(c)]);
        for (const std::int32_t bone : needs.settled()) settled[at(bone)] = true;
        for (const std::int32_t bone : needs.placed()) placed[at(bone)] = true;
      }
      take_steps(settled, placed);
      close_stage(chains);
    }
  }

  /// Takes the local transforms and places that are wanted and were not taken before, in the order of the
  /// steps.
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
    if (b.append.source == none && turn_[at(bone)] == none) return;
    // A stage settles all its bones before it places any; local append reads a place.
    if (b.append.local && !in_stage_.empty()) close_stage({});
    LocalOp op;
    op.bone = bone;
    op.turn = turn_[at(bone)];
    op.source = b.append.source;
    if (op.source != none) {
      op.source_rest = bones_[at(op.source)].rest;
      op.ratio = b.append.ratio;
      op.append_rotation = b.append.rotation;
      op.append_translation = b.append.translation;
      op.append_local = b.append.local;
      if (op.append_rotation) op.slerp = slerp_index(op.ratio);
    }
    plan_.locals.push_back(op);
  }

  std::int32_t slerp_index(float ratio) {
    if (ratio == 1.0f || ratio == -1.0f || !(std::abs(ratio) <= max_fitted_ratio)) return none;
    const auto found = std::find(ratios_.begin(), ratios_.end(), ratio);
    if (found != ratios_.end()) return static_cast<std::int32_t>(found - ratios_.begin());
    ratios_.push_back(ratio);
    plan_.slerps.push_back(fit_slerp(ratio));
    return static_cast<std::int32_t>(ratios_.size()) - 1;
  }

  void add_blocks(const std::vector<std::int32_t>& bones) {
    for (std::size_t i = 0; i < bones.size(); ++i) {
      if (i % PlaceBlock::width == 0) plan_.blocks.emplace_back();
      PlaceBlock& block = plan_.blocks.back();
      const Bone& bone = bones_[at(bones[i])];
      const std::size_t k = block.count++;
      block.bone[k] = bones[i];
      block.parent[k] = bone.parent == none ? static_cast<std::int32_t>(bones_.size()) : bone.parent;
      block.rest_x[k] = bone.rest.x;
      block.rest_y[k] = bone.rest.y;
      block.rest_z[k] = bone.rest.z;
    }
  }

  void close_stage(const std::vector<std::int32_t>& chains) {
    Stage stage;
    if (!plan_.stages.empty()) stage.locals.first = plan_.stages.back().locals.last;
    stage.locals.last = static_cast<std::uint32_t>(plan_.locals.size());
    // By depth, so that a bone rarely waits for the one placed just before it.
    std::stable_sort(in_stage_.begin(), in_stage_.end(),
                     [&](std::int32_t a, std::int32_t b) { return depth_[at(a)] < depth_[at(b)]; });
    stage.blocks.first = static_cast<std::uint32_t>(plan_.blocks.size());
    add_blocks(in_stage_);
    stage.blocks.last = static_cast<std::uint32_t>(plan_.blocks.size());
    plan_.linear_order.insert(plan_.linear_order.end(), in_stage_.begin(), in_stage_.end());
    in_stage_.clear();
    add_chains(chains, stage);
    stage.again.first = static_cast<std::uint32_t>(plan_.blocks.size());
    if (!chains.empty()) add_blocks(hanging_on(chains));
    stage.again.last = static_cast<std::uint32_t>(plan_.blocks.size());
    plan_.stages.push_back(stage);
  }

  /// Whether two chains may be solved side by side: the same kind of link at every position that both have.
  bool fit_together(const PlannedChain& a, const PlannedChain& b) const {
    const std::size_t common = std::min(a.links.size(), b.links.size());
    for (std::size_t i = 0; i < common; ++i) {
      if (a.links[i].limited != b.links[i].limited) return false;
    }
    const PlannedChain& longer = a.links.size() > b.links.size() ? a : b;
    for (std::size_t i = common; i < longer.links.size(); ++i) {
      if (longer.links[i].limited) return false;
    }
    return true;
  }

  void add_chains(const std::vector<std::int32_t>& chains, Stage& stage) {
    stage.chains.first = static_cast<std::uint32_t>(plan_.general_chains.size());
    stage.lane_groups.first = static_cast<std::uint32_t>(plan_.lane_groups.size());
    for (const std::int32_t c : chains) {
      const PlannedChain& chain = plan_.chains[at(c)];
      if (chain.links.empty()) continue;
      if (!chain.simple) {
        plan_.general_chains.push_back(c);
        continue;
      }
      if (!join_group(c, stage.lane_groups.first)) {
        plan_.lane_groups.emplace_back();
        plan_.lane_groups.back().chain[0] = c;
      }
    }
    stage.chains.last = static_cast<std::uint32_t>(plan_.general_chains.size());
    stage.lane_groups.last = static_cast<std::uint32_t>(plan_.lane_groups.size());
  }

  bool join_group(std::int32_t c, std::uint32_t first_group) {
    for (std::size_t g = first_group; g < plan_.lane_groups.size(); ++g) {
      auto& lanes = plan_.lane_groups[g].chain;
      const auto free_lane = std::find(lanes.begin(), lanes.end(), none);
      if (free_lane == lanes.end()) continue;
      const bool fits = std::all_of(lanes.begin(), free_lane, [&](std::int32_t other) {
        const PlannedChain &a = plan_.chains[at(other)], &b = plan_.chains[at(c)];
        // Chains of very different length would mostly wait for each other.
        return fit_together(a, b) && a.iterations <= 2 * b.iterations && b.iterations <= 2 * a.iterations;
      });
      if (!fits) continue;
      *free_lane = c;
      return true;
    }
    return false;
  }

  /// Bones placed so far that are links of the chains or hang on them, parents first.
  std::vector<std::int32_t> hanging_on(const std::vector<std::int32_t>& chains) const {
    std::vector<bool> moved(bones_.size(), false);
    for (const std::int32_t c : chains) {
      for (const IkLink& link : skeleton_.ik_chains[at(c)].links) moved[at(link.bone)] = true;
    }
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
  std::vector<std::int32_t> turn_;
  std::vector<bool> settled_, placed_;
  std::vector<std::int32_t> depth_;
  std::vector<std::int32_t> in_stage_;
  std::vector<float> ratios_;
  EvaluationPlan plan_;
};

}  // namespace

SlerpPolynomials fit_slerp(float ratio) {
  // Interpolation at Chebyshev nodes of u = w - 1/2 in [-1/2, 1/2], by Newton's divided differences, then
  // expanded into powers of u. Both functions are smooth on w in [0, 1]: their nearest singularity is at w =
  // -1.
  constexpr std::size_t n = SlerpPolynomials::terms;
  const double r = static_cast<double>(ratio);
  std::array<double, n> node{}, cosine{}, sine{};
  for (std::size_t i = 0; i < n; ++i) {
    node[i] = 0.5 * std::cos((2.0 * static_cast<double>(i) + 1.0) * 3.14159265358979323846 / (2.0 * n));
    const double angle = std::acos(node[i] + 0.5);
    cosine[i] = std::cos(r * angle);
    sine[i] = angle > 1e-9 ? std::sin(r * angle) / std::sin(angle) : r;
  }
  const auto expand = [&](std::array<double, n> d) {
    for (std::size_t order = 1; order < n; ++order) {
      for (std::size_t i = n - 1; i >= order; --i) d[i] = (d[i] - d[i - 1]) / (node[i] - node[i - order]);
    }
    std::array<double, n> powers{};
    for (std::size_t i = n; i-- > 0;) {  // powers = powers * (u - node[i]) + d[i]
      for (std::size_t k = n - 1; k > 0; --k) powers[k] = powers[k - 1] - node[i] * powers[k];
      powers[0] = d[i] - node[i] * powers[0];
    }
    std::array<float, n> out{};
    for (std::size_t k = 0; k < n; ++k) out[k] = static_cast<float>(powers[k]);
    return out;
  };
  return {expand(cosine), expand(sine)};
}

EvaluationPlan plan_evaluation(const Skeleton& skeleton) {
  return Planner(skeleton).run();
}

}  // namespace mmd
