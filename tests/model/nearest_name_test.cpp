#include "model/nearest_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mmd {
namespace {

using ::testing::Optional;

const NearestNames& names() {
  static const NearestNames all({"センター", "ネクタイ１", "左足Ｄ", "左足ＩＫ", "右足ＩＫ", "左手捩",
                                 "左ひざ", "スカート_0_1", "左スカーフリボン１", "右スカーフリボン１",
                                 "ハンドバッグ", "elbow_L", "elbow_R", "左髪１", "左髪２", "shoulder",
                                 "マント11", "マント1_1", "左足ＩＫ親"});
  return all;
}

TEST(NearestName, WidthDoesNotMatter) {
  EXPECT_THAT(names().find("ﾈｸﾀｲ１"), Optional(std::string("ネクタイ１")));
  EXPECT_THAT(names().find("ﾈｸﾀｲ1"), Optional(std::string("ネクタイ１")));
  EXPECT_THAT(names().find("ﾊﾝﾄﾞﾊﾞｯｸﾞ"), Optional(std::string("ハンドバッグ")));
  EXPECT_THAT(names().find("左足D"), Optional(std::string("左足Ｄ")));
  EXPECT_THAT(names().find("左足ik"), Optional(std::string("左足ＩＫ")));
}

TEST(NearestName, KindsOfKanaSeparatorsAndVariantsDoNotMatter) {
  EXPECT_THAT(names().find("せんたー"), Optional(std::string("センター")));
  EXPECT_THAT(names().find("センタ"), Optional(std::string("センター")));
  EXPECT_THAT(names().find("左ヒザ"), Optional(std::string("左ひざ")));
  EXPECT_THAT(names().find("左膝"), Optional(std::string("左ひざ")));
  EXPECT_THAT(names().find("左手捻"), Optional(std::string("左手捩")));
  EXPECT_THAT(names().find("スカート01"), Optional(std::string("スカート_0_1")));
}

TEST(NearestName, ASlipInALongNameIsForgiven) {
  EXPECT_THAT(names().find("ハンドバック"), Optional(std::string("ハンドバッグ")));
  EXPECT_THAT(names().find("左スカフーリボン１"), Optional(std::string("左スカーフリボン１")));
  EXPECT_THAT(names().find("shouder"), std::nullopt) << "an l may be a side";
  EXPECT_THAT(names().find("shouldee"), std::nullopt) << "an r may be a side";
  EXPECT_THAT(names().find("shoulde"), std::nullopt);
  EXPECT_THAT(names().find("shuolder"), std::nullopt) << "two in a short name";
  EXPECT_THAT(names().find("shoolder"), Optional(std::string("shoulder")));
}

TEST(NearestName, WhatTellsBonesApartIsNeverGuessed) {
  for (const char* name : {"右足Ｄ", "左足Ｐ", "左足", "右手捩", "左手捩1", "左髪３", "右髪１", "elbow",
                           "elbow_", "右ひざ", "左手ＩＫ親", "", "_", "ネクタイ２", "nobody", "ネクタイ"})
    EXPECT_EQ(names().find(name), std::nullopt) << name;
}

TEST(NearestName, OfSeveralLikelyOnesNoneIsTaken) {
  EXPECT_EQ(names().find("マント_11"), std::nullopt);
  EXPECT_THAT(names().find("マント１１"), Optional(std::string("マント11")))
      << "but one is the same when folded";
  const NearestNames both({"リボンタイム", "リボンタイヤ"});
  EXPECT_EQ(both.find("リボンタイル"), std::nullopt);
}

TEST(NearestName, ANameTwiceIsOneName) {
  const NearestNames twice({"ハンドバッグ", "ハンドバッグ", "ひじ", "ひじ"});
  EXPECT_THAT(twice.find("ハンドバック"), Optional(std::string("ハンドバッグ")));
  EXPECT_THAT(twice.find("肘"), Optional(std::string("ひじ")));
}

TEST(NearestName, AnyBytesAreSafe) {
  const NearestNames odd({"", "\xff\xfe", std::string(100'000, 'a'), "\xF0\x9F\x98\x80 smile"});
  for (const std::string& name :
       {std::string("\xff"), std::string(100'000, 'b'), std::string("\xE3\x81"), std::string(3, '\0')}) {
    EXPECT_EQ(odd.find(name), std::nullopt);
  }
}

TEST(NearestName, TheEnglishNameIsUnderstood) {
  const NearestNames all({"頭", "首", "左腕", "右腕"}, {"head", "neck", "arm", "arm"});
  EXPECT_THAT(all.find("Head"), Optional(std::string("頭")));
  EXPECT_THAT(all.find("ｎｅｃｋ"), Optional(std::string("首")));
  EXPECT_THAT(all.find("arm"), std::nullopt) << "which of two?";
  EXPECT_THAT(all.find(""), std::nullopt);
  EXPECT_THAT(NearestNames({"頭", "Head2"}, {"Head2", ""}).find("head2"), Optional(std::string("Head2")))
      << "the name itself comes first";
}

TEST(NearestNames, NearAreThoseThatSomeoneMayHaveHadInMind) {
  using ::testing::ElementsAre;
  using ::testing::IsEmpty;
  const NearestNames names({"左ひじ", "右ひじ", "右ひざ", "頭", "右手首", "指１", "指２", "指３", "指４"},
                           {"elbow_L", "elbow_R", "knee_R", "head", "wrist_R"});
  EXPECT_THAT(names.near("右ヒジ"), ElementsAre("右ひじ")) << "what is meant";
  EXPECT_THAT(names.near("右ひす"), ElementsAre("右ひじ", "右ひざ"));
  EXPECT_THAT(names.near("ひじ"), ElementsAre("左ひじ", "右ひじ")) << "a part";
  EXPECT_THAT(names.near("elbow"), ElementsAre("左ひじ", "右ひじ")) << "a part of the other word for it";
  EXPECT_THAT(names.near("wirst_R"), ElementsAre("右手首"));
  for (const char* far : {"", "足", "右", "nonsense", "指５", "_"})
    EXPECT_THAT(names.near(far), IsEmpty()) << far;
  EXPECT_THAT(names.near(std::string(1000, 'a')), IsEmpty());
}

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
