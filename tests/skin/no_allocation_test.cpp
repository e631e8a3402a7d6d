// Counts heap allocations: skinning makes none once its workspace has its full size.

#include <gtest/gtest.h>

#include "skin/skinning.h"
#include "tests/support/allocation_count.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

TEST(SkinningMemory, FramesAllocateNothing) {
  test::FileBuilder b;
  for (const char* name : {"a", "b", "c", "d"}) b.bone(name);
  for (int i = 0; i < 50; ++i) {
    b.vertex({1, 2, 3}, i % 4);
    b.weighted({1, 2, 3}, WeightType::bdef4, {0, 1, 2, 3}, {0.4f, 0.3f, 0.2f, 0.1f});
    b.weighted({1, 2, 3}, WeightType::qdef, {0, 1, 2, 3}, {0.4f, 0.3f, 0.2f, 0.1f});
    b.sdef({1, 2, 3}, i % 4, (i + 1) % 4, 0.5f, {});
  }
  const auto model = b.model();
  const SkinPlan plan(model->vertices, model->palette_size());
  SkinWorkspace workspace;
  std::vector<vec3> positions(model->vertices.size()), normals(model->vertices.size());
  const std::vector<Affine> palette(model->palette_size());
  std::size_t before = test::allocation_count();
  skin_vertices(plan, workspace, model->vertices.position, palette, positions, normals);
  ASSERT_GT(test::allocation_count(), before) << "the counter does not count";
  before = test::allocation_count();
  for (int i = 0; i < 10; ++i)
    skin_vertices(plan, workspace, model->vertices.position, palette, positions, normals);
  EXPECT_EQ(test::allocation_count(), before);
}

}  // namespace
}  // namespace mmd
