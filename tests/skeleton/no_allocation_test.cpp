// Counts heap allocations: an evaluation makes none.

#include <gtest/gtest.h>

#include "model/model.h"
#include "skeleton/bone_manager.h"
#include "tests/support/allocation_count.h"
#include "tests/support/random_skeletons.h"

namespace mmd {
namespace {

TEST(BoneManagerMemory, EvaluationAllocatesNothing) {
  pmx::File file = test::bare_bones(1);
  const auto left = static_cast<std::size_t>(test::add_leg(file, 0, {0.8f, 9.8f, 0}, "左"));
  test::add_leg(file, 0, {-0.8f, 9.8f, 0}, "右");
  const auto model = build_model(std::move(file)).model;
  std::vector<vec3> translation(model->bone_count(), vec3(0.0f));
  const std::vector<quat> rotation(model->bone_count(), identity_rotation());
  BoneManager bones(skeleton_of(model));
  const EvaluationSwitches switches;
  const std::size_t before = test::allocation_count();
  ASSERT_GT(before, 0u) << "the counter does not count";
  for (int i = 0; i < 10; ++i) {
    translation[left] = {0.1f * static_cast<float>(i), 1.0f, 0.5f};
    bones.evaluate({translation, rotation, {}, {}}, switches);
  }
  EXPECT_EQ(test::allocation_count(), before);
}

}  // namespace
}  // namespace mmd
