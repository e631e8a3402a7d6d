#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assets/name_lookup.h"
#include "base/text.h"

namespace mmd {
namespace {

using testing::ElementsAre;

TEST(DecodeNames, KeepsUtf8) {
  EXPECT_THAT(decode_names({"a.pmx", "初音ミク.pmx", ""}), ElementsAre("a.pmx", "初音ミク.pmx", ""));
}

TEST(DecodeNames, ReadsJapaneseAsCp932) {
  for (const char* name : {"初音ミク.pmx", "表情.png", "ﾓﾃﾞﾙ/ﾃｸｽﾁｬ.bmp", "体①.tga", "髙橋.pmx", "ソ/ポ.bmp"})
    EXPECT_THAT(decode_names({*cp932_from_utf8(name), "a.txt"}), ElementsAre(name, "a.txt"));
}

// The bytes of these are of other programs: there is no way back from UTF-8 in base/.
TEST(DecodeNames, ReadsChineseOfTheMainlandAsGbk) {
  EXPECT_THAT(decode_names({"\xb3\xf5\xd2\xf4\xc4\xa3\xd0\xcd.pmx"}), ElementsAre("初音模型.pmx"));
  EXPECT_THAT(decode_names({"\xcc\xf9\xcd\xbc/\xc1\xb3.png", "\xc4\xa3\xd0\xcd/\xcd\xb7\xb7\xa2.png"}),
              ElementsAre("贴图/脸.png", "模型/头发.png"));
}

TEST(DecodeNames, ReadsChineseOfTaiwanAsBig5) {
  EXPECT_THAT(decode_names({"\xbc\xd2\xab\xac/\xa4\xd1\xa4\xe5.png", "\xc0\x59\xbe\x76.png"}),
              ElementsAre("模型/天文.png", "頭髮.png"));
}

TEST(DecodeNames, TheNamesOfOneArchiveDecideTogether) {
  // Alone, these katakana could be the hanzi 用拶.
  EXPECT_THAT(decode_names({*cp932_from_utf8("ﾓﾃﾞﾙ.png"), *cp932_from_utf8("初音ミク.pmx")}),
              ElementsAre("ﾓﾃﾞﾙ.png", "初音ミク.pmx"));
}

TEST(DecodeNames, ABackslashThatBecameASlashIsPutBack) {
  EXPECT_THAT(decode_names({"tex/\x83/\x8a\xe7.png"}), ElementsAre("tex/ソ顔.png"));
}

TEST(DecodeNames, WhatNoneCanReadStaysInPart) {
  EXPECT_THAT(decode_names({"a\xff\xff\x80.png"}), ElementsAre(testing::HasSubstr(".png")));
  EXPECT_TRUE(is_utf8(decode_names({"a\xff\xff\x80.png"})[0]));
}

}  // namespace
}  // namespace mmd
