#include "document/named_parts.h"

#include <gmock/gmock.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

TEST(NamedParts, AreFoundByJapaneseThenEnglishName) {
  test::FileBuilder b;
  b.bone("head");
  b.bone("頭");
  b.bone("首");
  b.file.bones[1].name_english = b.text("head");
  b.file.bones[2].name_english = b.text("neck");
  b.morph<pmx::VertexOffset>("まばたき", pmx::MorphType::vertex, {});
  b.file.morphs[0].name_english = b.text("blink");
  const auto model = b.model();
  EXPECT_EQ(find_bone_called(*model, "head"), 0);
  EXPECT_EQ(find_bone_called(*model, "頭"), 1);
  EXPECT_EQ(find_bone_called(*model, "neck"), 2);
  EXPECT_EQ(model->find_bone("neck"), none) << "files name bones in Japanese";
  EXPECT_EQ(find_morph_called(*model, "blink"), 0);
  EXPECT_EQ(find_bone_called(*model, ""), none) << "most have no English name";
}

TEST(NamedParts, MaterialsMatchPatternsNumbersAndModels) {
  test::FileBuilder b;
  b.bone("a");
  for (const char* name : {"Skirt front", "Skirt back", "髪[1]"}) {
    b.material();
    b.file.materials.back().name = pmx::from_utf8(name, b.file.header.encoding);
  }
  const auto model = b.model();
  using testing::ElementsAre;
  EXPECT_THAT(materials_named({"skirt*"}, *model, 1), ElementsAre(0, 1)) << "without case";
  EXPECT_THAT(materials_named({"#2"}, *model, 1), ElementsAre(2));
  EXPECT_THAT(materials_named({"2:*back"}, *model, 1), ElementsAre());
  EXPECT_THAT(materials_named({"2:*back"}, *model, 2), ElementsAre(1));
  EXPECT_THAT(without_materials({"skirt*", "hat", "2:hat"}, *model, 1), ElementsAre("hat"));
}

TEST(NamedParts, AStarNamesTheWholeModel) {
  test::FileBuilder b;
  b.bone("a");
  b.material();
  b.material();
  const auto model = b.model();
  using testing::ElementsAre;
  EXPECT_TRUE(names_whole_model({"hat", "2:*"}, 2));
  EXPECT_FALSE(names_whole_model({"2:*", "*t"}, 1));
  EXPECT_TRUE(names_whole_model({"*"}, 3));
  EXPECT_THAT(materials_named({"2:*", "#1"}, *model, 2), ElementsAre(0, 1));
  EXPECT_THAT(materials_named_singly({"2:*", "#1"}, *model, 2), ElementsAre(1));
}

using ::testing::HasSubstr;
using ::testing::Not;

std::shared_ptr<const Model> figure() {
  test::FileBuilder b;
  for (const char* name : {"センター", "左ひざ", "ネクタイ1"}) b.bone(name);
  b.morph<pmx::VertexOffset>("あ", pmx::MorphType::vertex, {});
  return b.model();
}

std::string warned(const std::vector<std::string>& bones, const std::vector<std::string>& morphs = {}) {
  UnmatchedNames names;
  names.bones = bones;
  names.morphs = morphs;
  const auto warning = unmatched_warning(names, *figure(), "pose.vpd");
  return warning ? warning->what : "";
}

TEST(UnmatchedNames, NamesStandardBonesFirstAndCountsAccessories) {
  std::vector<std::string> names{"前髪1", "スカート_1", "誰か", "左足ＩＫ"};
  for (int i = 0; i < 25; ++i) names.push_back("後髪" + std::to_string(i));
  EXPECT_EQ(warned(names), "29 bones that the model lacks: 左足ＩＫ, 誰か, and 27 of hair and skirt");
  EXPECT_EQ(warned({"前髪1", "スカート_1", "右袖"}), "") << "only accessories";
  EXPECT_EQ(warned({}), "");
  EXPECT_EQ(warned({"前髪1"}, {"笑い"}), "1 morph that the model lacks: 笑い");
  EXPECT_THAT(warned({"ﾈｸﾀｲ1"}), HasSubstr("did you mean ネクタイ1?"));
}

TEST(UnmatchedNames, NamesTheFirstOfManyAndCountsTheRest) {
  vpd::File file;
  for (int i = 0; i < 3000; ++i) {
    const std::string number = std::to_string(i);
    file.bones.push_back({"骨" + number, vec3(0.0f), vec4(0, 0, 0, 1), 0});
    file.morphs.push_back({"顔" + number, 1.0f, 0});
  }
  const auto model = figure();
  Pose pose(*model);
  UnmatchedNames names = apply_vpd(file, *model, pose);
  EXPECT_EQ(names.bones.size(), max_unmatched);
  EXPECT_EQ(names.morphs.back(), "顔999");
  const auto warning = unmatched_warning(names, *model, "pose.vpd");
  ASSERT_TRUE(warning);
  EXPECT_THAT(warning->what, HasSubstr("3000 bones that the model lacks: 骨0, "));
  EXPECT_THAT(warning->what, HasSubstr("and 2992 more; 3000 morphs that the model lacks: 顔0, "));
  const UnmatchedNames others = names;
  names.add(others);
  EXPECT_EQ(names.bones.size(), max_unmatched);
  EXPECT_EQ(names.bone_count(), 6000u);
  EXPECT_EQ(names.morph_count(), 6000u);
  std::vector<std::string> many;
  for (int i = 0; i < 20; ++i) many.push_back("骨" + std::string(1, static_cast<char>('a' + i)));
  EXPECT_THAT(warned(many), HasSubstr("and 12 more"));
  EXPECT_THAT(warned(many), Not(HasSubstr("骨t")));
}

}  // namespace
}  // namespace mmd
