#include "physics/model_physics.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "base/handedness.h"
#include "physics/body_transform.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;

pmx::RigidBody strand(std::int32_t bone, std::uint8_t mode, const vec3& position) {
  return test::ball(bone, mode, position, 0.3f, 0.9f);
}

/// A root, two horizontal bones of hair and a tip without a body. MMD space.
struct Hair {
  explicit Hair(std::uint8_t mode = 1) {
    file.bone("root", -1, {0, 10, 0});
    file.bone("hair1", 0, {1, 10, 0.5f});
    file.bone("hair2", 1, {2, 10, 0.5f});
    file.bone("tip", 2, {3, 10, 0.5f});
    file.file.rigid_bodies = {strand(0, 0, {0, 10, 0}), strand(1, mode, {1.5f, 10, 0.5f}),
                              strand(2, mode, {2.5f, 10.1f, 0.5f})};
    file.file.joints = {test::joint(0, 1, {1, 10, 0.5f}, 1.5f), test::joint(1, 2, {2, 10, 0.5f}, 1.5f)};
  }
  FileBuilder file;
};

/// A model with its bones and bodies, at rest at first.
class Rig {
 public:
  explicit Rig(const FileBuilder& file, const Similarity& at = {})
      : model(file.model()),
        world(std::make_shared<PhysicsWorld>(PhysicsSettings{})),
        physics(model, world, at),
        bones(skeleton_of(model)),
        placement(at),
        translation(model->bone_count(), vec3(0.0f)),
        rotation(model->bone_count(), identity_rotation()) {}

  BoneInputs inputs() const { return {translation, rotation, {}, {}}; }
  void step(int count = 1) {
    for (int i = 0; i < count; ++i) {
      bones.evaluate_before_physics(inputs(), switches);
      physics.follow(bones, placement);
      ASSERT_TRUE(world->step());
    }
  }
  void show() {
    bones.evaluate_before_physics(inputs(), switches);
    bones.drive(inputs(), switches, physics.driven_bones(placement));
  }
  void step_and_show(int count) {
    step(count);
    show();
  }
  std::int32_t bone(std::string_view name) const { return model->find_bone(name); }

  std::shared_ptr<const Model> model;
  std::shared_ptr<PhysicsWorld> world;
  ModelPhysics physics;
  BoneManager bones;
  Similarity placement;
  EvaluationSwitches switches;
  std::vector<vec3> translation;
  std::vector<quat> rotation;
};

void expect_same_rotation(const quat& a, const quat& b) {
  EXPECT_GT(std::abs(glm::dot(a, b)), 0.99999f);
}

void expect_near(const vec3& a, const vec3& b, float tolerance, const char* what = "") {
  EXPECT_LT(glm::distance(a, b), tolerance)
      << what << ": " << a.x << ' ' << a.y << ' ' << a.z << " instead of " << b.x << ' ' << b.y << ' ' << b.z;
}

TEST(ModelPhysics, LeavesBonesAtRestInPlace) {
  Rig rig{Hair().file};
  rig.show();
  for (std::int32_t b = 0; b < 4; ++b)
    expect_near(rig.bones.position(b), rig.model->skeleton.bones[static_cast<std::size_t>(b)].rest, 1e-5f);
}

TEST(ModelPhysics, BonesFollowTheirBodies) {
  Rig rig{Hair().file};
  rig.step_and_show(100);
  // The second body rests at (0.5, 0.1, 0) from its bone, in MMD space.
  const BodyTransform body = rig.physics.body(2);
  expect_near(mirror(rig.bones.position(rig.bone("hair2"))),
              body.position - body.rotation * vec3(0.5f, 0.1f, 0.0f), 1e-4f);
}

TEST(ModelPhysics, ChildrenKeepTheirLocalTransform) {
  Rig rig{Hair().file};
  const auto tip = static_cast<std::size_t>(rig.bone("tip"));
  rig.translation[tip] = {0.0f, 0.25f, 0.0f};
  rig.step_and_show(100);
  const Affine parent = rig.bones.mconv(rig.bone("hair2"));
  expect_near(rig.bones.position(rig.bone("tip")), transform_point(parent, vec3(1.0f, 0.25f, 0.0f)), 1e-4f);
}

TEST(ModelPhysics, ModeTwoRotatesTheBoneButKeepsItsPlace) {
  Rig rig{Hair(2).file};
  rig.step_and_show(100);
  const Affine parent = rig.bones.mconv(rig.bone("hair1"));
  expect_near(rig.bones.position(rig.bone("hair2")), transform_point(parent, vec3(1.0f, 0.0f, 0.0f)), 1e-4f);
  expect_same_rotation(mirror(rig.physics.body(2).rotation), rotation_of(rig.bones.mconv(rig.bone("hair2"))));
}

TEST(ModelPhysics, LastBodyOfABoneWins) {
  Hair hair;
  hair.file.file.rigid_bodies.push_back(strand(2, 1, {2.5f, 14.0f, 0.5f}));  // falls freely
  Rig rig{hair.file};
  rig.step_and_show(30);
  EXPECT_LT(rig.bones.position(rig.bone("hair2")).y, 5.0f);
}

TEST(ModelPhysics, AppendFollowsPhysicsBones) {
  Hair hair;
  const std::int32_t user = hair.file.bone("user", 0, {-1, 10, 0});
  hair.file.append(user, 1, 1.0f);
  const std::int32_t below = hair.file.bone("below", user, {-2, 10, 0});
  Rig rig{hair.file};
  rig.step_and_show(100);
  const quat source = rotation_of(rig.bones.mconv(rig.bone("hair1")));
  EXPECT_LT(std::abs(source.w), 0.999f) << "the hair rotates";
  expect_same_rotation(rotation_of(rig.bones.mconv(user)), source);
  expect_near(rig.bones.position(below), rig.bones.position(user) + source * vec3(-1, 0, 0), 1e-4f);
  rig.switches.append = false;
  rig.show();
  expect_same_rotation(rotation_of(rig.bones.mconv(user)), identity_rotation());
}

TEST(ModelPhysics, AppendWithoutPhysicsStaysBitExact) {
  Hair hair;
  const std::int32_t user = hair.file.bone("user", 0, {-1, 10, 0});
  const std::int32_t source = hair.file.bone("source", 0, {-1, 11, 0});
  hair.file.append(user, source, 0.5f);
  Rig rig{hair.file};
  rig.rotation[static_cast<std::size_t>(source)] = glm::angleAxis(0.7f, glm::normalize(vec3(1, 2, 3)));
  rig.bones.evaluate(rig.inputs(), rig.switches);
  const Affine before = rig.bones.palette()[static_cast<std::size_t>(user)];
  rig.step_and_show(50);
  const Affine after = rig.bones.palette()[static_cast<std::size_t>(user)];
  for (std::size_t row = 0; row < 3; ++row) EXPECT_EQ(before.row[row], after.row[row]);
}

TEST(ModelPhysics, AfterPhysicsBonesFollowTheBodies) {
  Hair hair;
  const std::int32_t after = hair.file.bone("after", 3, {4, 10, 0.5f});
  hair.file.file.bones[static_cast<std::size_t>(after)].flags |= pmx::bone_after_physics;
  hair.file.append(after, 1, -1.0f);
  Rig rig{hair.file};
  rig.step_and_show(100);
  const Affine tip = rig.bones.mconv(rig.bone("tip"));
  expect_near(rig.bones.position(after), transform_point(tip, vec3(1, 0, 0)), 1e-4f);
  const quat own = glm::conjugate(rotation_of(rig.bones.mconv(rig.bone("hair1"))));
  EXPECT_GT(std::abs(glm::dot(rotation_of(rig.bones.mconv(after)), rotation_of(tip) * own)), 0.9999f);
}

TEST(ModelPhysics, AfterPhysicsIkReachesAGoalMovedByABody) {
  Hair hair;
  // An arm of two bones; its goal is a child of the hair.
  const std::int32_t upper = hair.file.bone("upper", 0, {0, 12, 0});
  const std::int32_t lower = hair.file.bone("lower", upper, {1.5f, 12, 0.2f});
  const std::int32_t hand = hair.file.bone("hand", lower, {3, 12, 0});
  const std::int32_t finger = hair.file.bone("finger", hand, {3.5f, 12, 0});
  const std::int32_t goal = hair.file.bone("goal", 1, {1, 11, 0.5f});
  for (const std::int32_t b : {upper, lower, hand, finger, goal})
    hair.file.file.bones[static_cast<std::size_t>(b)].flags |= pmx::bone_after_physics;
  hair.file.ik(goal, hand, {lower, upper}).loop_count = 100;
  Rig rig{hair.file};
  rig.step_and_show(100);
  EXPECT_LT(rig.bones.position(goal).y, 10.9f) << "the goal moved with the hair";
  expect_near(rig.bones.position(hand), rig.bones.position(goal), 0.02f, "hand");
  EXPECT_NEAR(glm::distance(rig.bones.position(finger), rig.bones.position(hand)), 0.5f, 1e-4f);
  EXPECT_TRUE(rig.bones.ik_results()[0].enabled);
}

TEST(ModelPhysics, BodiesFollowTheirBones) {
  Rig rig{Hair().file};
  rig.rotation[0] = glm::angleAxis(0.5f, vec3(0, 1, 0));
  rig.translation[0] = {1, 2, 3};
  rig.step();
  const BodyTransform body = rig.physics.body(0);
  expect_near(body.position, mirror(vec3(1, 12, 3)), 1e-5f);
  EXPECT_GT(std::abs(glm::dot(body.rotation, mirror(rig.rotation[0]))), 0.999999f);
}

TEST(ModelPhysics, BodiesGetThePosesDigitsBeyondFloats) {
  const Hair hair;
  Rig rig(hair.file);
  double way = 0.1;
  while (nine_digits(way) == static_cast<float>(way)) way += 1.23456789e-5;
  std::vector<ExactTransform> own(rig.model->bone_count());
  own[0].translation = glm::dvec3(way, 0.0, 0.0);
  rig.translation[0] = vec3(own[0].translation);
  const auto step = [&](std::span<const ExactTransform> digits) {
    rig.bones.evaluate_before_physics(rig.inputs(), rig.switches);
    rig.physics.follow(rig.bones, {}, digits);
    EXPECT_TRUE(rig.world->step());
    return rig.physics.body(0).position.x;
  };
  EXPECT_EQ(step({}), static_cast<float>(way));
  EXPECT_EQ(step(own), nine_digits(way));
  own[0].translation.x = 0.25;
  EXPECT_EQ(step(own), static_cast<float>(way)) << "digits of another place do not count";
}

TEST(ModelPhysics, BonesWithBodiesSwitchedOffFollowThePose) {
  Rig rig{Hair().file};
  const auto simulate = [&](bool on) {
    for (const char* bone : {"hair1", "hair2"}) rig.physics.set_simulated(rig.bone(bone), on);
  };
  simulate(false);
  rig.step_and_show(60);
  expect_near(rig.bones.position(rig.bone("tip")), mirror(vec3(3, 10, 0.5f)), 1e-5f);
  simulate(true);
  rig.step_and_show(100);
  EXPECT_LT(rig.bones.position(rig.bone("tip")).y, 9.5f);
}

/// Loose hair with a morph that gives the first strand this velocity; zero stops it.
pmx::File hair_with_impulse(const vec3& velocity) {
  Hair hair;
  hair.file.file.header.version = 2.1f;
  hair.file.file.joints.clear();
  hair.file.morph("impulse", pmx::MorphType::impulse,
                  std::vector<pmx::ImpulseOffset>{{1, 0, velocity, {0, 0, 0}}});
  return hair.file.file;
}

TEST(ModelPhysics, ImpulseMorphsPushBodies) {
  FileBuilder file;
  file.file = hair_with_impulse({0, 0, 600.0f});
  Rig rig{file};
  rig.physics.apply_impulse_morphs(std::vector<float>{0.0f});
  EXPECT_EQ(rig.physics.velocity(1), vec3(0.0f));
  rig.physics.apply_impulse_morphs(std::vector<float>{0.5f});
  expect_near(rig.physics.velocity(1), {0, 0, 600.0f * 0.5f / 60.0f}, 1e-4f);
}

TEST(ModelPhysics, ZeroImpulseStopsTheBody) {
  FileBuilder file;
  file.file = hair_with_impulse({0, 0, 0});
  Rig rig{file};
  rig.step(10);
  EXPECT_LT(rig.physics.velocity(1).y, -1.0f);
  rig.physics.apply_impulse_morphs(std::vector<float>{1.0f});
  EXPECT_EQ(rig.physics.velocity(1), vec3(0.0f));
}

float through_text(double value) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.9g", value);
  return std::strtof(text.data(), nullptr);
}

TEST(NineDigits, EqualTextOfNineDigits) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> mantissa(-10.0, 10.0);
  int other_neighbour = 0;
  for (int exponent = -12; exponent < 7; ++exponent)
    for (int i = 0; i < 2000; ++i) {
      const double value = mantissa(random) * std::pow(10.0, exponent);
      ASSERT_EQ(nine_digits(value), through_text(value)) << value;
      if (nine_digits(value) != static_cast<float>(value)) ++other_neighbour;
    }
  EXPECT_GT(other_neighbour, 100) << "the digits make a difference";
}

TEST(NineDigits, EqualTextAtPowersOfTen) {
  for (int exponent = -12; exponent < 8; ++exponent)
    for (const double towards : {0.0, 1e9}) {
      const double power = std::pow(10.0, exponent);
      EXPECT_EQ(nine_digits(power), through_text(power));
      const double next = std::nextafter(power, towards);
      EXPECT_EQ(nine_digits(next), through_text(next)) << next;
    }
}

TEST(NineDigits, KeepFloatsAndRoundOnlyExtremeNumbers) {
  std::mt19937 random(12);
  std::uniform_real_distribution<float> any(-200.0f, 200.0f);
  for (int i = 0; i < 10'000; ++i) {
    const float value = any(random);
    ASSERT_EQ(nine_digits(static_cast<double>(value)), value);
  }
  EXPECT_EQ(nine_digits(0.0), 0.0f);
  EXPECT_EQ(nine_digits(1e-30), 1e-30f);
  EXPECT_EQ(nine_digits(-3e20), -3e20f);
  EXPECT_EQ(nine_digits(std::numeric_limits<double>::infinity()), std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(nine_digits(std::numeric_limits<double>::quiet_NaN())));
}

}  // namespace
}  // namespace mmd
