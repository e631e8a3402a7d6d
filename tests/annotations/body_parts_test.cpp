#include "annotations/body_parts.h"

#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

class Parts {
 public:
  explicit Parts(const test::FileBuilder& builder)
      : model_(builder.model()), values_(parts_of_bones(*model_)) {}
  std::string of(std::string_view bone) const {
    return name(static_cast<std::size_t>(model_->find_bone(bone)));
  }
  std::string name(std::size_t index) const { return std::string(body_parts()[values_[index]].name); }
  std::size_t size() const { return values_.size(); }

 private:
  std::shared_ptr<const Model> model_;
  std::vector<std::uint8_t> values_;
};

TEST(BodyParts, ABoneBelongsToWhatItsNameSaysOrToTheBoneAbove) {
  test::FileBuilder builder;
  const auto torso = builder.bone("上半身"), head = builder.bone("頭", torso);
  builder.bone("左目", head);
  builder.bone("右髪1", head);
  const auto wrist = builder.bone("右手首", builder.bone("右ひじ", builder.bone("右腕", torso)));
  builder.bone("右人指１", wrist);
  const auto hips = builder.bone("下半身");
  builder.bone("左足D", hips);
  builder.bone("スカート_0_1", hips);
  builder.bone("何か");
  const Parts parts(builder);
  EXPECT_EQ(parts.of("上半身"), "torso");
  EXPECT_EQ(parts.of("左目"), "head");
  EXPECT_EQ(parts.of("右髪1"), "hair");
  EXPECT_EQ(parts.of("右腕"), "right upper arm");
  EXPECT_EQ(parts.of("右ひじ"), "right forearm");
  EXPECT_EQ(parts.of("右人指１"), "right hand");
  EXPECT_EQ(parts.of("左足D"), "left thigh");
  EXPECT_EQ(parts.of("スカート_0_1"), "clothes");
  EXPECT_EQ(parts.of("何か"), "other");
  EXPECT_EQ(parts.name(parts.size() - 1), "other") << "what no bone moves";
}

TEST(BodyParts, MaterialsOfHairAreKnownByTheirNames) {
  test::FileBuilder builder;
  for (const char* name : {"前髪", "Hair_2", "まつ毛", "髪飾り", "肌", "眉毛"}) builder.material(name);
  EXPECT_EQ(hair_materials(*builder.model()), (std::vector<bool>{true, true, false, false, false, false}));
}

TEST(BodyParts, EveryRowNamesAPartThatIsThere) {
  for (const BodyPartBone& row : body_part_bones()) {
    test::FileBuilder builder;
    builder.bone(row.bone);
    EXPECT_EQ(Parts(builder).of(row.bone), row.part);
  }
}

TEST(BodyParts, AreInTheManualAsTheyAreHere) {
  std::ifstream in(std::string(MMDVIEW_SOURCE_DIR) + "/docs/user/labels.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t i = 0; i < body_parts().size(); ++i)
    EXPECT_THAT(page, ::testing::HasSubstr("| " + std::to_string(i) + " | " +
                                           std::string(body_parts()[i].name) + " |"));
  for (const BodyPartBone& row : body_part_bones())
    EXPECT_THAT(page,
                ::testing::HasSubstr("| " + std::string(row.bone) + " | " + std::string(row.part) + " |"));
}

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
