#include "app/text/romaji.h"

#include <gmock/gmock.h>

namespace mmd {
namespace {

using testing::Contains;
using testing::ElementsAre;

TEST(Romaji, ReadsTheUsualNames) {
  EXPECT_THAT(romaji_of("左腕"), ElementsAre("hidariude"));
  EXPECT_THAT(romaji_of("センター"), ElementsAre(simple_romaji("sentaa")));
  EXPECT_THAT(romaji_of("上半身2"), ElementsAre(simple_romaji("jouhanshin2")));
  EXPECT_THAT(romaji_of("左足ＩＫ"), ElementsAre("hidariasiik", simple_romaji("hidariashiik")));
  EXPECT_THAT(romaji_of("全ての親"), ElementsAre(simple_romaji("subetenooya")));
  EXPECT_THAT(romaji_of("右人指１"), Contains(simple_romaji("migihitosashi1")));
  EXPECT_THAT(romaji_of("ウィンク"), ElementsAre("winku"));
  EXPECT_THAT(romaji_of("ネクタイ"), ElementsAre("nekutai"));
  EXPECT_THAT(romaji_of("びっくり"), ElementsAre("bikkuri"));
  EXPECT_THAT(romaji_of("じと目"), ElementsAre(simple_romaji("jitome")));
  EXPECT_THAT(romaji_of("ちゃ"), ElementsAre(simple_romaji("cha")));
  EXPECT_THAT(romaji_of("フェイス"), ElementsAre(simple_romaji("feisu")));
  EXPECT_THAT(romaji_of("\xff\xe3"), ElementsAre("")) << "not UTF-8";
}

TEST(Romaji, SpellingsBecomeEqual) {
  EXPECT_EQ(simple_romaji("Shi-tsu"), simple_romaji("situ"));
  EXPECT_EQ(simple_romaji("fu ji chi"), simple_romaji("huziti"));
  EXPECT_EQ(simple_romaji("sha ja cho"), simple_romaji("sya zya tyo"));
  EXPECT_EQ(simple_romaji("joohanshin"), simple_romaji("johansin"));
}

TEST(Romaji, FindsNamesInAnyWay) {
  EXPECT_TRUE(matches_name("hidari ude", "左腕", ""));
  EXPECT_TRUE(matches_name("hidariude", "左腕", ""));
  EXPECT_TRUE(matches_name("ude hidari", "左腕", ""));
  EXPECT_TRUE(matches_name("腕", "左腕", ""));
  EXPECT_TRUE(matches_name("hidari ashi ik", "左足ＩＫ", ""));
  EXPECT_TRUE(matches_name("hidariashiik", "左足ＩＫ", ""));
  EXPECT_TRUE(matches_name("arm", "左腕", "Left Arm"));
  EXPECT_TRUE(matches_name("left ude", "左腕", "Left Arm"));
  EXPECT_FALSE(matches_name("migi ude", "左腕", "Left Arm"));
  EXPECT_FALSE(matches_name("d", "左腕", "Left Arm")) << "one letter reads too little";
  EXPECT_FALSE(matches_name("", "左腕", "Left Arm"));
  EXPECT_FALSE(matches_name("?", "左腕", "Left Arm"));
}

}  // namespace
}  // namespace mmd
