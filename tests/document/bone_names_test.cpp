#include "document/bone_names.h"

#include <gmock/gmock.h>

#include "pose/pose.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

vpd::File pose_of(std::initializer_list<std::pair<const char*, vec4>> bones) {
  vpd::File out;
  for (const auto& [name, rotation] : bones) {
    out.bones.emplace_back().name = name;
    out.bones.back().rotation = rotation;
  }
  return out;
}

constexpr vec4 half_turn_x{1, 0, 0, 0}, half_turn_y{0, 1, 0, 0};

TEST(BoneNames, ATableHasTwoNamesALine) {
  const auto names = parse_bone_names("# mine\nhip\t下半身\r\n\nhead\t頭");
  ASSERT_TRUE(names);
  EXPECT_THAT(*names, ElementsAre(Pair("head", "頭"), Pair("hip", "下半身")));
  for (const char* text : {"hip 下半身", "hip\t", "\t下半身"}) {
    const auto damaged = parse_bone_names(std::string("a\tb\n") + text);
    ASSERT_FALSE(damaged) << text;
    EXPECT_THAT(damaged.error().what, HasSubstr("line 2"));
  }
}

TEST(BoneNames, NamesThatNoModelHasAreReported) {
  test::FileBuilder one, other;
  one.bone("頭");
  other.bone("首");
  const BoneNames names{{"head", "頭"}, {"neck", "首"}, {"hip", "下半身"}};
  const auto unknown = unknown_names(names, {one.model(), other.model()});
  ASSERT_TRUE(unknown);
  EXPECT_THAT(unknown->what, HasSubstr("has no effect for: 下半身"));
  EXPECT_FALSE(unknown_names({{"head", "頭"}}, {one.model()}));
}

TEST(BoneNames, BonesAreRenamedByTheTableAndByUsualNames) {
  test::FileBuilder b;
  b.bone("骨盤");
  b.bone("右ひざ");
  const auto model = b.model();
  vpd::File file = pose_of({{"hip", half_turn_x}, {"knee_R", half_turn_y}, {"mystery", half_turn_x}});
  rename_bones(file, {{"hip", "骨盤"}}, *model);
  EXPECT_EQ(file.bones[0].name, "骨盤");
  EXPECT_EQ(file.bones[1].name, "右ひざ");
  EXPECT_EQ(file.bones[2].name, "mystery");
}

TEST(BoneNames, RotationsOfMissingBonesGoToTheirParents) {
  test::FileBuilder b;
  b.bone("上半身");
  b.bone("左腕");
  const auto model = b.model();
  vpd::File file = pose_of({{"上半身", half_turn_x}, {"上半身2", half_turn_y}, {"左腕捩", half_turn_x}});
  EXPECT_THAT(give_to_parents(file, *model), ElementsAre("上半身2", "左腕捩"));
  ASSERT_EQ(file.bones.size(), 2u);
  EXPECT_EQ(file.bones[0].name, "上半身");
  EXPECT_EQ(file.bones[0].rotation, vec4(0, 0, 1, 0)) << "first its own, then that of 上半身2";
  EXPECT_EQ(file.bones[1].name, "左腕");
  EXPECT_THAT(give_to_parents(file, *model), IsEmpty());
}

}  // namespace
}  // namespace mmd
