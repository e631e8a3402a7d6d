#include <gtest/gtest.h>

#include "model/nearest_name.h"

namespace mmd {
namespace {

TEST(StandardNames, KnowBothSidesHoweverTheyAreWritten) {
  for (const char* name :
       {"センター", "左腕", "右腕", "右足ＩＫ", "右足IK", "腰キャンセル右", "knee_R", "Upper Body"})
    EXPECT_TRUE(is_standard_bone(name)) << name;
  for (const char* name : {"", "髪1", "左スカート", "腕", "尻尾"})
    EXPECT_FALSE(is_standard_bone(name)) << name;
}

TEST(StandardNames, TurnEnglishIntoJapanese) {
  EXPECT_EQ(standard_japanese_name("knee_L"), "左ひざ");
  EXPECT_EQ(standard_japanese_name("KNEE_R"), "右ひざ");
  EXPECT_EQ(standard_japanese_name("leg IK_R"), "右足ＩＫ");
  EXPECT_EQ(standard_japanese_name("blink"), "まばたき");
  EXPECT_EQ(standard_japanese_name("hair_1"), std::nullopt);
}

TEST(StandardNames, TellWhatMovesBesideTheBody) {
  EXPECT_EQ(accessory_of("前髪1"), "hair");
  EXPECT_EQ(accessory_of("ｽｶｰﾄ_0_1"), "skirt");
  EXPECT_EQ(accessory_of("Skirt_F1"), "skirt");
  EXPECT_EQ(accessory_of("ﾈｸﾀｲ1"), "tie");
  EXPECT_EQ(accessory_of("左腕"), "");
  EXPECT_EQ(accessory_of("nobody"), "");
}

}  // namespace
}  // namespace mmd
