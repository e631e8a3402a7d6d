// Poses in lanes against BoneManager, one at a time. CMakeLists.txt runs all of it once more with each
// instruction set below the one that the processor would choose.

#include "skeleton/pose_lanes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <thread>

#include <gtest/gtest.h>

#include "base/handedness.h"
#include "model/model.h"
#include "skeleton/kernels.h"
#include "skeleton/pose_kernels.h"
#include "tests/support/random_skeletons.h"

namespace mmd {
namespace {

constexpr float tolerance = 2e-5f;

float from_minus_one_to_one(std::mt19937& random) {
  return static_cast<float>(random() % 20001) / 10000.0f - 1.0f;
}

/// Poses of a model with all that an evaluation reads of each.
struct Poses {
  struct One {
    std::vector<vec3> translation, morph_translation;
    std::vector<quat> rotation, morph_rotation;
    EvaluationSwitches switches;
  };
  std::vector<One> each;

  LanePose pose(std::size_t i) const {
    const One& p = each[i];
    return {{p.translation, p.rotation, p.morph_translation, p.morph_rotation}, &p.switches};
  }
  std::vector<LanePose> first(std::size_t count) const {
    std::vector<LanePose> out;
    for (std::size_t i = 0; i < count; ++i) out.push_back(pose(i));
    return out;
  }
};

Poses::One random_pose(std::mt19937& random, const pmx::File& file, std::size_t chains) {
  Poses::One pose;
  const bool morphed = random() % 4 == 0;
  for (const test::PlainInput& input : test::random_inputs(random, file)) {
    pose.translation.push_back(mirror(vec3(input.translation)));
    pose.rotation.push_back(mirror(quat(input.rotation)));
    if (!morphed) continue;
    const float half_angle = 0.4f * from_minus_one_to_one(random);
    pose.morph_rotation.push_back(quat(std::cos(half_angle), 0.0f, std::sin(half_angle), 0.0f));
    pose.morph_translation.push_back(vec3(0.0f, 0.3f * from_minus_one_to_one(random), 0.1f));
  }
  pose.switches.append = random() % 6 != 0;
  pose.switches.ik = random() % 6 != 0;
  if (random() % 3 == 0) {
    for (std::size_t c = 0; c < chains; ++c)
      pose.switches.ik_chains.push_back(static_cast<std::uint8_t>(random() % 2));
  }
  return pose;
}

Poses random_poses(std::mt19937& random, const pmx::File& file, std::size_t chains, std::size_t count) {
  Poses poses;
  for (std::size_t i = 0; i < count; ++i) poses.each.push_back(random_pose(random, file, chains));
  return poses;
}

/// A random skeleton with local append and ratios that no polynomial is fitted for, too.
pmx::File skeleton_with_everything(std::mt19937& random) {
  pmx::File file = test::random_skeleton(random, {30, true, true});
  for (pmx::Bone& bone : file.bones) {
    if ((bone.flags & (pmx::bone_append_rotation | pmx::bone_append_translation)) == 0) continue;
    if (random() % 6 == 0) bone.flags |= pmx::bone_append_local;
    if (random() % 6 == 0) bone.append_ratio = random() % 2 == 0 ? 5.5f : -7.25f;
  }
  return file;
}

struct Evaluated {
  std::vector<Affine> palettes;
  std::vector<float> transforms, skinning;
  std::vector<IkResult> ik;
};

Evaluated in_lanes(const PoseLanes& lanes, std::span<const LanePose> poses, const LaneForm& form = {}) {
  const Skeleton& skeleton = lanes.skeleton();
  Evaluated out;
  out.palettes.resize(poses.size() * skeleton.palette_size());
  out.transforms.resize(poses.size() * skeleton.bones.size() * 16);
  out.skinning.resize(out.transforms.size());
  out.ik.resize(poses.size() * skeleton.ik_chains.size());
  PoseLanes::Workspace workspace(lanes);
  lanes.evaluate(poses, workspace, {out.palettes, out.transforms, out.skinning, out.ik}, form);
  return out;
}

float largest_difference(const Affine& a, const Affine& b) {
  float largest = 0.0f;
  for (std::size_t r = 0; r < 3; ++r) {
    for (glm::length_t c = 0; c < 4; ++c) largest = std::max(largest, std::abs(a.row[r][c] - b.row[r][c]));
  }
  return largest;
}

/// The matrix of a bone among `values`, of which `bone` counts through all poses.
Affine matrix_at(std::span<const float> values, std::size_t bone) {
  Affine m;
  for (std::size_t r = 0; r < 3; ++r) {
    for (glm::length_t c = 0; c < 4; ++c)
      m.row[r][c] = values[16 * bone + 4 * r + static_cast<std::size_t>(c)];
  }
  const float* last = values.data() + 16 * bone + 12;
  EXPECT_TRUE(last[0] == 0.0f && last[1] == 0.0f && last[2] == 0.0f && last[3] == 1.0f);
  return m;
}

/// Holds pose `i` of `out` to what BoneManager says of it.
void expect_as_one_at_a_time(BoneManager& bones, const LanePose& pose, const Evaluated& out, std::size_t i) {
  bones.evaluate(pose.inputs, *pose.switches);
  const std::size_t entries = bones.palette().size(), chains = bones.ik_results().size();
  for (std::size_t b = 0; b + 1 < entries; ++b) {
    const Affine& expected = bones.palette()[b];
    ASSERT_LE(largest_difference(out.palettes[i * entries + b], expected), tolerance) << "bone " << b;
    ASSERT_LE(largest_difference(matrix_at(out.skinning, i * (entries - 1) + b), expected), tolerance);
    const Affine mconv = bones.mconv(static_cast<std::int32_t>(b));
    ASSERT_LE(largest_difference(matrix_at(out.transforms, i * (entries - 1) + b), mconv), tolerance);
  }
  ASSERT_EQ(largest_difference(out.palettes[i * entries + entries - 1], Affine()), 0.0f);
  for (std::size_t c = 0; c < chains; ++c) {
    const IkResult &result = out.ik[i * chains + c], &expected = bones.ik_results()[c];
    ASSERT_EQ(result.enabled, expected.enabled) << "chain " << c;
    ASSERT_EQ(result.iterations, expected.iterations) << "chain " << c;
    ASSERT_NEAR(result.residual, expected.residual, tolerance) << "chain " << c;
  }
}

TEST(PoseLanes, EqualOnePoseAtATimeForEveryNumberOfPoses) {
  ASSERT_EQ(best_pose_kernels().name, best_kernels().name);
  std::mt19937 random(31);
  int full_blocks_solved = 0, locals = 0, general = 0;
  for (std::size_t i = 0; i < 380; ++i) {
    const pmx::File file = skeleton_with_everything(random);
    const auto model = build_model(pmx::File(file)).model;
    const PoseLanes lanes(skeleton_of(model));
    BoneManager bones(skeleton_of(model));
    const std::size_t count = i % 19 + 1, chains = model->skeleton.ik_chains.size();
    const Poses poses = random_poses(random, file, chains, count);
    const Evaluated out = in_lanes(lanes, poses.first(count));
    for (std::size_t p = 0; p < count; ++p) {
      SCOPED_TRACE("skeleton " + std::to_string(i) + " pose " + std::to_string(p));
      expect_as_one_at_a_time(bones, poses.pose(p), out, p);
      if (HasFatalFailure()) return;
    }
    for (std::size_t c = 0; c < chains && count >= PoseLanes::width; ++c) {
      std::size_t iterated = 0;
      for (std::size_t p = 0; p < PoseLanes::width; ++p)
        iterated += out.ik[p * chains + c].iterations > 0 ? 1 : 0;
      full_blocks_solved += iterated == PoseLanes::width ? 1 : 0;
    }
    const EvaluationPlan plan = plan_evaluation(model->skeleton);
    locals += static_cast<int>(std::count_if(plan.locals.begin(), plan.locals.end(),
                                             [](const LocalOp& op) { return op.append_local; }));
    general += static_cast<int>(plan.general_chains.size());
  }
  EXPECT_GE(full_blocks_solved, 20) << "blocks in which a chain was solved in all lanes";
  EXPECT_GE(locals, 50);
  EXPECT_GE(general, 50);
}

/// A body's legs, toes and strands, each pose with goals of its own: lanes come to rest at different times.
pmx::File legs_and_strands() {
  pmx::File file;
  file.header.encoding = pmx::TextEncoding::utf8;
  file.bones.resize(1);
  test::add_leg(file, 0, {0.8f, 9.8f, 0}, "左");
  test::add_leg(file, 0, {-0.8f, 9.8f, 0}, "右");
  for (const int links : {1, 4, 7}) {
    test::Strand strand;
    strand.root = {0.0f, 14.0f, static_cast<float>(links)};
    strand.step = {0.1f, -1.0f, -0.1f};
    strand.links = links;
    strand.hinged_tip = links == 4;
    strand.iterations = 12;
    test::add_strand(file, 0, strand);
  }
  return file;
}

TEST(PoseLanes, SolveEachPosesChainsAsIfItStoodAlone) {
  std::mt19937 random(32);
  const pmx::File file = legs_and_strands();
  const auto model = build_model(pmx::File(file)).model;
  const PoseLanes lanes(skeleton_of(model));
  BoneManager bones(skeleton_of(model));
  const std::size_t chains = model->skeleton.ik_chains.size();
  int rested_apart = 0;
  for (int round = 0; round < 60; ++round) {
    Poses poses = random_poses(random, file, chains, PoseLanes::width);
    for (std::size_t p = 0; p < PoseLanes::width; ++p) {
      poses.each[p].switches = {};
      if (p % 3 == 1) {  // hinges begin where their axis has turned them
        for (quat& q : poses.each[p].rotation) {
          const float half = static_cast<float>(random() % 2001) / 1000.0f - 1.0f;
          q = quat(std::cos(half), std::sin(half), 0.0f, 0.0f);
        }
      }
      if (p % 3 != 0) continue;  // at rest: there already
      poses.each[p].rotation.assign(model->bone_count(), identity_rotation());
      poses.each[p].translation.assign(model->bone_count(), vec3(0.0f));
    }
    const Evaluated out = in_lanes(lanes, poses.first(PoseLanes::width));
    std::array<std::int32_t, PoseLanes::width> ran{};
    for (std::size_t p = 0; p < PoseLanes::width; ++p) {
      SCOPED_TRACE("round " + std::to_string(round) + " pose " + std::to_string(p));
      expect_as_one_at_a_time(bones, poses.pose(p), out, p);
      if (HasFatalFailure()) return;
      ran[p] = out.ik[p * chains].iterations;
    }
    rested_apart += *std::min_element(ran.begin(), ran.end()) < *std::max_element(ran.begin(), ran.end());
  }
  EXPECT_GE(rested_apart, 50);
}

TEST(PoseLanes, SolveChainsBelowTheirEffectors) {
  std::mt19937 random(33);
  const pmx::File file = test::chain_below_its_effector();
  const auto model = build_model(pmx::File(file)).model;
  BoneManager bones(skeleton_of(model));
  const Poses poses = random_poses(random, file, model->skeleton.ik_chains.size(), 40);
  const Evaluated out = in_lanes(PoseLanes(skeleton_of(model)), poses.first(40));
  for (std::size_t p = 0; p < 40; ++p) expect_as_one_at_a_time(bones, poses.pose(p), out, p);
}

TEST(PoseLanes, ChainsWithoutIterationsUndoWhatEarlierOnesTurned) {
  std::mt19937 random(34);
  const pmx::File file = test::chain_without_iterations();
  const auto model = build_model(pmx::File(file)).model;
  BoneManager bones(skeleton_of(model));
  for (int i = 0; i < 100; ++i) {
    const auto inputs = test::random_inputs(random, file);
    Poses::One pose;
    for (const test::PlainInput& input : inputs) {
      pose.translation.push_back(mirror(vec3(input.translation)));
      pose.rotation.push_back(mirror(quat(input.rotation)));
    }
    bones.evaluate({pose.translation, pose.rotation, {}, {}}, {});
    const auto expected = test::plain_evaluate(file, inputs, {true, true});
    for (std::size_t b = 0; b < expected.size(); ++b) {
      const vec3 at = mirror(bones.position(static_cast<std::int32_t>(b)));
      EXPECT_LT(glm::length(glm::dvec3(at) - expected[b].position), 1e-4) << "bone " << b;
    }
    const IkResult& result = bones.ik_results()[1];
    EXPECT_EQ(result.iterations, 0);
    EXPECT_NEAR(result.residual, glm::length(bones.position(4) - bones.position(2)), 1e-4f);
  }
  const Poses poses = random_poses(random, file, model->skeleton.ik_chains.size(), 40);
  const Evaluated out = in_lanes(PoseLanes(skeleton_of(model)), poses.first(40));
  for (std::size_t p = 0; p < 40; ++p) expect_as_one_at_a_time(bones, poses.pose(p), out, p);
}

bool same_bits(const Evaluated& a, std::size_t pose_a, const Evaluated& b, std::size_t pose_b,
               const Skeleton& s) {
  const std::size_t bytes = s.bones.size() * 16 * sizeof(float);
  const auto* from_a = reinterpret_cast<const char*>(a.transforms.data()) + pose_a * bytes;
  const auto* from_b = reinterpret_cast<const char*>(b.transforms.data()) + pose_b * bytes;
  return std::equal(from_a, from_a + bytes, from_b);
}

TEST(PoseLanes, WhatStandsBesideAPoseDoesNotChangeABit) {
  std::mt19937 random(33);
  for (int i = 0; i < 40; ++i) {
    const pmx::File file = skeleton_with_everything(random);
    const auto model = build_model(pmx::File(file)).model;
    const PoseLanes lanes(skeleton_of(model));
    Poses poses = random_poses(random, file, model->skeleton.ik_chains.size(), 19);
    const Evaluated together = in_lanes(lanes, poses.first(19));
    for (const std::size_t alone : {0u, 6u, 13u, 18u}) {
      const LanePose one = poses.pose(alone);
      ASSERT_TRUE(same_bits(in_lanes(lanes, {&one, 1}), 0, together, alone, model->skeleton))
          << "skeleton " << i;
    }
  }
}

TEST(PoseLanes, BadAndHugeNumbersStayInTheirPose) {
  std::mt19937 random(34);
  const float bad[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e30f,
                       -3.4e38f};
  for (std::size_t i = 0; i < 60; ++i) {
    const pmx::File file = i % 2 == 0 ? legs_and_strands() : skeleton_with_everything(random);
    const auto model = build_model(pmx::File(file)).model;
    const PoseLanes lanes(skeleton_of(model));
    Poses poses = random_poses(random, file, model->skeleton.ik_chains.size(), 11);
    const Evaluated sound = in_lanes(lanes, poses.first(11));
    const std::size_t spoilt = i % 11;
    for (vec3& t : poses.each[spoilt].translation)
      t[static_cast<glm::length_t>(random() % 3)] = bad[random() % 4];
    for (quat& q : poses.each[spoilt].rotation)
      q[static_cast<glm::length_t>(random() % 4)] = bad[random() % 4];
    const Evaluated out = in_lanes(lanes, poses.first(11));
    for (std::size_t p = 0; p < 11; ++p) {
      if (p == spoilt) continue;
      ASSERT_TRUE(same_bits(out, p, sound, p, model->skeleton)) << "round " << i << " pose " << p;
    }
  }
}

TEST(PoseLanes, TakeAndGiveMmdsOwnSpaceAndRotationsOfAnyLength) {
  std::mt19937 random(35);
  const pmx::File file = legs_and_strands();
  const auto model = build_model(pmx::File(file)).model;
  const PoseLanes lanes(skeleton_of(model));
  const Poses poses = random_poses(random, file, model->skeleton.ik_chains.size(), 13);
  Poses left_handed = poses;
  for (Poses::One& pose : left_handed.each) {
    for (vec3& t : pose.translation) t = mirror(t);
    for (quat& q : pose.rotation) q = mirror(q) * (0.01f + 50.0f * std::abs(from_minus_one_to_one(random)));
  }
  const Evaluated expected = in_lanes(lanes, poses.first(13));
  const Evaluated out = in_lanes(lanes, left_handed.first(13), {true, true, true});
  for (std::size_t b = 0; b < 13 * model->bone_count(); ++b) {
    const Affine wanted = mirror(matrix_at(expected.transforms, b));
    ASSERT_LE(largest_difference(matrix_at(out.transforms, b), wanted), 2e-3f)
        << b;  // the solver sees other bits
  }
  Poses zero = poses;
  for (quat& q : zero.each[0].rotation) q = quat(0.0f, 0.0f, 0.0f, 0.0f);
  const Evaluated with_zero = in_lanes(lanes, zero.first(1), {false, true, false});
  for (quat& q : zero.each[0].rotation) q = identity_rotation();
  ASSERT_TRUE(same_bits(with_zero, 0, in_lanes(lanes, zero.first(1)), 0, model->skeleton));
}

TEST(PoseLanes, WriteWhatIsWantedAndNothingBeyond) {
  std::mt19937 random(36);
  const pmx::File file = legs_and_strands();
  const auto model = build_model(pmx::File(file)).model;
  const PoseLanes lanes(skeleton_of(model));
  PoseLanes::Workspace workspace(lanes);
  const Poses poses = random_poses(random, file, model->skeleton.ik_chains.size(), 11);
  const std::size_t size = model->bone_count() * 16;
  for (std::size_t count = 0; count <= 11; ++count) {
    std::vector<float> out(count * size + 7, 12345.0f);
    const std::vector<LanePose> first = poses.first(count);
    lanes.evaluate(first, workspace, {{}, std::span(out).first(count * size), {}, {}});
    ASSERT_TRUE(std::all_of(out.end() - 7, out.end(), [](float f) { return f == 12345.0f; })) << count;
    ASSERT_EQ(std::count(out.begin(), out.end() - 7, 12345.0f), 0) << count;
  }
  const PoseLanes boneless(std::make_shared<const Skeleton>());
  EXPECT_EQ(in_lanes(boneless, std::vector<LanePose>(9)).palettes.size(), 9u);
}

TEST(PoseLanes, AreSharedByThreads) {
  std::mt19937 random(37);
  const pmx::File file = legs_and_strands();
  const auto model = build_model(pmx::File(file)).model;
  const PoseLanes lanes(skeleton_of(model));
  const Poses poses = random_poses(random, file, model->skeleton.ik_chains.size(), 40);
  const Evaluated expected = in_lanes(lanes, poses.first(40));
  std::array<Evaluated, 3> out;
  {
    std::vector<std::thread> threads;
    for (Evaluated& own : out) threads.emplace_back([&] { own = in_lanes(lanes, poses.first(40)); });
    for (std::thread& thread : threads) thread.join();
  }
  for (const Evaluated& own : out) EXPECT_EQ(own.transforms, expected.transforms);
}

}  // namespace
}  // namespace mmd
