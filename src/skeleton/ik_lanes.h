#pragma once

// Cyclic coordinate descent for LaneGroup and PoseGroup, over a type of lanes L (base/simd) of one to eight
// doubles (semantics, "IK"). No trigonometry: free links turn by the shortest arc as an unnormalised
// quaternion, hinges keep the cosine and sine of their angle. Included by one file per instruction set only;
// everything is a template over that file's own L, so that no code compiled for one processor can end up
// serving another.

#include "skeleton/ik_turns.h"

namespace mmd::ik_lanes {

template <class L, class Group>
void load_states(const Group& group, State<L>* states) {
  for (std::size_t i = 0; i < group.link_count; ++i) {
    const auto& link = group.links[i];
    State<L>& t = states[i];
    t.x = L::load(link.turned[0].data());
    t.y = L::load(link.turned[1].data());
    t.z = L::load(link.turned[2].data());
    t.w = L::load(link.turned[3].data());
    t.matrix = matrix_of(t.x, t.y, t.z, t.w, L::all(2.0));
    t.c = L::load(link.cos.data());
    t.s = L::load(link.sin.data());
    t.pure = L::load(link.pure.data()) > L::all(0.0);
    t.all_pure = t.pure.every();
  }
}

template <class L, class Group>
void store_states(Group& group, const State<L>* states) {
  for (std::size_t i = 0; i < group.link_count; ++i) {
    auto& link = group.links[i];
    const State<L>& t = states[i];
    t.x.store(link.turned[0].data());
    t.y.store(link.turned[1].data());
    t.z.store(link.turned[2].data());
    t.w.store(link.turned[3].data());
    t.c.store(link.cos.data());
    t.s.store(link.sin.data());
    L::choose(t.pure, L::all(1.0), L::all(0.0)).store(link.pure.data());
  }
}

/// One iteration over all links, tip first. Returns the lanes in which anything moved; `effector` is left as
/// seen from the last link.
template <class L, class Group>
L iterate(const Group& group, State<L>* states, V3<L>& effector, L active, L first_half) {
  const bool any_first = (active & first_half).any(), any_second = first_half.and_not(active).any();
  L moved = L::all(0.0);
  for (std::size_t i = 0; i < group.link_count; ++i) {
    const auto& link = group.links[i];
    State<L>& t = states[i];
    const V3<L> here =
        load3<L>(link.offset) + (i == 0 ? V3<L>{L::all(0.0), L::all(0.0), L::all(0.0)} : effector);
    effector = turn(t, link.hinge, here);
    const Arc<L> arc = arc_between(effector, t.goal, active & (L::load(link.present.data()) > L::all(0.0)));
    if (!arc.may_turn.any()) continue;
    if (link.hinge) {
      moved = moved | turn_hinge(t, arc, link, first_half, any_first, any_second);
      effector = turn(t, true, here);
    } else {
      moved = moved | turn_free(t, arc, link, here, effector);
    }
  }
  return moved;
}

/// Carries the goal down the chain, into each link's parent's frame.
template <class L, class Group>
void carry_goal(const Group& group, State<L>* states) {
  for (std::size_t i = group.link_count - 1; i > 0; --i) {
    states[i - 1].goal =
        turn_back(states[i], group.links[i].hinge, states[i].goal) - load3<L>(group.links[i].offset);
  }
}

/// Where each lane is in its iterations. What a lane does depends on that lane alone, so that a chain solved
/// beside others comes out as it does by itself, down to the number of iterations.
template <class L>
struct Progress {
  L iterations, half;
  double round = 0.0;    ///< how far the lanes are together
  L next = L::all(0.0);  ///< round in which each lane goes on; its iterations if it does not
  L ran = L::all(0.0);
  L distance;                           ///< distance^2 after the last iteration that ran
  L open = L::all(0.0) <= L::all(0.0);  ///< mask: not there yet, rounds left

  /// The lanes that iterate now. Moves on to the next round in which any does.
  L active() {
    L now = open & (next <= L::all(round));
    if (now.any()) return now;
    alignas(32) std::array<double, L::width> rounds;
    L::choose(open, next, L::all(1e9)).store(rounds.data());
    round = 1e9;
    for (const double r : rounds) round = r < round ? r : round;
    return open & (next <= L::all(round));
  }

  /// Takes in what an iteration came to. One that moved nothing would repeat itself to the end of its half.
  void advance(L now, L first_half, L moved, L new_distance) {
    ran = ran + L::choose(now, L::all(1.0), L::all(0.0));
    distance = L::choose(now, new_distance, distance);
    next = L::choose(moved.and_not(now), L::choose(first_half, half, iterations), next);
    round += 1.0;
    close_lanes();
  }

  void close_lanes() {
    open = open & (L::all(round) < iterations) & (next < iterations) & (distance >= L::all(1e-8));
  }
};

template <class L, class Group>
void solve(Group& group) {
  State<L> states[LaneChains::most_links];
  load_states(group, states);
  const std::size_t last = group.link_count - 1;
  states[last].goal = load3<L>(group.goal);
  V3<L> effector = load3<L>(group.links[0].offset);
  for (std::size_t i = 0; i <= last; ++i) {
    if (i > 0) effector = effector + load3<L>(group.links[i].offset);
    effector = turn(states[i], group.links[i].hinge, effector);
  }
  const auto distance2 = [&] {
    const V3<L> d = states[last].goal - effector;
    return dot(d, d);
  };
  Progress<L> progress;
  progress.iterations = L::load(group.iterations.data());
  progress.half = L::load(group.half.data());
  progress.distance = distance2();
  progress.close_lanes();
  while (progress.open.any()) {
    const L active = progress.active();
    const L first_half = L::all(progress.round) < progress.half;
    carry_goal(group, states);
    const L moved = iterate(group, states, effector, active, first_half);
    progress.advance(active, first_half, moved, distance2());
  }
  progress.ran.store(group.ran.data());
  progress.distance.sqrt().store(group.residual.data());
  store_states(group, states);
}

}  // namespace mmd::ik_lanes
