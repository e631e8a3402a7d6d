#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::said;
using test::says;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();

struct FourBones : FileBuilder {
  FourBones() {
    bone("root", -1, {0, 1, 0});
    bone("leg", 0, {0, 2, 0.5f});
    bone("foot", 1, {0, 3, 1});
    bone("goal", -1, {0, 3, 1});
  }
  pmx::Bone& at(std::size_t i) { return file.bones[i]; }
};

TEST(BuildBones, MirrorsEveryVector) {
  FourBones b;
  b.at(1).flags |= pmx::bone_fixed_axis;
  b.at(1).fixed_axis = {0, 3, 4};
  b.at(1).tail_offset = {1, 2, 3};
  b.ik(3, 2, {1, 0});
  pmx::IkLink& link = b.at(3).ik.links[0];
  link.has_limits = 1;
  link.lower = {-3, -2, -1};
  link.upper = {-0.5f, 1, 2};
  const auto model = b.model();
  const Skeleton& s = model->skeleton;
  EXPECT_EQ(s.bones[1].rest, vec3(0, 2, -0.5f));
  EXPECT_EQ(s.bones[1].tail_offset, vec3(1, 2, -3));
  EXPECT_NEAR(s.bones[1].fixed_axis.y, 0.6f, 1e-6f);
  EXPECT_NEAR(s.bones[1].fixed_axis.z, -0.8f, 1e-6f);
  const EulerLimits& limits = s.ik_chains[0].links[0].limits;
  EXPECT_EQ(limits.lower, vec3(0.5f, -1, -1)) << "x and y change sign and swap ends, z stays";
  EXPECT_EQ(limits.upper, vec3(3, 2, 2));
  EXPECT_TRUE(s.ik_chains[0].links[0].limited);
  EXPECT_FALSE(s.ik_chains[0].links[1].limited);
}

TEST(BuildBones, ReplacesIndicesOutOfRange) {
  for (const std::int32_t bad : {4, most, -2, -most - 1}) {
    FourBones b;
    b.at(1).parent = bad;
    b.at(1).flags |= pmx::bone_tail_is_bone;
    b.at(1).tail_bone = bad;
    b.append(2, bad, 1.0f);
    b.ik(3, 2, {1, bad, 0});
    const BuiltModel built = b.build();
    const Skeleton& s = built.model->skeleton;
    EXPECT_EQ(s.bones[1].parent, none);
    EXPECT_EQ(s.bones[1].tail_bone, none);
    EXPECT_EQ(s.bones[2].append.source, none);
    ASSERT_EQ(s.ik_chains[0].links.size(), 2u);
    EXPECT_EQ(s.ik_chains[0].links[1].bone, 0);
    for (const char* what :
         {"bones: parent out of range: element 1", "bones: tail bone out of range: element 1",
          "bones: append source out of range: element 2", "bones: IK link out of range: element 3"}) {
      EXPECT_TRUE(says(built.diagnostics, what)) << what << "\n" << said(built.diagnostics);
    }
  }
}

TEST(BuildBones, IkWithoutTargetHasNoLinks) {
  for (const std::int32_t bad : {4, most, -1, -2}) {
    FourBones b;
    b.ik(3, bad, {1, 0});
    const BuiltModel built = b.build();
    const IkChain& chain = built.model->skeleton.ik_chains[0];
    EXPECT_TRUE(chain.links.empty());
    EXPECT_GE(chain.effector, 0);
    EXPECT_LT(chain.effector, 4);
    EXPECT_TRUE(says(built.diagnostics, "bones: IK")) << said(built.diagnostics);
  }
}

TEST(BuildBones, LimitsIkIterationsTo256) {
  const std::pair<std::int32_t, std::int32_t> cases[] = {{0, 0},      {40, 40}, {256, 256},    {257, 256},
                                                         {most, 256}, {-1, 0},  {-most - 1, 0}};
  for (const auto& [declared, kept] : cases) {
    FourBones b;
    b.ik(3, 2, {1, 0}).loop_count = declared;
    const BuiltModel built = b.build();
    EXPECT_EQ(built.model->skeleton.ik_chains[0].iterations, kept);
    EXPECT_EQ(says(built.diagnostics, "loop count"), declared != kept);
  }
}

TEST(BuildBones, ReplacesBadIkNumbers) {
  for (const float bad : {nan, infinity, -infinity}) {
    FourBones b;
    b.ik(3, 2, {1}).unit_angle = bad;
    pmx::IkLink& link = b.at(3).ik.links[0];
    link.has_limits = 1;
    link.lower = {bad, -1, -1};
    link.upper = {1, 1, bad};
    const BuiltModel built = b.build();
    const IkChain& chain = built.model->skeleton.ik_chains[0];
    EXPECT_TRUE(std::isfinite(chain.unit_angle));
    EXPECT_TRUE(is_finite(chain.links[0].limits.lower) && is_finite(chain.links[0].limits.upper));
    EXPECT_TRUE(says(built.diagnostics, "unit angle is not a number")) << said(built.diagnostics);
    EXPECT_TRUE(says(built.diagnostics, "IK limit is not a number")) << said(built.diagnostics);
  }
}

TEST(BuildBones, SwapsReversedLimits) {
  FourBones b;
  b.ik(3, 2, {1});
  pmx::IkLink& link = b.at(3).ik.links[0];
  link.has_limits = 1;
  link.lower = {2, 1, 3};
  link.upper = {-1, -2, -3};
  const auto model = b.model();
  const EulerLimits& limits = model->skeleton.ik_chains[0].links[0].limits;
  EXPECT_EQ(limits.lower, vec3(-2, -1, -3));
  for (int axis = 0; axis < 3; ++axis) EXPECT_LE(limits.lower[axis], limits.upper[axis]);
}

TEST(BuildBones, ReplacesBadPositionsTailsAxesAndRatios) {
  for (const float bad : {nan, infinity}) {
    FourBones b;
    b.at(0).position.y = bad;
    b.at(0).tail_offset.x = bad;
    b.at(1).flags |= pmx::bone_fixed_axis;
    b.at(1).fixed_axis = {bad, 0, 0};
    b.append(2, 0, bad);
    const BuiltModel built = b.build();
    const Skeleton& s = built.model->skeleton;
    EXPECT_EQ(s.bones[0].rest, vec3(0.0f));
    EXPECT_EQ(s.bones[0].tail_offset, vec3(0.0f));
    EXPECT_TRUE(s.bones[1].has_fixed_axis);
    EXPECT_EQ(s.bones[1].fixed_axis, vec3(0.0f));
    EXPECT_EQ(s.bones[2].append.source, none);
    for (const char* what :
         {"bones: position", "bones: tail is not", "bones: fixed axis", "bones: append ratio is not"})
      EXPECT_TRUE(says(built.diagnostics, what)) << what << "\n" << said(built.diagnostics);
  }
}

TEST(BuildBones, DropsHugeAppendRatiosAndKeepsZeroFixedAxes) {
  FourBones b;
  b.append(2, 0, 3e38f);
  b.append(1, 0, -1.5f);
  const BuiltModel built = b.build();
  EXPECT_EQ(built.model->skeleton.bones[2].append.source, none);
  EXPECT_EQ(built.model->skeleton.bones[1].append.ratio, -1.5f);
  EXPECT_TRUE(says(built.diagnostics, "append ratio")) << said(built.diagnostics);
  FourBones axis;
  axis.at(1).flags |= pmx::bone_fixed_axis;
  const BuiltModel with_axis = axis.build();
  EXPECT_TRUE(with_axis.model->skeleton.bones[1].has_fixed_axis);
  EXPECT_EQ(with_axis.model->skeleton.bones[1].fixed_axis, vec3(0.0f));
  EXPECT_TRUE(says(with_axis.diagnostics, "fixed axis")) << said(with_axis.diagnostics);
}

TEST(BuildBones, ReadsAppendFlags) {
  const std::uint16_t r = pmx::bone_append_rotation, t = pmx::bone_append_translation;
  for (const auto kinds : {r, t, static_cast<std::uint16_t>(r | t)}) {
    FourBones b;
    b.append(2, 0, 0.5f, kinds);
    const auto model = b.model();
    const Append& append = model->skeleton.bones[2].append;
    EXPECT_EQ(append.source, 0);
    EXPECT_EQ(append.rotation, (kinds & r) != 0);
    EXPECT_EQ(append.translation, (kinds & t) != 0);
    EXPECT_FALSE(append.local);
  }
}

TEST(BuildBones, LimitsIkWorkOfHostileFiles) {
  FileBuilder b;
  for (int i = 0; i < 3000; ++i) b.bone("b", i - 1, {0, static_cast<float>(i), 0});
  std::vector<std::int32_t> links(300);
  for (std::int32_t i = 0; i < 300; ++i) links[static_cast<std::size_t>(i)] = 300 - i;
  for (std::int32_t i = 1000; i < 3000; ++i) b.ik(i, 301, links).loop_count = most;
  const BuiltModel built = b.build();
  std::uint64_t turns = 0, chain_bones = 0;
  for (const IkChain& chain : built.model->skeleton.ik_chains) {
    EXPECT_LE(chain.links.size(), 256u);
    turns += static_cast<std::uint64_t>(chain.iterations) * chain.links.size() * chain.links.size() / 2;
    if (!chain.links.empty()) chain_bones += built.model->bone_count();
  }
  EXPECT_LE(turns, 20'000'000u);
  EXPECT_LE(chain_bones, 1'000'000u);
  EXPECT_TRUE(says(built.diagnostics, "bones: too m")) << said(built.diagnostics);
}

}  // namespace
}  // namespace mmd
