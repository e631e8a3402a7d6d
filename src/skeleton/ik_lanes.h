#pragma once

// Cyclic coordinate descent for groups of chains, over a type of lanes L (base/simd) of one to four doubles
// (semantics, "IK"). No trigonometry: free links turn by the shortest arc as an unnormalised quaternion,
// hinges keep the cosine and sine of their angle. Included by one file per instruction set only; everything
// is a template over that file's own L, so that no code compiled for one processor can end up serving
// another.

#include "skeleton/ik_turns.h"

namespace mmd::ik_lanes {

template <class L>
void load_states(const LaneGroup& group, State<L>* states) {
  for (std::size_t i = 0; i < group.link_count; ++i) {
    const LaneLink& link = group.links[i];
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
    t.present = L::load(link.present.data()) > L::all(0.0);
    // cos_limit is 2 for an angle that is never exceeded; then the half angle gives the cosine.
    const L half = L::load(link.cos_half_limit.data());
    t.cos_greatest = L::fms(L::all(2.0) * half, half, L::all(1.0));
    t.yxz = L::load(link.yxz.data()) > L::all(0.0);
    t.any_yxz = t.yxz.any();
  }
}

template <class L>
void store_states(LaneGroup& group, const State<L>* states) {
  for (std::size_t i = 0; i < group.link_count; ++i) {
    LaneLink& link = group.links[i];
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

/// Carries the goal down the chain, into each link's parent's frame.
template <class L>
void carry_goal(const LaneGroup& group, State<L>* states) {
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

/// A group while it is being solved.
template <class L>
struct Solution {
  LaneGroup* group;
  State<L> states[LaneChains::most_links];
  V3<L> effector;  // as seen from the link that has just turned
  V3<L> here;      // the same before, in the link's own space
  Arc<L> arc;
  Progress<L> progress;
  L active, first_half;  // masks of the iteration
  L moved;               // mask: lanes in which anything has in this iteration
  bool any_first, any_second;

  std::size_t last() const { return group->link_count - 1; }
  L distance2() const {
    const V3<L> d = states[last()].goal - effector;
    return dot(d, d);
  }

  void start(LaneGroup& which) {
    group = &which;
    load_states(which, states);
    states[last()].goal = load3<L>(which.goal);
    effector = load3<L>(which.links[0].offset);
    for (std::size_t i = 0; i <= last(); ++i) {
      if (i > 0) effector = effector + load3<L>(which.links[i].offset);
      effector = turn(states[i], which.links[i].hinge, effector);
    }
    progress.iterations = L::load(which.iterations.data());
    progress.half = L::load(which.half.data());
    progress.distance = distance2();
    progress.close_lanes();
  }

  void begin_iteration() {
    active = progress.active();
    first_half = L::all(progress.round) < progress.half;
    any_first = (active & first_half).any();
    any_second = first_half.and_not(active).any();
    moved = L::all(0.0);
    carry_goal(*group, states);
  }

  /// Where the effector and the goal stand as seen from link `i`.
  void look(std::size_t i) {
    const LaneLink& link = group->links[i];
    State<L>& t = states[i];
    here = load3<L>(link.offset) + (i == 0 ? V3<L>{L::all(0.0), L::all(0.0), L::all(0.0)} : effector);
    effector = turn(t, link.hinge, here);
    arc = arc_between(effector, t.goal, active & t.present);
  }
  /// Turns link `i` accordingly.
  void turn_link(std::size_t i) {
    const LaneLink& link = group->links[i];
    State<L>& t = states[i];
    if (!arc.may_turn.any()) return;
    if (link.hinge) {
      turn_hinge(t, arc, link, first_half, any_first, any_second, moved);
      effector = turn(t, true, here);
    } else if (arc.may_turn.every()) {
      turn_free<true>(t, arc, link, here, effector, moved);
    } else {
      turn_free<false>(t, arc, link, here, effector, moved);
    }
  }

  void end_iteration() { progress.advance(active, first_half, moved, distance2()); }

  void finish() {
    progress.ran.store(group->ran.data());
    progress.distance.sqrt().store(group->residual.data());
    store_states(*group, states);
  }
};

/// Up to N groups together. The square roots of one link are waited for while the other groups look and turn;
/// what a group comes to does not depend on the others.
template <class L, std::size_t N>
void solve_together(LaneGroup* const* groups, std::size_t count) {
  Solution<L> runs[N];
  Solution<L>* open[N] = {};  // each is set before it is read, which GCC 12 does not see at -O1
  for (std::size_t g = 0; g < count; ++g) runs[g].start(*groups[g]);
  while (true) {
    std::size_t still = 0, links = 0;
    for (std::size_t g = 0; g < count; ++g) {
      if (!runs[g].progress.open.any()) continue;
      open[still++] = &runs[g];
      links = runs[g].group->link_count > links ? runs[g].group->link_count : links;
    }
    if (still == 0) break;
    for (std::size_t k = 0; k < still; ++k) open[k]->begin_iteration();
    for (std::size_t i = 0; i < links; ++i) {
      for (std::size_t k = 0; k < still; ++k)
        if (i < open[k]->group->link_count) open[k]->look(i);
      for (std::size_t k = 0; k < still; ++k)
        if (i < open[k]->group->link_count) open[k]->turn_link(i);
    }
    for (std::size_t k = 0; k < still; ++k) open[k]->end_iteration();
  }
  for (std::size_t g = 0; g < count; ++g) runs[g].finish();
}

template <class L>
void solve(LaneGroup& group) {
  LaneGroup* one = &group;
  solve_together<L, 1>(&one, 1);
}

}  // namespace mmd::ik_lanes
