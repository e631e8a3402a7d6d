#include "skeleton/evaluation_order.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "skeleton/evaluation_plan.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::said;
using test::says;
using Kind = EvaluationStep::Kind;

/// Index of each step. Expects that each bone has one local transform and each chain one step, and that each
/// bone is placed.
struct Places {
  std::vector<std::ptrdiff_t> local, chain, place, last_place;

  explicit Places(const Skeleton& s)
      : local(s.bones.size(), -1),
        chain(s.ik_chains.size(), -1),
        place(s.bones.size(), -1),
        last_place(s.bones.size(), -1) {
    for (std::size_t i = 0; i < s.steps.size(); ++i) {
      const auto index = static_cast<std::size_t>(s.steps[i].index);
      const auto now = static_cast<std::ptrdiff_t>(i);
      if (s.steps[i].kind == Kind::place_bone) {
        last_place.at(index) = now;
        if (place.at(index) < 0) place.at(index) = now;
        continue;
      }
      auto& entry = s.steps[i].kind == Kind::local_transform ? local.at(index) : chain.at(index);
      EXPECT_EQ(entry, -1) << "twice";
      entry = now;
    }
    for (const auto* list : {&local, &place, &chain}) {
      for (const std::ptrdiff_t p : *list) EXPECT_GE(p, 0) << "missing";
    }
  }
};

/// Holds even after cycles through IK were cut: no step reads a value that is not written yet, and running
/// the steps once is enough.
void expect_usable(const Skeleton& s) {
  const Places p(s);
  for (std::size_t b = 0; b < s.bones.size(); ++b) {
    const Bone& bone = s.bones[b];
    EXPECT_LT(p.local[b], p.place[b]);
    if (bone.parent != none) {
      EXPECT_LT(p.place[at(bone.parent)], p.place[b]);
      EXPECT_LT(p.last_place[at(bone.parent)], p.last_place[b]);
    }
    if (bone.append.source == none) continue;
    EXPECT_LT(p.local[at(bone.append.source)], p.local[b]);
    if (bone.append.local) {
      EXPECT_LT(p.place[at(bone.append.source)], p.local[b]);
    }
  }
  for (std::size_t c = 0; c < s.ik_chains.size(); ++c) {
    const IkChain& chain = s.ik_chains[c];
    if (chain.joints.empty()) continue;
    EXPECT_LT(p.place[at(chain.bone)], p.chain[c]);
    const std::int32_t above = s.bones[at(chain.joints.front())].parent;
    if (above != none) {
      EXPECT_LT(p.place[at(above)], p.chain[c]);
    }
    EXPECT_LT(p.local[at(chain.effector)], p.chain[c]);
    for (const std::int32_t joint : chain.joints) EXPECT_LT(p.local[at(joint)], p.chain[c]);
    for (const IkLink& link : chain.links) {
      if (link.joint == none) continue;
      EXPECT_EQ(chain.joints.at(at(link.joint)), link.bone);
      EXPECT_GT(p.last_place[at(link.bone)], p.chain[c]) << "a link is placed after it was turned";
    }
  }
}

/// Whether `chain` rotates a bone above the goal of `goal_of`.
bool turns_above(const Skeleton& s, const IkChain& chain, const IkChain& goal_of) {
  for (std::int32_t b = s.bones[at(goal_of.bone)].parent; b != none; b = s.bones[at(b)].parent) {
    for (const IkLink& link : chain.links) {
      if (link.bone == b) return true;
    }
  }
  return false;
}

/// Also: append waits for the chains that rotate its source, goals for those that rotate a bone above them.
void expect_ordered(const Skeleton& s) {
  expect_usable(s);
  const Places p(s);
  for (std::size_t b = 0; b < s.bones.size(); ++b) {
    const std::int32_t source = s.bones[b].append.source;
    if (source == none) continue;
    for (std::size_t c = 0; c < s.ik_chains.size(); ++c) {
      for (const IkLink& link : s.ik_chains[c].links) {
        if (link.bone == source) {
          EXPECT_LT(p.chain[c], p.local[b]);
        }
      }
    }
  }
  for (std::size_t c = 0; c < s.ik_chains.size(); ++c) {
    for (std::size_t other = 0; other < s.ik_chains.size(); ++other) {
      if (c != other && turns_above(s, s.ik_chains[c], s.ik_chains[other])) {
        EXPECT_LT(p.chain[c], p.chain[other]);
      }
    }
  }
}

std::vector<std::int32_t> chains_in_order(const Skeleton& s) {
  std::vector<std::int32_t> order;
  for (const EvaluationStep& step : s.steps) {
    if (step.kind == Kind::solve_chain) order.push_back(step.index);
  }
  return order;
}

TEST(EvaluationOrder, OrdersChainsByPhysicsLayerAndIndex) {
  FileBuilder b;
  for (int i = 0; i < 4; ++i) {
    const auto root = b.bone("root"), tip = b.bone("tip", root), goal = b.bone("goal");
    b.ik(goal, tip, {root});
  }
  b.file.bones[2].layer = 2;
  b.file.bones[5].layer = 1;
  b.file.bones[8].flags |= pmx::bone_after_physics;
  b.file.bones[11].layer = 1;
  const auto model = b.model();
  EXPECT_EQ(chains_in_order(model->skeleton), (std::vector<std::int32_t>{1, 3, 0, 2}));
}

TEST(EvaluationOrder, SolvesChainsAsEarlyAsPossible) {
  FileBuilder b;
  const std::int32_t early = 2, late = 7;
  const auto first = b.bone("waits for the last bone", late), second = b.bone("waits for the next", early);
  b.bone("early");
  for (const std::int32_t goal : {first, second}) {
    const auto root = b.bone("root"), tip = b.bone("tip", root);
    b.ik(goal, tip, {root});
  }
  b.bone("late");
  EXPECT_EQ(chains_in_order(b.model()->skeleton), (std::vector<std::int32_t>{1, 0}));
}

TEST(EvaluationOrder, GoalsWaitForChainsAboveThem) {
  FileBuilder b;
  const auto leg = b.bone("leg"), foot = b.bone("foot", leg), toe = b.bone("toe", foot);
  const auto strand = b.bone("strand"), tip = b.bone("tip", strand);
  const auto hung = b.bone("goal on the toe", toe), between = b.bone("goal"),
             late = b.bone("goal of the leg");
  b.ik(hung, tip, {strand});
  b.ik(between, tip, {strand});
  b.ik(late, foot, {leg});
  const BuiltModel built = b.build();
  expect_ordered(built.model->skeleton);
  EXPECT_EQ(chains_in_order(built.model->skeleton), (std::vector<std::int32_t>{1, 2, 0}))
      << "a chain between the two keeps its place";
  EXPECT_TRUE(built.diagnostics.empty()) << said(built.diagnostics);
}

TEST(EvaluationOrder, GoalsBelowTheirOwnLinkWaitForOthersOnly) {
  FileBuilder b;
  const auto root = b.bone("root"), tip = b.bone("tip", root), goal = b.bone("goal", tip),
             next = b.bone("another goal");
  b.ik(goal, tip, {root});
  b.ik(next, tip, {root});
  const BuiltModel built = b.build();
  expect_usable(built.model->skeleton);
  EXPECT_EQ(chains_in_order(built.model->skeleton), (std::vector<std::int32_t>{1, 0}));
  EXPECT_TRUE(built.diagnostics.empty()) << said(built.diagnostics);
}

TEST(EvaluationOrder, CutsCyclesThroughIk) {
  struct Case {
    const char* what;
    const char* said;
    void (*build)(FileBuilder&);
  };
  const Case cases[] = {
      {"goals below each other's links", "an IK chain or append depend on each other",
       [](FileBuilder& b) {
         const auto a = b.bone("a"), a2 = b.bone("a2", a), c = b.bone("c"), c2 = b.bone("c2", c);
         const auto ga = b.bone("goal of a", c2), gc = b.bone("goal of c", a2);
         b.ik(ga, a2, {a});
         b.ik(gc, c2, {c});
       }},
      {"a chain that rotates its own goal", "IK",
       [](FileBuilder& b) {
         const auto root = b.bone("root"), tip = b.bone("tip", root), goal = b.bone("goal", tip),
                    user = b.bone("user", -1);
         b.append(user, root, 1.0f);
         b.append(goal, user, 1.0f);
         b.ik(goal, tip, {root, goal});
       }},
      {"two chains that need each other", "IK",
       [](FileBuilder& b) {
         const auto a = b.bone("a"), a2 = b.bone("a2", a), c = b.bone("c"), c2 = b.bone("c2", c),
                    ga = b.bone("ga"), gc = b.bone("gc");
         b.append(ga, c, 1.0f);
         b.append(gc, a, 1.0f);
         b.ik(ga, a2, {a});
         b.ik(gc, c2, {c});
       }},
      {"local append from a descendant", "",
       [](FileBuilder& b) {
         b.bone("parent");
         b.bone("child", 0);
         b.bone("grandchild", 1);
         b.append(0, 2, 1.0f, pmx::bone_append_rotation | pmx::bone_append_local);
       }},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.what);
    FileBuilder b;
    c.build(b);
    const BuiltModel built = b.build();
    expect_usable(built.model->skeleton);
    EXPECT_TRUE(says(built.diagnostics, c.said)) << said(built.diagnostics);
  }
}

TEST(EvaluationOrder, CutsParentCyclesOnce) {
  FileBuilder b;
  b.bone("a", 2);
  b.bone("b", 0);
  b.bone("c", 1);
  b.bone("self", 3);
  b.bone("child", 2);
  const BuiltModel built = b.build();
  expect_ordered(built.model->skeleton);
  const auto& bones = built.model->skeleton.bones;
  EXPECT_EQ(std::count_if(bones.begin(), bones.begin() + 3, [](const Bone& x) { return x.parent == none; }),
            1);
  EXPECT_EQ(bones[3].parent, none);
  EXPECT_EQ(bones[4].parent, 2);
  EXPECT_TRUE(says(built.diagnostics, "parent closes a cycle")) << said(built.diagnostics);
}

TEST(EvaluationOrder, CutsAppendCyclesOnce) {
  FileBuilder b;
  for (const char* name : {"a", "b", "c", "self"}) b.bone(name);
  b.append(0, 1, 1.0f);
  b.append(1, 2, 1.0f);
  b.append(2, 0, 1.0f);
  b.append(3, 3, 1.0f);
  const BuiltModel built = b.build();
  expect_ordered(built.model->skeleton);
  const auto& bones = built.model->skeleton.bones;
  EXPECT_EQ(
      std::count_if(bones.begin(), bones.begin() + 3, [](const Bone& x) { return x.append.source == none; }),
      1);
  EXPECT_EQ(bones[3].append.source, none);
  EXPECT_TRUE(says(built.diagnostics, "append closes a cycle")) << said(built.diagnostics);
}

TEST(EvaluationOrder, AcceptsAppendFromAChild) {
  FileBuilder b;
  b.bone("parent");
  b.bone("child", 0);
  b.append(0, 1, 1.0f);
  const BuiltModel built = b.build();
  expect_ordered(built.model->skeleton);
  EXPECT_EQ(built.model->skeleton.bones[0].append.source, 1);
  EXPECT_TRUE(built.diagnostics.empty()) << said(built.diagnostics);
}

TEST(EvaluationOrder, RandomDependenciesGiveAUsableOrder) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    FileBuilder b;
    const std::int32_t count = 2 + static_cast<std::int32_t>(random() % 12);
    const auto any = [&] {
      return static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(count + 1)) - 1;
    };
    for (std::int32_t i = 0; i < count; ++i) b.bone("b", any());
    for (std::int32_t i = 0; i < count; ++i) {
      b.file.bones[at(i)].layer = static_cast<std::int32_t>(random() % 4) - 1;
      if (random() % 3 == 0) b.file.bones[at(i)].flags |= pmx::bone_after_physics;
      const bool local = random() % 3 == 0;
      if (random() % 2 == 0) b.append(i, any(), 1.0f, local ? 0x180 : 0x100);
      if (random() % 3 == 0) b.ik(i, any(), {any(), any(), any()});
    }
    const BuiltModel built = b.build();
    expect_usable(built.model->skeleton);
    if (HasFailure()) FAIL() << "round " << round;
  }
}

TEST(EvaluationOrder, HandlesDeepHierarchies) {
  constexpr std::int32_t depth = 200'000;
  for (const bool backwards : {false, true}) {
    FileBuilder b;
    for (std::int32_t i = 0; i < depth; ++i) {
      const std::int32_t next = backwards ? i + 1 : i - 1;
      b.bone("b", next < depth ? next : -1);
      if (next >= 0 && next < depth) b.append(i, next, 1.0f);
    }
    const auto model = b.model();
    expect_ordered(model->skeleton);
  }
}

TEST(EvaluationOrder, HandlesManyUsersOfOneLink) {
  FileBuilder b;
  constexpr std::int32_t count = 5'000;
  const auto root = b.bone("root"), tip = b.bone("tip", root);
  for (std::int32_t i = 0; i < count; ++i) {
    b.append(b.bone("user"), root, 1.0f);
    b.ik(b.bone("goal"), tip, {root});
  }
  const BuiltModel built = b.build();
  expect_ordered(built.model->skeleton);
  EXPECT_TRUE(says(built.diagnostics, "too many IK bones")) << said(built.diagnostics);
}

TEST(EvaluationOrder, HandlesManyLinksAboveManyBones) {
  FileBuilder b;
  constexpr std::int32_t depth = 50'000;
  for (std::int32_t i = 0; i < depth; ++i) b.bone("b", i - 1);
  std::vector<std::int32_t> links;
  for (std::int32_t i = 0; i < 256; ++i) links.push_back(i);
  for (int c = 0; c < 16; ++c) b.ik(b.bone("goal"), depth - 1, links);
  const auto model = b.model();
  expect_usable(model->skeleton);
}

std::size_t placings(const Skeleton& s) {
  return static_cast<std::size_t>(std::count_if(
      s.steps.begin(), s.steps.end(), [](const EvaluationStep& x) { return x.kind == Kind::place_bone; }));
}

TEST(EvaluationOrder, PlacesABoneAgainIfAChainNeedsItBeforeAnotherTurnsIt) {
  for (const bool turns_own_goal : {false, true}) {
    FileBuilder b;
    const auto leg = b.bone("leg"), foot = b.bone("foot", leg);
    b.ik(b.bone("goal", turns_own_goal ? leg : -1), foot, {leg});
    const auto model = b.model();
    expect_usable(model->skeleton);
    EXPECT_EQ(placings(model->skeleton), turns_own_goal ? 5u : 3u) << "leg and goal";
    EXPECT_EQ(plan_evaluation(model->skeleton).has_early_readers, turns_own_goal);
  }
}

TEST(EvaluationOrder, IgnoresLinksThatAreNotAboveTheEffector) {
  FileBuilder b;
  const auto root = b.bone("root"), tip = b.bone("tip", root), other = b.bone("other"), goal = b.bone("goal");
  b.ik(goal, tip, {other, root});
  const auto model = b.model();
  const IkChain& chain = model->skeleton.ik_chains[0];
  EXPECT_EQ(chain.joints, std::vector<std::int32_t>{root});
  EXPECT_EQ(chain.links[0].joint, none);
  EXPECT_EQ(chain.links[1].joint, 0);
}

TEST(EvaluationPlan, ChainsWithoutLinksDoNotWait) {
  FileBuilder b;
  const auto root = b.bone("root"), tip = b.bone("tip", root), goal = b.bone("goal");
  b.ik(goal, tip, {root});
  b.ik(b.bone("idle", tip), tip, {});
  b.ik(b.bone("goal2", root), b.bone("end", tip), {tip});
  const EvaluationPlan plan = plan_evaluation(b.model()->skeleton);
  EXPECT_EQ(plan.chains, (std::vector<std::int32_t>{0, 2}));
  ASSERT_EQ(plan.stages.size(), 3u);
  EXPECT_EQ(plan.stages[0].chains.last, 1u);
  EXPECT_EQ(plan.stages[1].chains.last, 2u);
  EXPECT_FALSE(plan.has_early_readers);
}

TEST(EvaluationOrder, LimitsBonesBetweenLinks) {
  FileBuilder b;
  constexpr std::int32_t depth = 12'000;
  for (std::int32_t i = 0; i < depth; ++i) b.bone("trunk", i - 1);
  std::vector<std::int32_t> links;
  for (int i = 0; i < 60; ++i) links.push_back(b.bone("leaf", depth - 1));
  links.push_back(0);  // the whole trunk lies between
  for (int c = 0; c < 3; ++c) b.ik(b.bone("goal"), links[0], links);
  const BuiltModel built = b.build();
  EXPECT_TRUE(says(built.diagnostics, "too many bones above IK links")) << said(built.diagnostics);
  std::size_t kept = 0, between = 0;
  for (const IkChain& chain : built.model->skeleton.ik_chains) {
    kept += !chain.links.empty();
    between += chain.joints.size();
  }
  EXPECT_EQ(kept, 1u) << "one has 720 000";
  EXPECT_LE(between, 1'000'000u);
}

}  // namespace
}  // namespace mmd
