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

/// A fixed box, the top of which is at y = 1, and a ball above it. Both collide with everything.
struct BallAboveFloor {
  RigidBody floor = body(BodyMode::follows_bone, vec3(0.0f));
  RigidBody ball = body(BodyMode::dynamic, {0.0f, 3.0f, 0.0f});
  BallAboveFloor() {
    floor.shape = BodyShape::box;
    floor.size = {5.0f, 1.0f, 5.0f};
    floor.collides_with = ball.collides_with = 0xffff;
  }
  /// Height of the ball after each step.
  std::vector<float> heights(int steps = 120) const {
    PhysicsWorld world({});
    world.add(std::vector{floor, ball}, {});
    std::vector<float> out;
    for (int i = 0; i < steps; ++i) {
      EXPECT_TRUE(world.step());
      out.push_back(world.transform(1).position.y);
    }
    return out;
  }
};

TEST(PhysicsWorld, FreeBodiesFallByTheStepFormula) {
  PhysicsWorld world({});
  world.add(std::vector{body(BodyMode::dynamic, {1.0f, 50.0f, 2.0f})}, {});
  for (int n = 1; n <= 60; ++n) {
    world.step();
    const float fallen = 98.0f * dt * dt * static_cast<float>(n * (n + 1)) / 2.0f;
    EXPECT_NEAR(world.transform(0).position.y, 50.0f - fallen, 1e-4f * (1.0f + fallen)) << "step " << n;
  }
  EXPECT_EQ(world.transform(0).position.x, 1.0f);
}

TEST(PhysicsWorld, DampingIsTheVelocityLostPerSecond) {
  PhysicsWorld world({60.0f, vec3(0.0f), false});
  RigidBody b = body(BodyMode::dynamic, vec3(0.0f));
  b.linear_damping = 0.75f;
  world.add(std::vector{b}, {});
  world.push(0, {100.0f, 0.0f, 0.0f}, vec3(0.0f));
  run(world, 60);
  EXPECT_NEAR(world.velocity(0).x, 25.0f, 1e-2f);
}

TEST(PhysicsWorld, GravityHasAnyDirection) {
  PhysicsWorld world({60.0f, vec3(30.0f, 0.0f, 0.0f), false});
  world.add(std::vector{body(BodyMode::dynamic, vec3(0.0f))}, {});
  run(world, 30);
  EXPECT_GT(world.transform(0).position.x, 1.0f);
  EXPECT_EQ(world.transform(0).position.y, 0.0f);
  world.set_gravity({0.0f, 50.0f, 0.0f});
  run(world, 30);
  EXPECT_GT(world.transform(0).position.y, 1.0f);
}

TEST(PhysicsWorld, CollisionNeedsBothMasks) {
  for (const bool first : {false, true})
    for (const bool second : {false, true}) {
      BallAboveFloor b;
      b.floor.group = 3;
      b.floor.collides_with = static_cast<std::uint16_t>(first ? 1 << 7 : 0);
      b.ball.group = 7;
      b.ball.collides_with = static_cast<std::uint16_t>(second ? 1 << 3 : 0);
      if (first && second) {
        EXPECT_NEAR(b.heights().back(), 1.5f, 0.05f);
      } else {
        EXPECT_LT(b.heights().back(), -10.0f);
      }
    }
}

TEST(PhysicsWorld, MassDoesNotChangeABounce) {
  const auto heights = [](float mass) {
    BallAboveFloor b;
    b.ball.mass = mass;
    b.floor.restitution = b.ball.restitution = 0.5f;
    return b.heights();
  };
  const std::vector<float> expected = heights(1.0f);
  for (const float mass : {0.25f, 8.0f}) {
    const std::vector<float> found = heights(mass);
    for (std::size_t step = 0; step < found.size(); ++step)
      ASSERT_NEAR(found[step], expected[step], 1e-3f) << "mass " << mass << ", step " << step;
  }
  EXPECT_NEAR(expected.back(), 1.5f, 0.05f);
}

TEST(PhysicsWorld, NonSolidBodiesDoNotCollide) {
  BallAboveFloor b;
  b.ball.is_solid = false;
  EXPECT_LT(b.heights().back(), -10.0f);
}

TEST(PhysicsWorld, GroundHoldsBodiesOfGroup16Only) {
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

TEST(PhysicsWorld, ResetRestoresTheFirstState) {
  const test::Chain chain = test::random_chain(3);
  test::ChainWorld fresh(chain), used(chain);
  run(used, 77);
  EXPECT_FALSE(same(all_of(fresh), all_of(used)));
  used.reset();
  EXPECT_TRUE(same(all_of(fresh), all_of(used)));
  run(fresh, 100);
  run(used, 100);
  EXPECT_TRUE(same(all_of(fresh), all_of(used)));
}

TEST(PhysicsWorld, WorldsAreDeterministicAndIndependent) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    const test::Chain one = test::random_chain(seed), two = test::random_chain(seed + 1);
    test::ChainWorld alone(one), second(two), first(one);
    for (int i = 0; i < 300; ++i) {
      second.step();
      first.step();
    }
    run(alone, 300);
    EXPECT_TRUE(same(all_of(alone), all_of(first))) << seed;
  }
}

/// The chain mirrored in z: positions, rotations about x and y, and the limits of both.
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

TEST(PhysicsWorld, MirroredModelsMoveMirrored) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    const test::Chain chain = test::random_chain(seed), image = mirrored(chain);
    test::ChainWorld a(chain), b(image);
    run(a, 300);
    run(b, 300);
    for (std::size_t i = 0; i < chain.bodies.size(); ++i) {
      const vec3 difference = a.transform(i).position - mirror(b.transform(i).position);
      EXPECT_EQ(difference, vec3(0.0f)) << seed << ", body " << i;
    }
  }
}

TEST(PhysicsWorld, RotatedModelsMoveRotated) {
  const test::Chain chain = test::random_chain(4);
  const quat turn = glm::angleAxis(0.7f, vec3(0.0f, 1.0f, 0.0f));
  test::ChainWorld a(chain), b(chain, {vec3(0.0f), turn});
  // Rounding differs and lets chains jitter differently (semantics, "Beginning, and a held pose").
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
    for (Joint& j : chain.joints) j.spring_rotation = vec3(0.0f);  // energy() does not count springs
    test::ChainWorld world(chain);
    const float start = energy(world, chain);
    float mass = 0.0f;
    for (const RigidBody& b : chain.bodies) mass += b.mass;
    for (int i = 0; i < 300; ++i) {
      world.step();
      // Correcting errors of limits may add as much as lifting the chain by 0.1 units.
      EXPECT_LT(energy(world, chain), start + 0.1f * 98.0f * mass) << seed << ", step " << i;
    }
  }
}

TEST(PhysicsWorld, HeldBodiesFollowAndAreReleasedAtRest) {
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

TEST(PhysicsWorld, ResetKeepsHeldBodies) {
  PhysicsWorld world({});
  world.add(std::vector{body(BodyMode::dynamic, {0.0f, 10.0f, 0.0f})}, {});
  world.hold(0, true);
  world.reset();
  run(world, 10);
  EXPECT_EQ(world.transform(0).position.y, 10.0f);
}

TEST(PhysicsWorld, StopRemovesTheVelocity) {
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

TEST(PhysicsWorld, ResetsAndReportsAnExplodedWorld) {
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

TEST(PhysicsWorld, ReturnsFiniteNumbersOnly) {
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

TEST(PhysicsWorld, DoesNotSimulateThousandsOfOverlaps) {
  RigidBody b = body(BodyMode::dynamic, vec3(0.0f));
  b.collides_with = 1;
  PhysicsWorld world({});
  world.add(std::vector<RigidBody>(10'000, b), {});
  EXPECT_TRUE(world.is_overfull());
  EXPECT_TRUE(world.step());
  EXPECT_EQ(world.transform(9'999).position, vec3(0.0f));
}

TEST(PhysicsWorld, SimulatesThousandsOfSeparateBodies) {
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

TEST(PhysicsWorld, ScaledModelsFallAlike) {
  PhysicsWorld world({});
  world.add(std::vector{body(BodyMode::dynamic, {0.0f, 1.0f, 0.0f})}, {}, {{0.0f, 7.0f, 0.0f}}, 3.0f);
  EXPECT_EQ(world.transform(0).position, vec3(0.0f, 10.0f, 0.0f));
  world.step();
  EXPECT_NEAR(world.transform(0).position.y, 10.0f - 98.0f * dt * dt, 1e-5f);
}

}  // namespace
}  // namespace mmd
