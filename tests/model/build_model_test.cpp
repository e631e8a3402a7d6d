#include <gtest/gtest.h>

#include "tests/support/model_builder.h"
#include "tests/support/pmx_samples.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::said;
using test::says;

TEST(BuildModel, ASoundFileNeedsNoRepair) {
  const BuiltModel built = build_model(test::full_featured());
  EXPECT_TRUE(built.diagnostics.empty()) << said(built.diagnostics);
}

TEST(BuildModel, TakesOverWhatTheFileSays) {
  const pmx::File file = test::full_featured();
  const auto model = build_model(test::full_featured()).model;
  EXPECT_EQ(model->name, file.utf8(file.name));
  EXPECT_EQ(model->vertices.size(), file.vertices.size());
  EXPECT_EQ(model->bone_count(), file.bones.size());
  EXPECT_EQ(model->palette_size(), file.bones.size() + 1);
  EXPECT_EQ(model->morphs.size(), file.morphs.size());
  EXPECT_EQ(model->textures.size(), file.textures.size());
  EXPECT_EQ(model->display_frames.size(), file.display_frames.size());
  EXPECT_EQ(model->rigid_body_count, file.rigid_bodies.size());
  EXPECT_EQ(model->joint_count, file.joints.size());
  EXPECT_EQ(model->soft_body_count, file.soft_bodies.size());
}

TEST(BuildModel, EverySectionMayBeEmpty) {
  const BuiltModel built = build_model(test::empty_model());
  EXPECT_EQ(built.model->palette_size(), 1u);
  EXPECT_TRUE(built.model->skeleton.steps.empty());
  EXPECT_TRUE(built.model->indices.empty());
  EXPECT_EQ(built.model->find_bone(""), none);
}

TEST(BuildModel, BuiltTwiceItIsTheSame) {
  const auto a = build_model(test::full_featured()).model, b = build_model(test::full_featured()).model;
  const auto same = [](const auto& x, const auto& y) {
    return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(x[0])) == 0;
  };
  EXPECT_TRUE(same(a->vertices.position, b->vertices.position));
  EXPECT_TRUE(same(a->vertices.normal, b->vertices.normal));
  EXPECT_TRUE(same(a->vertices.bones, b->vertices.bones));
  EXPECT_TRUE(same(a->vertices.weights, b->vertices.weights));
  EXPECT_TRUE(same(a->vertices.sdef, b->vertices.sdef));
  EXPECT_TRUE(same(a->indices, b->indices));
  ASSERT_EQ(a->skeleton.steps.size(), b->skeleton.steps.size());
  for (std::size_t i = 0; i < a->skeleton.steps.size(); ++i) {
    EXPECT_EQ(a->skeleton.steps[i].kind, b->skeleton.steps[i].kind);
    EXPECT_EQ(a->skeleton.steps[i].index, b->skeleton.steps[i].index);
  }
}

TEST(BuildModel, OfTwoNamesTheFirstIsFound) {
  FileBuilder b;
  b.bone("x");
  b.bone("same");
  b.bone("same");
  b.morph<pmx::VertexOffset>("m", pmx::MorphType::vertex, {});
  b.morph<pmx::VertexOffset>("m", pmx::MorphType::vertex, {});
  const auto model = b.model();
  EXPECT_EQ(model->find_bone("same"), 1);
  EXPECT_EQ(model->find_morph("m"), 0);
  EXPECT_EQ(model->find_bone("m"), none);
}

TEST(BuildModel, BoundsAreOfTheVerticesThatFacesUse) {
  FileBuilder b;
  b.bone("a");
  b.square({1, 2, 3}, 1);
  b.material();
  b.vertex({100, 100, 100});
  const auto model = b.model();
  EXPECT_EQ(model->bounds_min, vec3(0, 1, -3));
  EXPECT_EQ(model->bounds_max, vec3(2, 3, -3));
}

TEST(BuildModel, DisplayFramesKeepOnlyWhatExists) {
  pmx::File file = test::full_featured();
  const auto bones = static_cast<std::int32_t>(file.bones.size());
  file.display_frames[0].items = {{0, bones}, {0, 1}, {1, 10000}, {1, -5}, {7, 2}};
  const BuiltModel built = build_model(std::move(file));
  for (const DisplayFrame& frame : built.model->display_frames) {
    for (const DisplayFrame::Item& item : frame.items) {
      EXPECT_GE(item.index, 0);
      EXPECT_LT(static_cast<std::size_t>(item.index),
                item.is_morph ? built.model->morphs.size() : built.model->bone_count());
    }
  }
  EXPECT_TRUE(says(built.diagnostics, "display frames: item index out of range: element 0"))
      << said(built.diagnostics);
}

}  // namespace
}  // namespace mmd
