// A skeleton built by an engine, without file or model.
#include "skeleton/skeleton.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rotations.h"
#include "skeleton/bone_manager.h"
#include "skeleton/evaluation_order.h"

namespace mmd {
namespace {

Bone bone(const char* name, const vec3& rest, std::int32_t parent) {
  Bone out;
  out.name = name;
  out.rest = rest;
  out.parent = parent;
  return out;
}

/// Root, upper arm, forearm and hand along X, and a bone that appends the rotation of the upper arm.
Skeleton arm() {
  Skeleton out;
  out.bones = {bone("root", {0, 0, 0}, none), bone("upper", {1, 0, 0}, 0), bone("fore", {3, 0, 0}, 1),
               bone("hand", {5, 0, 0}, 2), bone("twin", {0, 4, 0}, 0)};
  out.bones[4].append.source = 1;
  out.bones[4].append.ratio = 1.0f;
  out.bones[4].append.rotation = true;
  return out;
}

void no_repairs(std::string_view kind, std::size_t bone) {
  ADD_FAILURE() << kind << " at bone " << bone;
}

void expect_near(const vec3& a, const vec3& b) {
  EXPECT_NEAR(glm::distance(a, b), 0.0f, 1e-4f) << a.x << ' ' << a.y << ' ' << a.z;
}

TEST(Skeleton, EvaluatesWithoutAModel) {
  auto skeleton = std::make_shared<Skeleton>(arm());
  order_evaluation(*skeleton, no_repairs);
  BoneManager bones(skeleton);
  EXPECT_EQ(&bones.skeleton(), skeleton.get());
  ASSERT_EQ(bones.palette().size(), skeleton->palette_size());
  ASSERT_EQ(skeleton->palette_size(), 6u);

  const std::vector<vec3> translation(5, vec3(0.0f));
  std::vector<quat> rotation(5, identity_rotation());
  rotation[1] = glm::angleAxis(glm::radians(90.0f), vec3(0, 0, 1));
  bones.evaluate({translation, rotation, {}, {}}, {});
  expect_near(bones.position(3), {1, 4, 0});
  expect_near(bones.position(4), {0, 4, 0});
  expect_near(transform_point(bones.mconv(4), {1, 0, 0}), {0, 5, 0});
}

TEST(Skeleton, SolvesIkWithoutAModel) {
  auto skeleton = std::make_shared<Skeleton>(arm());
  skeleton->bones.push_back(bone("goal", {2, 3, 0}, none));
  skeleton->bones.back().ik = 0;
  IkChain chain;
  chain.bone = 5;
  chain.effector = 3;
  chain.iterations = 100;
  chain.unit_angle = 2.0f;
  chain.links.resize(2);
  chain.links[0].bone = 2;
  chain.links[1].bone = 1;
  skeleton->ik_chains.push_back(chain);
  order_evaluation(*skeleton, no_repairs);
  BoneManager bones(skeleton);
  const std::vector<vec3> translation(6, vec3(0.0f));
  const std::vector<quat> rotation(6, identity_rotation());
  bones.evaluate({translation, rotation, {}, {}}, {});
  EXPECT_LT(bones.ik_results()[0].residual, 1e-2f);
  EXPECT_LT(glm::distance(bones.position(3), vec3(2, 3, 0)), 1e-2f);
}

TEST(Skeleton, ReportsEachCycleItCuts) {
  Skeleton skeleton = arm();
  skeleton.bones[0].parent = 3;
  skeleton.bones[1].append = skeleton.bones[4].append;
  skeleton.bones[1].append.source = 4;
  std::vector<std::string> told;
  const auto tell = [&](std::string_view kind, std::size_t b) {
    told.push_back(skeleton.bones[b].name + ": " + std::string(kind));
  };
  cut_cycles(skeleton, tell);
  order_evaluation(skeleton, tell);
  ASSERT_EQ(told.size(), 2u);
  EXPECT_NE(told[0].find("parent closes a cycle"), std::string::npos) << told[0];
  EXPECT_NE(told[1].find("append closes a cycle"), std::string::npos) << told[1];
  EXPECT_EQ(skeleton.steps.size(), 10u);
}

}  // namespace
}  // namespace mmd
