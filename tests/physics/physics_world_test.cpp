#include "physics/physics_world.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/handedness.h"
#include "tests/physics/bodies.h"

namespace mmd {
namespace {

using test::all_of;
using test::body;
using test::same;

constexpr float dt = 1.0f / 60.0f;

void run(PhysicsWorld& world, int steps) {
  for (int i = 0; i < steps; ++i) ASSERT_TRUE(world.step());
}

TEST(PhysicsWorld, AFreeBodyFallsAsItsStepsSay) {
  PhysicsWorld world({});
  world.add(std::vector{body(BodyMode::dynamic, {1.0f, 50.0f, 2.0f})}, {});
  for (int n = 1; n <= 60; ++n) {
    world.step();
    const float fallen = 98.0f * dt * dt * static_cast<float>(n * (n + 1)) / 2.0f;
    EXPECT_NEAR(world.transform(0).position.y, 50.0f - fallen, 1e-4f * (1.0f + fallen)) << "step " << n;
  }
  EXPECT_EQ(world.transform(0).position.x, 1.0f);
}

TEST(PhysicsWorld, DampingTakesItsShareOfTheVelocityInASecond) {
  PhysicsWorld world({60.0f, vec3(0.0f), false});
  RigidBody b = body(BodyMode::dynamic, vec3(0.0f));
  b.linear_damping = 0.75f;
  world.add(std::vector{b}, {});
  world.push(0, {100.0f, 0.0f, 0.0f}, vec3(0.0f));
  run(world, 60);
  EXPECT_NEAR(world.velocity(0).x, 25.0f, 1e-2f);
}

TEST(PhysicsWorld, GravityPullsWhereItIsSaidTo) {
  PhysicsWorld world({60.0f, vec3(30.0f, 0.0f, 0.0f), false});
  world.add(std::vector{body(BodyMode::dynamic, vec3(0.0f))}, {});
  run(world, 30);
  EXPECT_GT(world.transform(0).position.x, 1.0f);
  EXPECT_EQ(world.transform(0).position.y, 0.0f);
  world.set_gravity({0.0f, 50.0f, 0.0f});
  run(world, 30);
  EXPECT_GT(world.transform(0).position.y, 1.0f);
}

TEST(PhysicsWorld, BodiesCollideOnlyIfEachOnesMaskHasTheOthersGroup) {
  for (const bool first : {false, true})
    for (const bool second : {false, true}) {
      RigidBody floor = body(BodyMode::follows_bone, vec3(0.0f));
      floor.shape = BodyShape::box;
      floor.size = {5.0f, 1.0f, 5.0f};
      floor.group = 3;
      floor.collides_with = static_cast<std::uint16_t>(first ? 1 << 7 : 0);
      RigidBody ball = body(BodyMode::dynamic, {0.0f, 3.0f, 0.0f});
      ball.group = 7;
      ball.collides_with = static_cast<std::uint16_t>(second ? 1 << 3 : 0);
      PhysicsWorld world({});
      world.add(std::vector{floor, ball}, {});
      run(world, 120);
      if (first && second) {
        EXPECT_NEAR(world.transform(1).position.y, 1.5f, 0.05f);
      } else {
        EXPECT_LT(world.transform(1).position.y, -10.0f);
      }
    }
}

TEST(PhysicsWorld, ABallLandsAlikeWhateverItsMass) {
  RigidBody floor = body(BodyMode::follows_bone, vec3(0.0f));
  floor.shape = BodyShape::box;
  floor.size = {5.0f, 1.0f, 5.0f};
  floor.restitution = 0.5f;
  floor.collides_with = 0xffff;
  std::vector<std::vector<float>> heights;
  for (const float mass : {1.0f, 0.25f, 8.0f}) {
    RigidBody ball = body(BodyMode::dynamic, {0.0f, 3.0f, 0.0f});
    ball.mass = mass;
    ball.restitution = 0.5f;
    ball.collides_with = 0xffff;
    PhysicsWorld world({});
    world.add(std::vector{floor, ball}, {});
    heights.emplace_back();
    for (int step = 0; step < 120; ++step) {
      run(world, 1);
      heights.back().push_back(world.transform(1).position.y);
    }
    for (std::size_t step = 0; step < 120; ++step)
      ASSERT_NEAR(heights.back()[step], heights.front()[step], 1e-3f) << "mass " << mass << ", step " << step;
  }
  EXPECT_NEAR(heights.front().back(), 1.5f, 0.05f);
}

TEST(PhysicsWorld, WhatIsNotSolidIsNotPushed) {
  RigidBody floor = body(BodyMode::follows_bone, vec3(0.0f));
  floor.shape = BodyShape::box;
  floor.size = {5.0f, 1.0f, 5.0f};
  floor.collides_with = 1;
  RigidBody ball = body(BodyMode::dynamic, {0.0f, 3.0f, 0.0f});
  ball.collides_with = 1;
  ball.is_solid = false;
  PhysicsWorld world({});
  world.add(std::vector{floor, ball}, {});
  run(world, 120);
  EXPECT_LT(world.transform(1).position.y, -10.0f);
}

TEST(PhysicsWorld, TheGroundHoldsBodiesOfItsGroup) {
  RigidBody on = body(BodyMode::dynamic, {0.0f, 3.0f, 0.0f});
  on.collides_with = 1 << 15;
  RigidBody through = body(BodyMode::dynamic, {5.0f, 3.0f, 0.0f});
  through.collides_with = 0x7fff;
  PhysicsWorld world({60.0f, vec3(0.0f, -98.0f, 0.0f), true});
  world.add(std::vector{on, through}, {});
  run(world, 120);
  EXPECT_NEAR(world.transform(0).position.y, 0.5f, 0.05f);
  EXPECT_LT(world.transform(1).position.y, -10.0f);
}

TEST(PhysicsWorld, TheSameStepsGiveTheSameBits) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    const test::Chain chain = test::random_chain(seed);
    PhysicsWorld a({}), b({});
    a.add(chain.bodies, chain.joints);
    b.add(chain.bodies, chain.joints);
    run(a, 300);
    run(b, 300);
    EXPECT_TRUE(same(all_of(a), all_of(b))) << seed;
  }
}

TEST(PhysicsWorld, AResetLeavesNothingOfWhatWas) {
  const test::Chain chain = test::random_chain(3);
  PhysicsWorld fresh({}), used({});
  fresh.add(chain.bodies, chain.joints);
  used.add(chain.bodies, chain.joints);
  run(used, 77);
  EXPECT_FALSE(same(all_of(fresh), all_of(used)));
  used.reset();
  EXPECT_TRUE(same(all_of(fresh), all_of(used)));
  run(fresh, 100);
  run(used, 100);
  EXPECT_TRUE(same(all_of(fresh), all_of(used)));
}

TEST(PhysicsWorld, AnotherModelsWorldChangesNothing) {
  const test::Chain one = test::random_chain(1), two = test::random_chain(2);
  PhysicsWorld alone({}), first({}), second({});
  alone.add(one.bodies, one.joints);
  second.add(two.bodies, two.joints);
  first.add(one.bodies, one.joints);
  for (int i = 0; i < 100; ++i) {
    second.step();
    first.step();
  }
  run(alone, 100);
  EXPECT_TRUE(same(all_of(alone), all_of(first)));
}

/// The chain in a mirror: positions in z, rotations about x and y, and with them the ends of those limits.
test::Chain mirrored(test::Chain chain) {
  for (RigidBody& b : chain.bodies) {
    b.position = mirror(b.position);
    b.rotation = {-b.rotation.x, -b.rotation.y, b.rotation.z};
  }
  for (Joint& j : chain.joints) {
    j.position = mirror(j.position);
    j.rotation = {-j.rotation.x, -j.rotation.y, j.rotation.z};
    const EulerLimits limits = mirror(EulerLimits{j.rotation_lower, j.rotation_upper});
    j.rotation_lower = limits.lower;
    j.rotation_upper = limits.upper;
  }
  return chain;
}

TEST(PhysicsWorld, AMirroredModelMovesAsItsMirrorImage) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    const test::Chain chain = test::random_chain(seed), image = mirrored(chain);
    PhysicsWorld a({}), b({});
    a.add(chain.bodies, chain.joints);
    b.add(image.bodies, image.joints);
    run(a, 300);
    run(b, 300);
    for (std::size_t i = 0; i < chain.bodies.size(); ++i) {
      const vec3 difference = a.transform(i).position - mirror(b.transform(i).position);
      EXPECT_EQ(difference, vec3(0.0f)) << seed << ", body " << i;
    }
  }
}

TEST(PhysicsWorld, TurningTheWholeAboutTheVerticalTurnsTheResult) {
  const test::Chain chain = test::random_chain(4);
  const quat turn = glm::angleAxis(0.7f, vec3(0.0f, 1.0f, 0.0f));
  PhysicsWorld a({}), b({});
  a.add(chain.bodies, chain.joints);
  b.add(chain.bodies, chain.joints, {vec3(0.0f), turn});
  // Roundings differ; a few of them make a chain jitter otherwise (semantics, "Physics: how exact").
  run(a, 60);
  run(b, 60);
  for (std::size_t i = 0; i < chain.bodies.size(); ++i)
    EXPECT_LT(glm::distance(turn * a.transform(i).position, b.transform(i).position), 0.1f) << i;
}

/// Kinetic energy of translation and potential energy of a chain's dynamic bodies.
float energy(const PhysicsWorld& world, const test::Chain& chain) {
  float sum = 0.0f;
  for (std::size_t i = 0; i < chain.bodies.size(); ++i) {
    if (!chain.bodies[i].is_dynamic()) continue;
    const vec3 v = world.velocity(i);
    sum += chain.bodies[i].mass * (0.5f * glm::dot(v, v) + 98.0f * world.transform(i).position.y);
  }
  return sum;
}

TEST(PhysicsWorld, EnergyDoesNotGrowWithoutInput) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    test::Chain chain = test::random_chain(seed);
    for (Joint& j : chain.joints) j.spring_rotation = vec3(0.0f);  // what springs hold is not counted above
    PhysicsWorld world({});
    world.add(chain.bodies, chain.joints);
    const float start = energy(world, chain);
    float mass = 0.0f;
    for (const RigidBody& b : chain.bodies) mass += b.mass;
    for (int i = 0; i < 300; ++i) {
      world.step();
      // As much as lifting the chain by 0.1 units: what correcting the limits' errors may put in.
      EXPECT_LT(energy(world, chain), start + 0.1f * 98.0f * mass) << seed << ", step " << i;
    }
  }
}

TEST(PhysicsWorld, ABodyThatIsHeldFollowsAndIsLetGoWithoutVelocity) {
  PhysicsWorld world({});
  world.add(std::vector{body(BodyMode::dynamic, {0.0f, 10.0f, 0.0f})}, {});
  world.hold(0, true);
  for (int i = 1; i <= 10; ++i) {
    world.move(0, {{static_cast<float>(i), 10.0f, 0.0f}});
    world.step();
  }
  EXPECT_EQ(world.transform(0).position, vec3(10.0f, 10.0f, 0.0f));
  world.hold(0, false);
  world.step();
  EXPECT_EQ(world.transform(0).position.x, 10.0f);
  EXPECT_NEAR(world.transform(0).position.y, 10.0f - 98.0f * dt * dt, 1e-4f);
}

TEST(PhysicsWorld, AResetKeepsWhatIsHeld) {
  PhysicsWorld world({});
  world.add(std::vector{body(BodyMode::dynamic, {0.0f, 10.0f, 0.0f})}, {});
  world.hold(0, true);
  world.reset();
  run(world, 10);
  EXPECT_EQ(world.transform(0).position.y, 10.0f);
}

TEST(PhysicsWorld, StopTakesTheVelocity) {
  PhysicsWorld world({60.0f, vec3(0.0f), false});
  world.add(std::vector{body(BodyMode::dynamic, vec3(0.0f))}, {});
  world.push(0, {0.0f, 0.0f, 30.0f}, {0.0f, 5.0f, 0.0f});
  world.step();
  EXPECT_GT(world.transform(0).position.z, 0.4f);
  world.stop(0);
  const BodyTransform at = world.transform(0);
  world.step();
  EXPECT_EQ(world.transform(0).position, at.position);
}

TEST(PhysicsWorld, AWorldThatGoesWildIsPutBackToRestAndSaysSo) {
  PhysicsWorld world({60.0f, vec3(0.0f, 1e6f, 0.0f), false});
  world.add(std::vector{body(BodyMode::dynamic, {1.0f, 2.0f, 3.0f})}, {});
  int wild = 0;
  for (int i = 0; i < 120; ++i) {
    if (!world.step()) {
      ++wild;
      EXPECT_EQ(world.transform(0).position, vec3(1.0f, 2.0f, 3.0f));
    }
    EXPECT_TRUE(is_finite(world.transform(0).position));
    EXPECT_LE(std::abs(world.transform(0).position.y), PhysicsWorld::farthest);
  }
  EXPECT_GT(wild, 0);
}

TEST(PhysicsWorld, NoNumberThatIsNoneLeavesIt) {
  for (const float rate : {1.0f, 10'000.0f})
    for (const vec3 gravity : {vec3(0.0f), vec3(0.0f, 98.0f, 0.0f), vec3(NAN, 0.0f, 0.0f)}) {
      const test::Chain chain = test::random_chain(5);
      PhysicsWorld world({rate, gravity, true});
      world.add(chain.bodies, chain.joints);
      for (int i = 0; i < 60; ++i) {
        world.move(0, {{i % 2 == 0 ? 1e4f : -1e4f, 0.0f, 0.0f}});  // a model that teleports
        world.step();
        for (const BodyTransform& t : all_of(world))
          ASSERT_TRUE(is_finite(t.position) && is_finite(t.rotation)) << rate << ", step " << i;
      }
    }
}

TEST(PhysicsWorld, TenThousandBodiesInOnePlaceAreNotSimulated) {
  RigidBody b = body(BodyMode::dynamic, vec3(0.0f));
  b.collides_with = 1;
  PhysicsWorld world({});
  world.add(std::vector<RigidBody>(10'000, b), {});
  EXPECT_TRUE(world.is_overfull());
  EXPECT_TRUE(world.step());
  EXPECT_EQ(world.transform(9'999).position, vec3(0.0f));
}

TEST(PhysicsWorld, ManyBodiesApartAre) {
  std::vector<RigidBody> bodies;
  for (int i = 0; i < 3000; ++i) {
    bodies.push_back(body(BodyMode::dynamic, {2.0f * static_cast<float>(i), 5.0f, 0.0f}));
    bodies.back().collides_with = 1;
  }
  PhysicsWorld world({});
  world.add(bodies, {});
  EXPECT_FALSE(world.is_overfull());
  run(world, 5);
  EXPECT_LT(world.transform(2999).position.y, 5.0f);
}

TEST(PhysicsWorld, ALargerModelFallsTheSameWay) {
  PhysicsWorld world({});
  world.add(std::vector{body(BodyMode::dynamic, {0.0f, 1.0f, 0.0f})}, {}, {{0.0f, 7.0f, 0.0f}}, 3.0f);
  EXPECT_EQ(world.transform(0).position, vec3(0.0f, 10.0f, 0.0f));
  world.step();
  EXPECT_NEAR(world.transform(0).position.y, 10.0f - 98.0f * dt * dt, 1e-5f);
}

}  // namespace
}  // namespace mmd
