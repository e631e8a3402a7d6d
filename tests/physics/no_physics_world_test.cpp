// The world of a program built without a physics engine.

#include <gtest/gtest.h>

#include "tests/physics/bodies.h"

namespace mmd {
namespace {

TEST(NoPhysicsWorld, DoesNothing) {
  EXPECT_FALSE(has_physics_engine());
  PhysicsWorld world({});
  const test::Chain chain = test::random_chain(1);
  EXPECT_EQ(world.add(chain.bodies, chain.joints), 0u);
  EXPECT_EQ(world.body_count(), 0u);
  world.push(0, vec3(1.0f), vec3(1.0f));
  world.stop(0);
  world.hold(0, true);
  world.move(0, {});
  EXPECT_TRUE(world.step());
  world.reset();
  EXPECT_FALSE(world.is_overfull());
  EXPECT_EQ(world.velocity(0), vec3(0.0f));
  EXPECT_EQ(world.transform(0).position, vec3(0.0f));
}

}  // namespace
}  // namespace mmd
