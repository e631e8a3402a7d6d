#include "model/nearest_name.h"

#include <gmock/gmock.h>

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

TEST(NearestName, FindsOtherSpellings) {
  const std::pair<const char*, const char*> cases[] = {
      // Width.
      {"ﾈｸﾀｲ１", "ネクタイ１"},
      {"ﾈｸﾀｲ1", "ネクタイ１"},
      {"ﾊﾝﾄﾞﾊﾞｯｸﾞ", "ハンドバッグ"},
      {"左足D", "左足Ｄ"},
      {"左足ik", "左足ＩＫ"},
      // Kinds of kana, separators and variants.
      {"せんたー", "センター"},
      {"センタ", "センター"},
      {"左ヒザ", "左ひざ"},
      {"左膝", "左ひざ"},
      {"左手捻", "左手捩"},
      {"スカート01", "スカート_0_1"},
      // One typing error in a long name.
      {"ハンドバック", "ハンドバッグ"},
      {"左スカフーリボン１", "左スカーフリボン１"},
      {"shoolder", "shoulder"},
  };
  for (const auto& [typed, name] : cases) EXPECT_THAT(names().find(typed), Optional(std::string(name)));
}

TEST(NearestName, NeverGuessesSidesAndNumbers) {
  for (const char* name : {"右足Ｄ", "左足Ｐ", "左足", "右手捩", "左手捩1", "左髪３", "右髪１", "elbow",
                           "elbow_", "右ひざ", "左手ＩＫ親", "", "_", "ネクタイ２", "nobody", "ネクタイ",
                           // An l or r may be a side; "shuolder" has two errors.
                           "shouder", "shouldee", "shoulde", "shuolder"})
    EXPECT_EQ(names().find(name), std::nullopt) << name;
}

TEST(NearestName, GuessesOnlyWithoutAmbiguity) {
  EXPECT_EQ(names().find("マント_11"), std::nullopt);
  EXPECT_THAT(names().find("マント１１"), Optional(std::string("マント11")))
      << "but one is the same when folded";
  const NearestNames both({"リボンタイム", "リボンタイヤ"});
  EXPECT_EQ(both.find("リボンタイル"), std::nullopt);
  const NearestNames twice({"ハンドバッグ", "ハンドバッグ", "ひじ", "ひじ"});
  EXPECT_THAT(twice.find("ハンドバック"), Optional(std::string("ハンドバッグ")));
  EXPECT_THAT(twice.find("肘"), Optional(std::string("ひじ")));
}

TEST(NearestName, AcceptsAnyBytes) {
  const NearestNames odd({"", "\xff\xfe", std::string(100'000, 'a'), "\xF0\x9F\x98\x80 smile"});
  for (const std::string& name :
       {std::string("\xff"), std::string(100'000, 'b'), std::string("\xE3\x81"), std::string(3, '\0')}) {
    EXPECT_EQ(odd.find(name), std::nullopt);
  }
}

TEST(NearestName, FindsEnglishNames) {
  const NearestNames all({"頭", "首", "左腕", "右腕"}, {"head", "neck", "arm", "arm"});
  EXPECT_THAT(all.find("Head"), Optional(std::string("頭")));
  EXPECT_THAT(all.find("ｎｅｃｋ"), Optional(std::string("首")));
  EXPECT_THAT(all.find("arm"), std::nullopt) << "which of two?";
  EXPECT_THAT(all.find(""), std::nullopt);
  EXPECT_THAT(NearestNames({"頭", "Head2"}, {"Head2", ""}).find("head2"), Optional(std::string("Head2")))
      << "the name itself comes first";
}

TEST(NearestNames, SuggestsSimilarNames) {
  using ::testing::ElementsAre;
  using ::testing::IsEmpty;
  const NearestNames names({"左ひじ", "右ひじ", "右ひざ", "頭", "右手首", "指１", "指２", "指３", "指４"},
                           {"elbow_L", "elbow_R", "knee_R", "head", "wrist_R"});
  EXPECT_THAT(names.suggestions("右ヒジ"), ElementsAre("右ひじ"));
  EXPECT_THAT(names.suggestions("右ひす"), ElementsAre("右ひじ", "右ひざ"));
  EXPECT_THAT(names.suggestions("ひじ"), ElementsAre("左ひじ", "右ひじ")) << "a part";
  EXPECT_THAT(names.suggestions("elbow"), ElementsAre("左ひじ", "右ひじ")) << "a part of the English name";
  EXPECT_THAT(names.suggestions("wirst_R"), ElementsAre("右手首"));
  for (const char* far : {"", "足", "右", "nonsense", "指５", "_"})
    EXPECT_THAT(names.suggestions(far), IsEmpty()) << far;
  EXPECT_THAT(names.suggestions(std::string(1000, 'a')), IsEmpty());
}

TEST(StandardNames, RecogniseBothSidesInAnySpelling) {
  for (const char* name :
       {"センター", "左腕", "右腕", "右足ＩＫ", "右足IK", "腰キャンセル右", "knee_R", "Upper Body"})
    EXPECT_TRUE(is_standard_bone(name)) << name;
  for (const char* name : {"", "髪1", "左スカート", "腕", "尻尾"})
    EXPECT_FALSE(is_standard_bone(name)) << name;
}

TEST(StandardNames, TranslateEnglishToJapanese) {
  EXPECT_EQ(standard_japanese_name("knee_L"), "左ひざ");
  EXPECT_EQ(standard_japanese_name("KNEE_R"), "右ひざ");
  EXPECT_EQ(standard_japanese_name("leg IK_R"), "右足ＩＫ");
  EXPECT_EQ(standard_japanese_name("blink"), "まばたき");
  EXPECT_EQ(standard_japanese_name("hair_1"), std::nullopt);
}

TEST(StandardNames, ClassifyAccessories) {
  const std::pair<const char*, const char*> cases[] = {{"前髪1", "hair"},     {"ｽｶｰﾄ_0_1", "skirt"},
                                                       {"Skirt_F1", "skirt"}, {"ﾈｸﾀｲ1", "tie"},
                                                       {"左腕", ""},          {"nobody", ""}};
  for (const auto& [bone, kind] : cases) EXPECT_EQ(accessory_of(bone), kind) << bone;
}

}  // namespace
}  // namespace mmd
