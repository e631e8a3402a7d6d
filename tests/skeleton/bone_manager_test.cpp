#include "skeleton/bone_manager.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/model.h"
#include "tests/support/random_skeletons.h"

namespace mmd {
namespace {

using test::Inputs;
using test::mirrored;
using test::PlainInput;

Inputs rest(std::size_t bones) {
  return {std::vector<vec3>(bones, vec3(0.0f)), std::vector<quat>(bones, identity_rotation())};
}

std::shared_ptr<const Model> build(pmx::File file) {
  return build_model(std::move(file)).model;
}

double angle_between(const glm::dquat& a, const glm::dquat& b) {
  const double s = glm::dot(a, b) < 0 ? -1 : 1;
  const glm::dquat d = a - b * s;
  return 4 * std::asin(std::min(1.0, std::sqrt(glm::dot(d, d)) / 2)) * 57.29577951308232;
}

struct Worst {
  double position = 0, degrees = 0;
  std::int32_t bone = none;
  std::string chain;       ///< a chain with other iterations or another residual; empty without one
  bool undecided = false;  ///< rounding decides whether a chain is solved
};

/// Compares how the chains were solved.
void compare_chains(const BoneManager& bones, const std::vector<test::PlainIk>& expected, Worst& out) {
  /// Rounding of positions to float, as a share of the stopping distance.
  constexpr double rounding = 0.05;
  for (const test::PlainIk& chain : expected) {
    if (chain.margin < rounding) out.undecided = true;
    const IkResult& found = bones.ik_results()[at(bones.skeleton().bones[chain.bone].ik)];
    const bool same =
        chain.may_idle ? found.iterations >= chain.iterations : found.iterations == chain.iterations;
    if (same && std::abs(static_cast<double>(found.residual) - chain.residual) < 5e-5) continue;
    out.chain = fmt::format("IK bone {}: {} iterations, residual {}; expected {}, {}", chain.bone,
                            found.iterations, found.residual, chain.iterations, chain.residual);
  }
}

/// The greatest difference between the evaluation under test and the plain one.
Worst compare(const pmx::File& file, const std::vector<PlainInput>& inputs, bool append, bool ik) {
  BoneManager bones(skeleton_of(build(file)));
  EvaluationSwitches switches;
  switches.append = append;
  switches.ik = ik;
  const Inputs in = mirrored(inputs);
  bones.evaluate(in.spans(), switches);
  std::vector<test::PlainIk> chains;
  const auto expected = test::plain_evaluate(file, inputs, {append, ik}, &chains);
  Worst worst;
  compare_chains(bones, chains, worst);
  for (std::size_t b = 0; b < expected.size(); ++b) {
    const Affine m = mirror(bones.mconv(static_cast<std::int32_t>(b)));
    const double off = glm::length(glm::dvec3(translation_of(m)) - expected[b].position);
    const double degrees = angle_between(glm::dquat(rotation_of(m)), expected[b].rotation);
    if (off > worst.position) worst.bone = static_cast<std::int32_t>(b);
    worst.position = std::max(worst.position, off);
    worst.degrees = std::max(worst.degrees, degrees);
  }
  return worst;
}

/// Both evaluators agree within these tolerances (units, degrees).
#define EXPECT_EQUAL(worst, tolerance, degrees_tolerance, what)                     \
  do {                                                                              \
    const Worst found = (worst);                                                    \
    ASSERT_LT(found.position, tolerance) << what << ", bone " << found.bone;        \
    ASSERT_LT(found.degrees, degrees_tolerance) << what << ", bone " << found.bone; \
    ASSERT_EQ(found.chain, "") << what;                                             \
  } while (false)

TEST(BoneManager, EqualsThePlainEvaluatorWithoutIk) {
  std::mt19937 random(1);
  for (int i = 0; i < 3000; ++i) {
    const pmx::File file = test::random_skeleton(random, {40, true, false});
    const auto inputs = test::random_inputs(random, file);
    for (const bool append : {true, false})
      EXPECT_EQUAL(compare(file, inputs, append, false), 2e-4, 0.01, i << ", append " << append);
  }
}

TEST(BoneManager, AppendWithLargeRatioEqualsThePlainEvaluator) {
  std::mt19937 random(8);
  for (const float ratio : {4.5f, -4.5f, 7.0f, -12.0f}) {
    pmx::File file = test::bare_bones(3);
    file.bones[2].parent = 0;
    file.bones[2].position = {1, 2, 3};
    file.bones[2].flags |= pmx::bone_append_rotation;
    file.bones[2].append_source = 1;
    file.bones[2].append_ratio = ratio;
    for (int i = 0; i < 50; ++i)
      EXPECT_EQUAL(compare(file, test::random_inputs(random, file), true, false), 2e-4, 0.01, ratio);
  }
}

/// Counts skeletons on which the evaluators differ. At a branch of IK (mirror or clamp, rotate or skip,
/// solved or not) the last bit of an input decides, and the two evaluators differ there. That is rare.
struct Differences {
  int skeletons = 0, beyond = 0, undecided = 0;
  std::string last;

  void add(const Worst& worst) {
    ++skeletons;
    if (worst.undecided) {
      ++undecided;
    } else if (worst.position > 2e-4 || worst.degrees > 0.02 || !worst.chain.empty()) {
      ++beyond;
      last = fmt::format("skeleton {}: bone {} by {} units, {} degrees; {}", skeletons, worst.bone,
                         worst.position, worst.degrees, worst.chain);
    }
  }
  void expect_rare() const {
    EXPECT_LE(beyond, skeletons / 1000) << last;
    EXPECT_LE(undecided, skeletons / 50);
  }
};

TEST(BoneManager, EqualsThePlainEvaluatorWithIk) {
  std::mt19937 random(2);
  Differences differences;
  for (int i = 0; i < 3000; ++i) {
    const pmx::File file = test::random_skeleton(random, {25, true, true});
    const auto inputs = test::random_inputs(random, file);
    differences.add(compare(file, inputs, true, true));
  }
  differences.expect_rare();
}

TEST(BoneManager, SolvesChainsUnlessTheEffectorIsWithinTheStoppingDistance) {
  for (const double distance : {0.9e-4, 0.99e-4, 1.01e-4, 1.1e-4, 2e-4, 1e-2}) {
    for (int links = 1; links <= 4; ++links) {
      pmx::File file = test::bare_bones(1);
      test::Strand strand;
      strand.step = {0.01f, -0.1f, 0.02f};
      strand.links = links;
      const std::int32_t goal = test::add_strand(file, 0, strand);
      std::vector<PlainInput> inputs(file.bones.size());
      inputs[at(goal)].translation = glm::dvec3(0, 0, distance);
      BoneManager bones(skeleton_of(build(file)));
      bones.evaluate(mirrored(inputs).spans(), {});
      std::vector<test::PlainIk> expected;
      test::plain_evaluate(file, inputs, {}, &expected);
      const IkResult& found = bones.ik_results().front();
      EXPECT_EQ(found.iterations > 0, distance > 1e-4) << distance << ", links " << links;
      EXPECT_EQ(found.iterations, expected.front().iterations) << distance << ", links " << links;
      EXPECT_NEAR(static_cast<double>(found.residual), expected.front().residual, 1e-6) << distance;
    }
  }
}

/// Removes the second link of every chain; its bone then lies between two links. Returns the number of
/// chains.
int leave_links_out(pmx::File& file) {
  int out = 0;
  for (pmx::Bone& bone : file.bones) {
    if (bone.ik.links.size() < 3) continue;
    bone.ik.links.erase(bone.ik.links.begin() + 1);
    ++out;
  }
  return out;
}

/// Compares random skeletons after `change`. Returns the sum of its results: the number of changes.
template <class Change>
int expect_equal_after(unsigned seed, Change change) {
  std::mt19937 random(seed);
  int changed = 0;
  Differences differences;
  for (int i = 0; i < 1000; ++i) {
    pmx::File file = test::random_skeleton(random, {25, false, true});
    changed += change(random, file);
    const auto inputs = test::random_inputs(random, file);
    differences.add(compare(file, inputs, true, true));
  }
  differences.expect_rare();
  return changed;
}

TEST(BoneManager, EqualsThePlainEvaluatorForUnusualChains) {
  EXPECT_GE(expect_equal_after(7, [](std::mt19937&, pmx::File& file) { return leave_links_out(file); }), 500);
  EXPECT_GE(expect_equal_after(13, test::hang_goals), 50);
  const pmx::File file = test::chain_below_its_effector();
  std::mt19937 random(11);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQUAL(compare(file, test::random_inputs(random, file), true, true), 1e-4, 0.01, i);
}

TEST(BoneManager, LegsWithLimitsEqualThePlainEvaluator) {
  std::mt19937 random(3);
  for (int i = 0; i < 500; ++i) {
    pmx::File file = test::bare_bones(1);
    file.bones[0].position = {0, 10, 0};
    const std::int32_t left = test::add_leg(file, 0, {0.8f, 9.8f, 0}, "左");
    const std::int32_t right = test::add_leg(file, 0, {-0.8f, 9.8f, 0}, "右");
    std::vector<PlainInput> inputs(file.bones.size());
    const auto random_unit = [&] { return static_cast<double>(random() % 2001) / 1000.0 - 1.0; };
    for (const std::int32_t ik : {left, right}) {
      auto& goal = inputs[static_cast<std::size_t>(ik)];
      goal.translation = glm::dvec3(vec3(random_unit() * 3, 1.5 + random_unit() * 3, random_unit() * 4));
      goal.rotation =
          glm::dquat(quat(glm::normalize(glm::dquat(1, random_unit(), random_unit(), random_unit()))));
      goal.rotation = glm::normalize(goal.rotation);
    }
    inputs[0].translation = glm::dvec3(vec3(random_unit(), random_unit() - 1, random_unit()));
    EXPECT_EQUAL(compare(file, inputs, true, true), 2e-4, 0.02, i);
  }
}

TEST(BoneManager, ChainsAtTheirGoalsAreNotSolved) {
  pmx::File file = test::bare_bones(1);
  for (int links = 1; links <= 5; ++links) {
    test::Strand strand;
    strand.root = {static_cast<float>(links), 5, 0};
    strand.step = {0.1f, -1.0f, 0.2f};
    strand.links = links;
    test::add_strand(file, 0, strand);
  }
  test::add_leg(file, 0, {0.8f, 9.8f, 0}, "左");
  const auto model = build(std::move(file));
  BoneManager bones(skeleton_of(model));
  bones.evaluate(rest(model->bone_count()).spans(), {});
  ASSERT_GE(bones.ik_results().size(), 6u);
  for (std::size_t chain = 0; chain < bones.ik_results().size(); ++chain)
    EXPECT_EQ(bones.ik_results()[chain].iterations, 0) << chain;
}

TEST(BoneManager, RestPoseGivesIdentityPalette) {
  std::mt19937 random(4);
  for (int i = 0; i < 200; ++i) {
    const auto model = build(test::random_skeleton(random, {40, true, false}));
    BoneManager bones(skeleton_of(model));
    const Inputs in = rest(model->bone_count());
    bones.evaluate(in.spans(), {});
    for (std::size_t b = 0; b < model->bone_count(); ++b) {
      const Affine& m = bones.palette()[b];
      for (std::size_t r = 0; r < 3; ++r) {
        for (glm::length_t c = 0; c < 4; ++c)
          ASSERT_NEAR(m.row[r][c], static_cast<glm::length_t>(r) == c ? 1.0f : 0.0f, 1e-5f);
      }
    }
  }
}

TEST(BoneManager, PaletteMovesTheRestPositionToTheBone) {
  std::mt19937 random(5);
  const pmx::File file = test::random_skeleton(random, {40, true, true});
  const auto model = build(file);
  BoneManager bones(skeleton_of(model));
  const Inputs in = mirrored(test::random_inputs(random, file));
  bones.evaluate(in.spans(), {});
  for (std::size_t b = 0; b < model->bone_count(); ++b) {
    const auto bone = static_cast<std::int32_t>(b);
    const vec3 expected = translation_of(bones.mconv(bone));
    EXPECT_LT(glm::length(transform_point(bones.palette()[b], model->skeleton.bones[b].rest) - expected),
              1e-5f);
    EXPECT_EQ(bones.position(bone), expected);
  }
  const Affine& last = bones.palette().back();
  EXPECT_EQ(transform_point(last, vec3(1, 2, 3)), vec3(1, 2, 3));
}

TEST(BoneManager, EvaluationDependsOnTheInputsAlone) {
  std::mt19937 random(6);
  for (int i = 0; i < 100; ++i) {
    const pmx::File file =
        i == 0 ? test::chain_below_its_effector() : test::random_skeleton(random, {40, true, true});
    const Inputs one = mirrored(test::random_inputs(random, file)),
                 other = mirrored(test::random_inputs(random, file));
    const auto skeleton = skeleton_of(build(file));
    BoneManager used(skeleton), fresh(skeleton);
    used.evaluate(other.spans(), {});
    used.evaluate(one.spans(), {});
    fresh.evaluate(one.spans(), {});
    ASSERT_EQ(std::memcmp(used.palette().data(), fresh.palette().data(), used.palette().size_bytes()), 0);
  }
}

TEST(BoneManager, SwitchesChainsOffOneByOne) {
  pmx::File file = test::bare_bones(1);
  const std::int32_t left = test::add_leg(file, 0, {0.8f, 9.8f, 0}, "左");
  const std::int32_t right = test::add_leg(file, 0, {-0.8f, 9.8f, 0}, "右");
  const auto model = build(file);
  Inputs in = rest(model->bone_count());
  in.translation[at(left)] = in.translation[at(right)] = {0, 3, 1};
  EvaluationSwitches switches;
  switches.ik_chains.assign(model->skeleton.ik_chains.size(), 1);
  switches.ik_chains[at(model->skeleton.bones[at(left)].ik)] = 0;
  BoneManager bones(skeleton_of(model));
  const auto distance_from_rest = [&](const char* name) {
    const std::int32_t bone = model->find_bone(name);
    return glm::distance(bones.position(bone), model->skeleton.bones[at(bone)].rest);
  };
  bones.evaluate(in.spans(), switches);
  EXPECT_LT(distance_from_rest("左ひざ"), 1e-5f);
  EXPECT_GT(distance_from_rest("右ひざ"), 0.5f);
  EXPECT_FALSE(bones.ik_results()[0].enabled);
  switches.ik_chains.clear();
  switches.ik = false;
  bones.evaluate(in.spans(), switches);
  EXPECT_LT(distance_from_rest("右ひざ"), 1e-5f);
}

TEST(BoneManager, BoneMorphsApplyBeforeThePose) {
  pmx::File file = test::bare_bones(2);
  file.bones[1].parent = 0;
  file.bones[1].position = {0, 1, 0};
  const auto model = build(file);
  Inputs in = rest(2);
  const quat pose = glm::normalize(quat(1, 0.5f, 0, 0)), morph = glm::normalize(quat(1, 0, 0.5f, 0));
  in.rotation[0] = pose;
  const std::vector<vec3> morph_translation{{1, 2, 3}, vec3(0.0f)};
  const std::vector<quat> morph_rotation{morph, identity_rotation()};
  BoneManager bones(skeleton_of(model));
  bones.evaluate({in.translation, in.rotation, morph_translation, morph_rotation}, {});
  EXPECT_LT(glm::length(bones.position(1) - (vec3(1, 2, 3) + morph * (pose * vec3(0, 1, 0)))), 1e-5f);
}

TEST(BoneManager, HandlesMoreThanAThousandBones) {
  pmx::File file = test::bare_bones(1200);
  for (std::size_t b = 1; b < file.bones.size(); ++b) {
    file.bones[b].parent = static_cast<std::int32_t>(b) - 1;
    file.bones[b].position = {0, static_cast<float>(b) * 0.01f, 0};
  }
  const auto model = build(file);
  BoneManager bones(skeleton_of(model));
  Inputs in = rest(1200);
  in.rotation[0] = glm::normalize(quat(1, 0, 0, 1));  // 90 degrees about z
  bones.evaluate(in.spans(), {});
  EXPECT_LT(glm::length(bones.position(1199) - vec3(-11.99f, 0, 0)), 1e-3f);
}

}  // namespace
}  // namespace mmd
