#include "annotations/standard_bones.h"

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

TEST(StandardBones, AreFoundHoweverTheyAreWrittenAndByEnglishNames) {
  test::FileBuilder builder;
  builder.bone("左人指1");
  builder.bone("knee_R");
  builder.bone("左足ＩＫ");
  const auto model = builder.model();
  const StandardBones bones(*model);
  EXPECT_EQ(bones.find("左人指１"), model->find_bone("左人指1"));
  EXPECT_EQ(bones.find("右ひざ"), model->find_bone("knee_R"));
  EXPECT_EQ(bones.find("左足IK"), model->find_bone("左足ＩＫ"));
  EXPECT_EQ(bones.find("頭"), none);
}

TEST(StandardBones, OfTwoBonesTheFirstIsMeant) {
  test::FileBuilder builder;
  const auto first = builder.bone("頭");
  builder.bone("頭");
  const auto model = builder.model();
  EXPECT_EQ(StandardBones(*model).find("頭"), first);
}

TEST(StandardBones, TheRightSideIsCalledAsTheLeftOne) {
  EXPECT_EQ(right_of("左腕捩"), "右腕捩");
  EXPECT_EQ(right_of("腰キャンセル左"), "腰キャンセル右");
  EXPECT_EQ(right_of("頭"), "頭");
}

}  // namespace
}  // namespace mmd
