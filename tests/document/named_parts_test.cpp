#include "document/named_parts.h"

#include <gmock/gmock.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

TEST(NamedParts, AreFoundInJapaneseFirstAndThenInEnglish) {
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

TEST(NamedParts, MaterialsAreNamedByPatternByNumberAndForOneModel) {
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

TEST(NamedParts, AStarIsTheModelRatherThanEachOfItsMaterials) {
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

}  // namespace
}  // namespace mmd
