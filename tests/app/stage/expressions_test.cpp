#include <gmock/gmock.h>

#include "app/stage/pose_file.h"
#include "assets/file_set.h"
#include "base/errors.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/figure.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::shared_ptr<const Model> model(const char* third = "ウィンク") {
  test::FileBuilder b;
  b.bone("腕");
  for (const char* morph : {"まばたき", "笑い", third})
    b.morph<pmx::VertexOffset>(morph, pmx::MorphType::vertex, {});
  return b.model();
}

TEST(Expressions, HaveEveryMorphAndNoBoneAndComeBackAsTheyWere) {
  const test::TemporaryFolder folder;
  const auto shown = model();
  Pose pose(*shown);
  pose.translation[0] = vec3(1.0f, 2.0f, 3.0f);
  pose.morph_weights = {0.5f, 0.0f, -1.25f};
  auto file = expression_of(pose, *shown);
  ASSERT_TRUE(file);
  const auto saved = save_expression(*file, folder.path() / "new" / "folder", "にっこり");
  ASSERT_TRUE(saved) << describe(saved.error());
  EXPECT_EQ(to_utf8(saved->filename()), "にっこり.vpd");
  Diagnostics diagnostics;
  const auto read = read_expression(to_utf8(*saved), diagnostics);
  ASSERT_TRUE(read) << describe(read.error());
  EXPECT_THAT(diagnostics, IsEmpty());
  EXPECT_THAT(read->bones, IsEmpty());
  EXPECT_EQ(read->encoding, vpd::Encoding::cp932);
  ASSERT_THAT(read->morphs, SizeIs(3));
  EXPECT_EQ(read->morphs[1].name, "笑い");
  EXPECT_EQ(read->morphs[1].weight, 0.0f) << "so that it takes a smile away";
  EXPECT_EQ(read->morphs[2].weight, -1.25f);
}

TEST(Expressions, WithNamesThatShiftJisLacksAreWrittenAsUtf8) {
  const test::TemporaryFolder folder;
  const auto shown = model("眨眼");
  auto file = expression_of(Pose(*shown), *shown);
  ASSERT_TRUE(file);
  const auto saved = save_expression(*file, folder.path(), "a");
  ASSERT_TRUE(saved);
  Diagnostics diagnostics;
  const auto read = read_expression(to_utf8(*saved), diagnostics);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->morphs[2].name, "眨眼");
}

TEST(Expressions, ANameThatIsTakenGetsANumber) {
  const test::TemporaryFolder folder;
  const auto shown = model();
  auto file = expression_of(Pose(*shown), *shown);
  ASSERT_TRUE(file);
  ASSERT_TRUE(save_expression(*file, folder.path(), "smile"));
  const auto second = save_expression(*file, folder.path(), "smile");
  ASSERT_TRUE(second);
  EXPECT_EQ(to_utf8(second->filename()), "smile-2.vpd");
  const auto climbing = save_expression(*file, folder.path(), "../up");
  ASSERT_TRUE(climbing);
  EXPECT_EQ(climbing->parent_path(), folder.path());
  EXPECT_THAT(expressions_in(folder.path()), SizeIs(3));
}

TEST(Expressions, OfAPoseOnlyTheMorphsCount) {
  const test::TemporaryFolder folder;
  vpd::File pose = test::figure_pose(0.4f);
  pose.morphs.push_back({"笑い", 0.75f, 0});
  test::write_pose(folder.path() / "pose.vpd", pose);
  Diagnostics diagnostics;
  const auto read = read_expression(to_utf8(folder.path() / "pose.vpd"), diagnostics);
  ASSERT_TRUE(read);
  EXPECT_THAT(read->bones, IsEmpty());
  ASSERT_THAT(read->morphs, SizeIs(1));
  EXPECT_EQ(read->morphs[0].weight, 0.75f);
}

TEST(Expressions, WhatIsNoneIsRefused) {
  const test::TemporaryFolder folder;
  Diagnostics diagnostics;
  test::write_pose(folder.path() / "pose.vpd", test::figure_pose(0.4f));
  const auto bones_only = read_expression(to_utf8(folder.path() / "pose.vpd"), diagnostics);
  ASSERT_FALSE(bones_only);
  EXPECT_THAT(bones_only.error().what, HasSubstr("no morphs"));
  EXPECT_FALSE(read_expression(to_utf8(folder.put("x.txt", "no pose")), diagnostics));
  EXPECT_FALSE(read_expression(to_utf8(folder.path() / "absent.vpd"), diagnostics));
  const auto shown = model();
  auto file = expression_of(Pose(*shown), *shown);
  ASSERT_TRUE(file);
  EXPECT_FALSE(save_expression(*file, folder.path(), " . "));
  EXPECT_FALSE(save_expression(*file, {}, "a"));
  EXPECT_FALSE(save_expression(*file, folder.put("file", ""), "a")) << "that is no folder";
  EXPECT_THAT(expressions_in({}), IsEmpty());
}

}  // namespace
}  // namespace mmd
