#include "skeleton/evaluation_order.h"

#include <algorithm>
#include <numeric>
#include <queue>
#include <tuple>

#include "base/math.h"

namespace mmd {
namespace {

using Kind = EvaluationStep::Kind;

constexpr std::string_view does_without =
    "the bone and an IK chain or append depend on each other; the cycle is cut";

/// Follows `next` from every bone in file order and calls `cut` for a bone whose successor is already on the
/// path. `next` returns `none` at an end.
template <class Next, class Cut>
void cut_cycles_along(std::size_t count, Next next, Cut cut) {
  enum class State : std::uint8_t { unseen, on_path, done };
  std::vector<State> state(count, State::unseen);
  std::vector<std::int32_t> path;
  for (std::size_t start = 0; start < count; ++start) {
    auto bone = static_cast<std::int32_t>(start);
    while (bone != none && state[static_cast<std::size_t>(bone)] == State::unseen) {
      state[static_cast<std::size_t>(bone)] = State::on_path;
      path.push_back(bone);
      bone = next(bone);
    }
    if (bone != none && state[static_cast<std::size_t>(bone)] == State::on_path) cut(path.back());
    for (const std::int32_t b : path) state[static_cast<std::size_t>(b)] = State::done;
    path.clear();
  }
}

/// By bone: the chains that have it as a link.
using ChainsByLink = std::vector<std::vector<std::size_t>>;

ChainsByLink chains_by_link(const Skeleton& skeleton) {
  ChainsByLink out(skeleton.bones.size());
  for (std::size_t c = 0; c < skeleton.ik_chains.size(); ++c) {
    for (const IkLink& link : skeleton.ik_chains[c].links) {
      auto& list = out[at(link.bone)];
      if (list.empty() || list.back() != c) list.push_back(c);
    }
  }
  return out;
}

void find_joints(Skeleton& skeleton) {
  const auto& bones = skeleton.bones;
  std::vector<std::size_t> link_of(bones.size(), skeleton.ik_chains.size());
  std::vector<std::int32_t> joint_of(bones.size(), none);
  for (std::size_t c = 0; c < skeleton.ik_chains.size(); ++c) {
    IkChain& chain = skeleton.ik_chains[c];
    if (chain.links.empty() || chain.effector == none) continue;
    for (const IkLink& link : chain.links) link_of[at(link.bone)] = c;
    std::vector<std::int32_t> up;
    std::size_t topmost = 0;  // number of joints up to the topmost link
    for (std::int32_t b = bones[at(chain.effector)].parent; b != none; b = bones[at(b)].parent) {
      up.push_back(b);
      if (link_of[at(b)] == c) topmost = up.size();
    }
    chain.joints.assign(up.rend() - static_cast<std::ptrdiff_t>(topmost), up.rend());
    for (std::size_t j = 0; j < topmost; ++j) joint_of[at(chain.joints[j])] = static_cast<std::int32_t>(j);
    for (IkLink& link : chain.links) link.joint = joint_of[at(link.bone)];
    for (const std::int32_t bone : chain.joints) joint_of[at(bone)] = none;
  }
}

/// MMD's order of bones, except that a bone waits for its parent, its append source and the chains that turn
/// the source or a bone above it.
class HeldPoseOrder {
 public:
  HeldPoseOrder(const Skeleton& skeleton, const ChainsByLink& chains_by_link)
      : bones_(skeleton.bones),
        chains_(skeleton.ik_chains),
        chains_by_link_(chains_by_link),
        left_(2 * bones_.size(), 0),
        users_(2 * bones_.size()) {}

  std::vector<std::int32_t> run() {
    find_waits();
    std::vector<std::int32_t> by_rank(bones_.size());
    std::iota(by_rank.begin(), by_rank.end(), 0);
    std::stable_sort(by_rank.begin(), by_rank.end(), [&](std::int32_t a, std::int32_t b) {
      const Bone &x = bones_[at(a)], &y = bones_[at(b)];
      return std::tie(x.after_physics, x.layer) < std::tie(y.after_physics, y.layer);
    });
    std::vector<std::size_t> rank(bones_.size());
    for (std::size_t r = 0; r < bones_.size(); ++r) rank[at(by_rank[r])] = r;
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t b = 0; b < bones_.size(); ++b)
      if (left_[b] == 0) ready.push(rank[b]);
    std::vector<bool> taken(bones_.size(), false);
    std::vector<std::int32_t> order;
    order.reserve(bones_.size());
    std::size_t first_left = 0;
    while (order.size() < bones_.size()) {
      if (ready.empty()) {  // a cycle through IK: take the first remaining bone
        while (taken[at(by_rank[first_left])]) ++first_left;
        ready.push(first_left);
      }
      const std::int32_t bone = by_rank[ready.top()];
      ready.pop();
      if (taken[at(bone)]) continue;
      taken[at(bone)] = true;
      order.push_back(bone);
      release_users(at(bone), [&](std::size_t b) {
        if (!taken[b]) ready.push(rank[b]);
      });
    }
    return order;
  }

 private:
  // What waits: a bone b, and final_place(b), which follows the bone, all bones above it and the goals of the
  // chains that turn them.
  std::size_t final_place(std::int32_t bone) const { return bones_.size() + at(bone); }

  void wait(std::size_t who, std::size_t whom) {
    if (who == whom) return;
    users_[whom].push_back(who);
    ++left_[who];
  }

  void find_waits() {
    for (std::size_t b = 0; b < bones_.size(); ++b) {
      const Bone& bone = bones_[b];
      const std::size_t final = bones_.size() + b;
      wait(final, b);
      if (bone.parent != none) {
        wait(b, final_place(bone.parent));
        wait(final, final_place(bone.parent));
      }
      if (bone.append.source == none) continue;
      wait(b, at(bone.append.source));
      for (const std::size_t c : chains_by_link_[at(bone.append.source)]) wait(b, at(chains_[c].bone));
    }
    std::vector<std::size_t> above(bones_.size(), chains_.size());  // the chain whose goal is below the bone
    for (std::size_t c = 0; c < chains_.size(); ++c) {
      const IkChain& chain = chains_[c];
      if (chain.links.empty()) continue;
      for (std::int32_t b = bones_[at(chain.bone)].parent; b != none; b = bones_[at(b)].parent)
        above[at(b)] = c;
      for (const IkLink& link : chain.links) {
        // A chain that turns its own goal cannot wait for itself, nor do other bones below that link.
        if (above[at(link.bone)] != c) wait(final_place(link.bone), at(chain.bone));
      }
    }
  }

  /// Calls `ready` for the bones that waited for `bone` last.
  template <class Ready>
  void release_users(std::size_t bone, Ready ready) {
    std::vector<std::size_t> met{bone};
    while (!met.empty()) {
      const std::size_t from = met.back();
      met.pop_back();
      for (const std::size_t user : users_[from]) {
        if (--left_[user] > 0) continue;
        if (user >= bones_.size()) {
          met.push_back(user);
        } else {
          ready(user);
        }
      }
    }
  }

  const std::vector<Bone>& bones_;
  const std::vector<IkChain>& chains_;
  const ChainsByLink& chains_by_link_;
  std::vector<std::size_t> left_;                ///< number of waits
  std::vector<std::vector<std::size_t>> users_;  ///< what waits for it
};

/// Writes the steps by a depth-first walk over what each needs.
class StepWriter {
 public:
  StepWriter(const Skeleton& skeleton, const ChainsByLink& chains_by_link, const BoneRepaired& repaired)
      : bones_(skeleton.bones),
        chains_(skeleton.ik_chains),
        chains_by_link_(chains_by_link),
        repaired_(repaired),
        state_(2 * bones_.size() + chains_.size(), State::unseen),
        turned_by_(bones_.size(), none) {}

  std::vector<EvaluationStep> run(const std::vector<std::int32_t>& order) {
    steps_.reserve(state_.size());
    for (const std::int32_t bone : order)
      if (bones_[at(bone)].ik != none) visit({Kind::solve_chain, bones_[at(bone)].ik});
    for (const std::int32_t bone : order) visit({Kind::place_bone, bone});
    return std::move(steps_);
  }

 private:
  enum class State : std::uint8_t { unseen, open, done };
  struct Frame {
    EvaluationStep step;
    std::size_t next = 0;
  };
  static constexpr EvaluationStep end{Kind::solve_chain, none}, nothing{Kind::place_bone, none};

  State& state_of(const EvaluationStep& step) {
    const std::size_t first = step.kind == Kind::local_transform ? 0
                              : step.kind == Kind::place_bone    ? bones_.size()
                                                                 : 2 * bones_.size();
    return state_[first + at(step.index)];
  }

  /// The k-th step that must come before `step`; `nothing` for a gap, `end` after the last.
  EvaluationStep needed_by(const EvaluationStep& step, std::size_t k) const {
    switch (step.kind) {
      case Kind::local_transform: {
        const Append& append = bones_[at(step.index)].append;
        if (append.source == none) return end;
        if (k == 0) return {Kind::local_transform, append.source};
        const auto& chains = chains_by_link_[at(append.source)];
        if (k <= chains.size()) return {Kind::solve_chain, static_cast<std::int32_t>(chains[k - 1])};
        if (k == chains.size() + 1 && append.local) return {Kind::place_bone, append.source};
        return end;
      }
      case Kind::place_bone:
        if (k == 0) return {Kind::place_bone, bones_[at(step.index)].parent};  // `nothing` for a root
        return k == 1 ? EvaluationStep{Kind::local_transform, step.index} : end;
      case Kind::solve_chain:
        break;
    }
    const IkChain& chain = chains_[at(step.index)];
    if (chain.joints.empty() || k >= 3 + chain.joints.size()) return end;
    if (k == 0) return {Kind::place_bone, chain.bone};
    if (k == 1) return {Kind::place_bone, bones_[at(chain.joints.front())].parent};
    return {Kind::local_transform, k == 2 ? chain.effector : chain.joints[k - 3]};
  }

  void visit(const EvaluationStep& root) {
    if (state_of(root) != State::unseen) return;
    std::vector<Frame> stack{{root}};
    state_of(root) = State::open;
    while (!stack.empty()) {
      const EvaluationStep step = stack.back().step;
      const EvaluationStep needed = needed_by(step, stack.back().next++);
      if (needed.index == none) {
        if (needed.kind == nothing.kind) continue;
        write(step);
        stack.pop_back();
      } else if (state_of(needed) == State::unseen) {
        state_of(needed) = State::open;
        stack.push_back({needed});
      } else if (state_of(needed) == State::open) {
        cut_cycle(step, needed);
      }
    }
  }

  void write(const EvaluationStep& step) {
    switch (step.kind) {
      case Kind::local_transform:
        return write_local(step.index);
      case Kind::place_bone:
        return place(step.index);
      case Kind::solve_chain:
        return write_chain(step.index);
    }
  }

  void append_step(Kind kind, std::int32_t index) {
    steps_.push_back({kind, index});
    state_of(steps_.back()) = State::done;
  }

  /// Writes the bone's local transform and those of its append sources, as far as they are missing.
  void write_local(std::int32_t bone) {
    std::vector<std::int32_t> sources;
    for (std::int32_t b = bone; b != none; b = bones_[at(b)].append.source) {
      if (state_of({Kind::local_transform, b}) == State::done) break;
      sources.push_back(b);
    }
    for (auto b = sources.rbegin(); b != sources.rend(); ++b) append_step(Kind::local_transform, *b);
  }

  /// Places the bone and the bones above it, as far as they are missing.
  void place(std::int32_t bone) {
    std::vector<std::int32_t> up;
    for (std::int32_t b = bone; b != none; b = bones_[at(b)].parent) {
      if (state_of({Kind::place_bone, b}) == State::done) break;
      up.push_back(b);
    }
    for (auto b = up.rbegin(); b != up.rend(); ++b) {
      write_local(*b);
      append_step(Kind::place_bone, *b);
      placed_.push_back(*b);
    }
  }

  /// The bones placed so far that the chain turns are no longer placed. If the goal of an earlier chain is
  /// one of them, the two chains wait for each other.
  void write_chain(std::int32_t index) {
    const IkChain& chain = chains_[at(index)];
    if (!chain.joints.empty()) {
      place(chain.bone);  // another chain may have turned a bone above them since they were visited
      if (bones_[at(chain.joints.front())].parent != none) place(bones_[at(chain.joints.front())].parent);
    }
    append_step(Kind::solve_chain, index);
    for (const IkLink& link : chain.links)
      if (link.joint != none) turned_by_[at(link.bone)] = index;
    std::vector<std::int32_t> early_goals;
    std::erase_if(placed_, [&](std::int32_t bone) {
      const std::int32_t parent = bones_[at(bone)].parent;
      if (turned_by_[at(bone)] != index && (parent == none || turned_by_[at(parent)] != index)) return false;
      turned_by_[at(bone)] = index;
      state_of({Kind::place_bone, bone}) = State::unseen;
      const std::int32_t ik = bones_[at(bone)].ik;
      if (ik != none && !chains_[at(ik)].joints.empty() && state_of({Kind::solve_chain, ik}) == State::done)
        early_goals.push_back(bone);
      return true;
    });
    if (turned_by_[at(chain.bone)] == index) return;  // bones below its own goal's link do not wait for it
    for (const std::int32_t goal : early_goals) repaired_(does_without, at(goal));
  }

  /// `step` needs `needed`, which is waiting for `step`. A bone ignores a chain; a chain that needs a waiting
  /// bone gets it without further waiting.
  void cut_cycle(const EvaluationStep& step, const EvaluationStep& needed) {
    const bool ignores_chain = needed.kind == Kind::solve_chain;  // only a local transform needs a chain
    repaired_(does_without, at(ignores_chain ? step.index : needed.index));
    if (!ignores_chain) write(needed);
  }

  const std::vector<Bone>& bones_;
  const std::vector<IkChain>& chains_;
  const ChainsByLink& chains_by_link_;
  const BoneRepaired& repaired_;
  std::vector<State> state_;
  std::vector<std::int32_t> placed_;     ///< in placing order
  std::vector<std::int32_t> turned_by_;  ///< by bone: the last chain found to turn it or a bone above it
  std::vector<EvaluationStep> steps_;
};

/// Removes local appends whose source is placed later, because of a cycle (the source is below the bone,
/// say).
void cut_early_local_appends(Skeleton& skeleton, const BoneRepaired& repaired) {
  std::vector<bool> placed(skeleton.bones.size(), false);
  for (const EvaluationStep& step : skeleton.steps) {
    if (step.kind == Kind::solve_chain) continue;
    const auto b = static_cast<std::size_t>(step.index);
    if (step.kind == Kind::place_bone) {
      placed[b] = true;
      continue;
    }
    Bone& bone = skeleton.bones[b];
    if (!bone.append.local || placed[static_cast<std::size_t>(bone.append.source)]) continue;
    repaired("local append from a bone that waits for this one; it is left out", b);
    bone.append = {};
  }
}

}  // namespace

void cut_cycles(Skeleton& skeleton, const BoneRepaired& repaired) {
  auto& bones = skeleton.bones;
  const auto at = [&](std::int32_t b) -> Bone& { return bones[static_cast<std::size_t>(b)]; };
  cut_cycles_along(
      bones.size(), [&](std::int32_t b) { return at(b).parent; },
      [&](std::int32_t b) {
        repaired(parent_cycle_cut, static_cast<std::size_t>(b));
        at(b).parent = none;
      });
  cut_cycles_along(
      bones.size(), [&](std::int32_t b) { return at(b).append.source; },
      [&](std::int32_t b) {
        repaired(append_cycle_cut, static_cast<std::size_t>(b));
        at(b).append = {};
      });
}

void order_evaluation(Skeleton& skeleton, const BoneRepaired& repaired) {
  find_joints(skeleton);
  const ChainsByLink chains = chains_by_link(skeleton);
  const std::vector<std::int32_t> order = HeldPoseOrder(skeleton, chains).run();
  skeleton.steps = StepWriter(skeleton, chains, repaired).run(order);
  cut_early_local_appends(skeleton, repaired);
}

}  // namespace mmd
