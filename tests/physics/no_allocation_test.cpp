// Counts heap allocations: our part of a step makes none.

#include <gtest/gtest.h>

#include "physics/model_physics.h"
#include "tests/support/allocation_count.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

TEST(ModelPhysicsMemory, FramesAllocateNothing) {
  test::FileBuilder file;
  for (int i = 0; i < 8; ++i) {
    const vec3 at(0, 10.0f - static_cast<float>(i), 0);
    file.bone("bone" + std::to_string(i), i - 1, at);
    file.file.rigid_bodies.push_back(test::ball(i, i == 0 ? 0 : 1, at, 0.2f, 0.0f));
    if (i > 0) file.file.joints.push_back(test::joint(i - 1, i, at, 0.0f));
  }
  const auto model = file.model();
  const auto world = std::make_shared<PhysicsWorld>(PhysicsSettings{});
  ModelPhysics physics(model, world);
  BoneManager bones(skeleton_of(model));
  const std::vector<vec3> translation(model->bone_count(), vec3(0.0f));
  const std::vector<quat> rotation(model->bone_count(), identity_rotation());
  const BoneInputs inputs{translation, rotation, {}, {}};
  const EvaluationSwitches switches;
  const auto frame = [&] {
    bones.evaluate_before_physics(inputs, switches);
    physics.follow(bones, {});
    EXPECT_TRUE(world->step());
    bones.drive(inputs, switches, physics.driven_bones({}));
  };
  for (int i = 0; i < 10; ++i) frame();  // the lists of the engine grow
  const std::size_t before = test::allocation_count();
  ASSERT_GT(before, 0u) << "the counter does not count";
  for (int i = 0; i < 100; ++i) frame();
  EXPECT_EQ(test::allocation_count(), before);
}

}  // namespace
}  // namespace mmd
