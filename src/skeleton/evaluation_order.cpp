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

/// Orders the steps by a depth-first walk over their dependencies.
class Orderer {
 public:
  Orderer(const Skeleton& skeleton, const BoneRepaired& repaired)
      : bones_(skeleton.bones),
        chains_(skeleton.ik_chains),
        repaired_(repaired),
        bone_count_(skeleton.bones.size()),
        chains_by_link_(bone_count_),
        state_(2 * bone_count_ + chains_.size(), State::unseen) {
    for (std::size_t c = 0; c < chains_.size(); ++c) {
      for (const IkLink& link : chains_[c].links) {
        auto& list = chains_by_link_[at(link.bone)];
        if (list.empty() || list.back() != c) list.push_back(c);
      }
    }
  }

  std::vector<EvaluationStep> run() {
    const std::vector<std::int32_t> order = held_pose_order();
    steps_.reserve(state_.size());
    for (const std::int32_t bone : order) {
      const std::int32_t chain = bones_[at(bone)].ik;
      if (chain != none) visit(2 * bone_count_ + at(chain));
    }
    for (const std::int32_t bone : order) visit(bone_count_ + at(bone));
    return std::move(steps_);
  }

 private:
  // A node of the walk: a bone's local transform [0, n), its placing [n, 2n), or a chain's solving [2n, …).
  using Node = std::size_t;
  enum class State : std::uint8_t { unseen, open, done };
  struct Frame {
    Node node;
    std::size_t next;
  };
  static constexpr Node end = static_cast<Node>(-1);
  static constexpr Node nothing = static_cast<Node>(-2);

  /// MMD's order, except that a bone waits for its parent, its append source and the chains that turn the
  /// source or a bone above it.
  std::vector<std::int32_t> held_pose_order() const {
    std::vector<std::int32_t> by_rank(bone_count_);
    std::iota(by_rank.begin(), by_rank.end(), 0);
    std::stable_sort(by_rank.begin(), by_rank.end(), [&](std::int32_t a, std::int32_t b) {
      const Bone &x = bones_[at(a)], &y = bones_[at(b)];
      return std::tie(x.after_physics, x.layer) < std::tie(y.after_physics, y.layer);
    });
    std::vector<std::size_t> rank(bone_count_);
    for (std::size_t r = 0; r < bone_count_; ++r) rank[at(by_rank[r])] = r;
    Waits waits = all_waits();
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t b = 0; b < bone_count_; ++b) {
      if (waits.left[b] == 0) ready.push(rank[b]);
    }
    std::vector<bool> placed(bone_count_, false);
    std::vector<std::int32_t> order;
    order.reserve(bone_count_);
    std::size_t first_left = 0;
    bool has_cycle = false;
    while (order.size() < bone_count_) {
      if (ready.empty()) {  // a cycle through IK: take the first remaining bone
        has_cycle = true;
        while (placed[at(by_rank[first_left])]) ++first_left;
        ready.push(first_left);
      }
      const std::int32_t bone = by_rank[ready.top()];
      ready.pop();
      if (placed[at(bone)]) continue;
      placed[at(bone)] = true;
      order.push_back(bone);
      std::vector<std::size_t> met{at(bone)};
      while (!met.empty()) {
        const std::size_t from = met.back();
        met.pop_back();
        for (const std::size_t user : waits.users[from]) {
          if (--waits.left[user] > 0) continue;
          if (user >= bone_count_) {
            met.push_back(user);
          } else if (!placed[user]) {
            ready.push(rank[user]);
          }
        }
      }
    }
    if (has_cycle) report_early_goals(order, waits.turns_own_goal);
    return order;
  }

  /// Dependencies. [0, n) are bones; n + p is bone p in its final place: p, all bones above it and the goals
  /// of the chains that turn them have been processed.
  struct Waits {
    std::vector<std::size_t> left;
    std::vector<std::vector<std::size_t>> users;
    std::vector<bool> turns_own_goal;  ///< by chain: bones below the link that does so do not wait for it
  };
  Waits all_waits() const {
    Waits waits{std::vector<std::size_t>(2 * bone_count_, 0),
                std::vector<std::vector<std::size_t>>(2 * bone_count_), std::vector<bool>(chains_.size())};
    const auto wait = [&](std::size_t who, std::size_t whom) {
      if (who == whom) return;
      waits.users[whom].push_back(who);
      ++waits.left[who];
    };
    for (std::size_t b = 0; b < bone_count_; ++b) {
      const Bone& bone = bones_[b];
      wait(bone_count_ + b, b);
      if (bone.parent != none) {
        wait(b, bone_count_ + at(bone.parent));
        wait(bone_count_ + b, bone_count_ + at(bone.parent));
      }
      if (bone.append.source == none) continue;
      wait(b, at(bone.append.source));
      for (const std::size_t c : chains_by_link_[at(bone.append.source)]) wait(b, at(chains_[c].bone));
    }
    std::vector<std::size_t> above(bone_count_, chains_.size());  // the chain whose goal is below the bone
    for (std::size_t c = 0; c < chains_.size(); ++c) {
      const IkChain& chain = chains_[c];
      if (chain.links.empty()) continue;
      for (std::int32_t b = bones_[at(chain.bone)].parent; b != none; b = bones_[at(b)].parent)
        above[at(b)] = c;
      for (const IkLink& link : chain.links) {
        if (above[at(link.bone)] == c) {
          waits.turns_own_goal[c] = true;  // a chain cannot wait for itself
        } else {
          wait(bone_count_ + at(link.bone), at(chain.bone));
        }
      }
    }
    return waits;
  }

  /// Reports goals placed before a chain that turns a bone above them: the two wait for each other. The walk
  /// over the nodes finds and reports other cycles.
  void report_early_goals(const std::vector<std::int32_t>& order,
                          const std::vector<bool>& turns_own_goal) const {
    std::vector<std::size_t> place(bone_count_);
    for (std::size_t i = 0; i < order.size(); ++i) place[at(order[i])] = i;
    for (const IkChain& chain : chains_) {
      if (chain.links.empty()) continue;
      const std::size_t goal = at(chain.bone);
      bool early = false;
      for (std::int32_t b = bones_[goal].parent; b != none && !early; b = bones_[at(b)].parent) {
        const auto& turning = chains_by_link_[at(b)];
        early = std::any_of(turning.begin(), turning.end(), [&](std::size_t c) {
          return place[at(chains_[c].bone)] > place[goal] && !turns_own_goal[c];
        });
      }
      if (early) repaired_(does_without, goal);
    }
  }

  /// The k-th dependency of `node`: a node, `nothing` for a gap, `end` after the last.
  Node needed_by(Node node, std::size_t k) const {
    if (node >= 2 * bone_count_) {
      const IkChain& chain = chains_[node - 2 * bone_count_];
      if (k == 0) return bone_count_ + at(chain.bone);
      if (k == 1) return bone_count_ + at(chain.effector);
      return k - 2 < chain.links.size() ? bone_count_ + at(chain.links[k - 2].bone) : end;
    }
    if (node >= bone_count_) {
      const Bone& bone = bones_[node - bone_count_];
      if (k == 0) return bone.parent == none ? nothing : bone_count_ + at(bone.parent);
      return k == 1 ? node - bone_count_ : end;
    }
    const Append& append = bones_[node].append;
    if (append.source == none) return end;
    if (k == 0) return at(append.source);
    if (k == 1) return append.local ? bone_count_ + at(append.source) : nothing;
    const auto& chains = chains_by_link_[at(append.source)];
    return k - 2 < chains.size() ? 2 * bone_count_ + chains[k - 2] : end;
  }

  void visit(Node root) {
    if (state_[root] != State::unseen) return;
    std::vector<Frame> stack{{root, 0}};
    state_[root] = State::open;
    while (!stack.empty()) {
      const Node node = stack.back().node;
      const Node needed = needed_by(node, stack.back().next++);
      if (needed == nothing) continue;
      if (needed == end) {
        emit(node);
        stack.pop_back();
      } else if (state_[needed] == State::unseen) {
        state_[needed] = State::open;
        stack.push_back({needed, 0});
      } else if (state_[needed] == State::open) {
        close_cycle(node, needed);
      }
    }
  }

  void emit(Node node) {
    if (state_[node] == State::done) return;
    state_[node] = State::done;
    const auto index = [&](std::size_t base) { return static_cast<std::int32_t>(node - base); };
    if (node >= 2 * bone_count_) {
      steps_.push_back({Kind::solve_chain, index(2 * bone_count_)});
    } else if (node >= bone_count_) {
      steps_.push_back({Kind::place_bone, index(bone_count_)});
    } else {
      steps_.push_back({Kind::local_transform, index(0)});
    }
  }

  /// `node` needs `needed`, which is waiting for `node`. If `needed` is a chain, the bone ignores it; a chain
  /// that needs a waiting bone gets it placed without further waiting.
  void close_cycle(Node node, Node needed) {
    const bool is_bone = needed < 2 * bone_count_;
    const std::size_t bone = !is_bone ? node : needed % bone_count_;
    repaired_(does_without, bone);
    if (is_bone) place_without_waiting(needed % bone_count_);
  }

  void place_without_waiting(std::size_t bone) {
    std::vector<std::size_t> up;
    for (std::int32_t b = static_cast<std::int32_t>(bone); b != none; b = bones_[at(b)].parent) {
      if (state_[bone_count_ + at(b)] == State::done) break;
      up.push_back(at(b));
    }
    for (auto b = up.rbegin(); b != up.rend(); ++b) {
      std::vector<std::size_t> sources;
      for (std::int32_t s = static_cast<std::int32_t>(*b); s != none; s = bones_[at(s)].append.source) {
        if (state_[at(s)] == State::done) break;
        sources.push_back(at(s));
      }
      for (auto s = sources.rbegin(); s != sources.rend(); ++s) emit(*s);
      emit(bone_count_ + *b);
    }
  }

  const std::vector<Bone>& bones_;
  const std::vector<IkChain>& chains_;
  const BoneRepaired& repaired_;
  std::size_t bone_count_;
  std::vector<std::vector<std::size_t>> chains_by_link_;
  std::vector<State> state_;
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
        repaired("parent closes a cycle; the bone becomes a root", static_cast<std::size_t>(b));
        at(b).parent = none;
      });
  cut_cycles_along(
      bones.size(), [&](std::int32_t b) { return at(b).append.source; },
      [&](std::int32_t b) {
        repaired("append closes a cycle; ignored", static_cast<std::size_t>(b));
        at(b).append = {};
      });
}

void order_evaluation(Skeleton& skeleton, const BoneRepaired& repaired) {
  skeleton.steps = Orderer(skeleton, repaired).run();
  cut_early_local_appends(skeleton, repaired);
}

}  // namespace mmd
