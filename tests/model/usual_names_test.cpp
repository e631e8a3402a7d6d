#include "model/usual_names.h"

#include <gmock/gmock.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;

TEST(UsualNames, KnowEnglishNamesInAnyWidth) {
  EXPECT_EQ(usual_english_bone("左足IK"), "leg IK_L");
  EXPECT_EQ(usual_english_bone("右足ＩＫ"), "leg IK_R");
  EXPECT_EQ(usual_english_bone("腰キャンセル右"), "waist cancel_R");
  EXPECT_EQ(usual_english_bone("左髪３"), "");
  EXPECT_EQ(usual_english_morph("ｳｨﾝｸ２右"), "wink2_R");
  EXPECT_EQ(usual_english_material("髪2"), "hair2");
  EXPECT_EQ(usual_english_material("謎"), "");
  EXPECT_EQ(usual_panel("あ"), 3);
  EXPECT_EQ(usual_panel("謎"), std::nullopt);
}

TEST(UsualNames, FillOnlyEmptyNamesAndEachOnce) {
  FileBuilder b;
  b.bone("頭");
  b.bone("首");
  b.file.bones[1].name_english = b.text("my neck");
  b.bone("髪");
  b.square({0, 0, 0}, 1, 0);
  b.material("髪");
  b.square({0, 0, 0}, 1, 0);
  b.material("髪");
  const auto changes = fill_english_names(b.file);
  EXPECT_EQ(changes.size(), 3u);
  EXPECT_EQ(b.file.utf8(b.file.bones[0].name_english), "head");
  EXPECT_EQ(b.file.utf8(b.file.bones[1].name_english), "my neck");
  EXPECT_EQ(b.file.utf8(b.file.materials[0].name_english), "hair");
  EXPECT_EQ(b.file.utf8(b.file.materials[1].name_english), "hair_2");
}

}  // namespace
}  // namespace mmd
