#include "base/text.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mmd {
namespace {

using namespace std::string_literals;

const std::string replacement = "\xEF\xBF\xBD";

TEST(Cp932, RoundTripsExactly) {
  const struct {
    const char *bytes, *text;
  } rows[] = {
      // 表 and ソ end in the byte of a backslash; then ー, half-width kana, full-width letters, the wave
      // dash.
      {"\x95\x5c\x83\x5c\x81\x5b \xb1\xb2 \x82\x60\x82\x6a \x81\x60 \x5c\x7e", "表ソー ｱｲ ＡＫ ～ \\~"},
      {"\x87\x40\xfb\xfc", "①髙"},  // NEC's row 13 and IBM's extensions
      {"", ""},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(utf8_from_cp932(row.bytes), row.text);
    EXPECT_EQ(cp932_from_utf8(row.text), row.bytes);
  }
}

TEST(Cp932, RoundTripsTheMainRows) {
  for (int lead = 0x81; lead <= 0x9f; ++lead) {
    for (int trail = 0x40; trail <= 0xfc; ++trail) {
      const std::string bytes = {static_cast<char>(lead), static_cast<char>(trail)};
      const auto text = utf8_from_cp932(bytes);
      // Characters of rows 0x81 and 0x87 have two encodings.
      if (!text || lead == 0x81 || lead == 0x87) continue;
      ASSERT_EQ(cp932_from_utf8(*text), bytes) << *text;
    }
  }
}

TEST(Cp932, RejectsOrReplacesInvalidBytes) {
  EXPECT_FALSE(utf8_from_cp932("a\x81"));
  EXPECT_FALSE(utf8_from_cp932("\x81\x20"));
  EXPECT_FALSE(cp932_from_utf8("😀"));
  EXPECT_FALSE(cp932_from_utf8("\xff"));
  EXPECT_EQ(utf8_from_cp932_lossy("a\x81"), "a" + replacement);
  EXPECT_EQ(utf8_from_cp932_lossy("\x95\x5c\x81\x20z"), "表" + replacement + " z");
  const std::string filler(5000, 'x');
  EXPECT_EQ(utf8_from_cp932_lossy(filler + "\x81"), filler + replacement);
}

TEST(Utf16, RoundTripsInBothByteOrders) {
  for (const std::string& text : {""s, "abc"s, "センター"s, "a😀b"s, "\0x"s, "\U0010FFFF"s}) {
    EXPECT_EQ(utf8_from_utf16le(utf16le_from_utf8(text)), text);
    EXPECT_EQ(utf8_from_utf16be(utf16be_from_utf8(text)), text);
  }
  EXPECT_EQ(utf16le_from_utf8("A😀"), "A\0\x3d\xd8\x00\xde"s);
  EXPECT_EQ(utf16be_from_utf8("A😀"), "\0A\xd8\x3d\xde\x00"s);
}

TEST(Utf16, ReplacesUnpairedSurrogatesAndADanglingByte) {
  EXPECT_EQ(utf8_from_utf16le("\x3d\xd8"s), replacement);
  EXPECT_EQ(utf8_from_utf16le("\x00\xde"s), replacement);
  EXPECT_EQ(utf8_from_utf16le("\x3d\xd8"
                              "A\0"s),
            replacement + "A");
  EXPECT_EQ(utf8_from_utf16le("\x3d\xd8\x3d\xd8\x00\xde"s), replacement + "😀");
  EXPECT_EQ(utf8_from_utf16le("A\0B"s), "A" + replacement);
  EXPECT_EQ(utf16le_from_utf8("\xff"), "\xfd\xff");
}

TEST(Utf8, IsUtf8) {
  for (const std::string& good : {""s, "abc"s, "\0"s, "é"s, "表"s, "😀"s, "\U0010FFFF"s})
    EXPECT_TRUE(is_utf8(good));
  for (const std::string& bad :
       {"\x80"s, "\xc0\x80"s, "\xed\xa0\x80"s, "\xf4\x90\x80\x80"s, "\xe8\xa1"s, "\xff"s}) {
    EXPECT_FALSE(is_utf8(bad));
    EXPECT_FALSE(is_utf8("a" + bad));
  }
}

TEST(Utf8, LossyReplacesEachBadByteAndIsValid) {
  EXPECT_EQ(utf8_lossy("表"), "表");
  EXPECT_EQ(utf8_lossy("a\xff"
                       "b"),
            "a" + replacement + "b");
  for (const std::string& bad : {"\xe8\xa1"s, "\xed\xa0\x80"s, "\xf0\x9f\x98"s})
    EXPECT_TRUE(is_utf8(utf8_lossy(bad)));
}

TEST(FoldName, IgnoresCaseWidthAndComposition) {
  EXPECT_EQ(fold_name("TEX.BMP"), fold_name("tex.bmp"));
  EXPECT_EQ(fold_name("ｔｅｘ１.png"), fold_name("TEX1.PNG"));
  EXPECT_EQ(fold_name("か\xE3\x82\x99"), fold_name("が"));
  EXPECT_EQ(fold_name("ｶﾞ"), fold_name("ガ"));
  EXPECT_NE(fold_name("か"), fold_name("が"));
  EXPECT_NE(fold_name("a"), fold_name("b"));
  EXPECT_EQ(fold_name(""), "");
}

TEST(FoldName, IsIdempotentAndKeepsInvalidText) {
  for (const char* text : {"ＡＢＣ", "Straße", "か\xE3\x82\x99"})
    EXPECT_EQ(fold_name(fold_name(text)), fold_name(text));
  EXPECT_EQ(fold_name("A\xff"), "A\xff");
}

TEST(Text, OnlyCp932ReplacesOtherCharacters) {
  EXPECT_EQ(only_cp932("ミクv2", '_'), "ミクv2");
  EXPECT_EQ(only_cp932("脸ミク\xF0\x9F\x98\x80", '_'), "_ミク_");
  EXPECT_EQ(only_cp932("a\xFF", '?'), "a?");
}

TEST(Text, Utf16UnitsRoundTrip) {
  EXPECT_EQ(utf16_units("左ひざD"), U"左ひざD");
  EXPECT_EQ(utf16_units("\U0001F600").size(), 2u) << "a pair";
  for (const char* name : {"", "左ひざD", "ﾈｸﾀｲ_L", "\U0001F600右"})
    EXPECT_EQ(utf8_from_units(utf16_units(name)), name);
}

TEST(EscapedUtf8, EscapesInvalidBytesAndSteeringCharacters) {
  const struct {
    std::string text, escaped;
  } rows[] = {
      {"", ""},
      {"モデル a.pmx", "モデル a.pmx"},
      {"a\xff\xfe.pmx", "a\\xff\\xfe.pmx"},
      {"\xe3\x83", "\\xe3\\x83"},               // cut off
      {"\xed\xa0\x80", "\\xed\\xa0\\x80"},      // half of a surrogate pair
      {"\xc0\xaf", "\\xc0\\xaf"},               // overlong
      {"a\xc2\x9b\x33\x31mb", "a\\u009b31mb"},  // a control sequence of terminals
      {"\xc2\x80\xc2\x9f", "\\u0080\\u009f"},
      {"\x1b[2J\x07\x7f", "\\u001b[2J\\u0007\\u007f"},
      {std::string("a\0b\r\n", 5), "a\\u0000b\\u000d\\u000a"},
      {"\xc2\xa0", "\xc2\xa0"},               // a no-break space
      {"a\u202egnp.exe", "a\\u202egnp.exe"},  // reverses the text after it
      {"\u061c\u200e\u200f\u202a\u2066\u2069\u2028\u2029",
       "\\u061c\\u200e\\u200f\\u202a\\u2066\\u2069\\u2028\\u2029"},
      {"\u200b\u200c\u200d\u2027\u206a", "\u200b\u200c\u200d\u2027\u206a"},  // joiners and the like
  };
  for (const auto& row : rows) EXPECT_EQ(escaped_utf8(row.text), row.escaped);
}

TEST(EscapedJson, EscapesSteeringCharacters) {
  EXPECT_EQ(escaped_json("{\n \"a\\n\": \"\xc2\x9b\x7f\u202e右\"}\n"),
            "{\n \"a\\n\": \"\\u009b\\u007f\\u202e右\"}\n");
}

TEST(NaturalLess, ComparesNumbersByValueAndIgnoresCase) {
  EXPECT_TRUE(natural_less("pose2", "pose10"));
  EXPECT_FALSE(natural_less("pose10", "pose2"));
  EXPECT_TRUE(natural_less("Pose2", "pose3"));
  EXPECT_TRUE(natural_less("pose2", "POSE3"));
  EXPECT_TRUE(natural_less("a", "a1"));
  EXPECT_TRUE(natural_less("９", "10"));
  EXPECT_TRUE(natural_less("p99999999999999999999998", "p99999999999999999999999"));
}

TEST(NaturalLess, IsAStrictOrder) {
  const std::vector<std::string> names = {"",    "1",   "01", "001", "a",  "A",  "a1",
                                          "a01", "a1b", "10", "9",   "あ", "ア", "-"};
  for (const auto& a : names) {
    EXPECT_FALSE(natural_less(a, a)) << a;
    for (const auto& b : names) {
      if (a != b) {
        EXPECT_NE(natural_less(a, b), natural_less(b, a)) << a << " " << b;
      }
      for (const auto& c : names) {
        if (natural_less(a, b) && natural_less(b, c)) {
          EXPECT_TRUE(natural_less(a, c)) << a << " " << b << " " << c;
        }
      }
    }
  }
}

TEST(Pattern, MatchesStarsQuestionMarksAndBrackets) {
  const struct {
    std::string name, pattern;
    bool fits;
  } rows[] = {
      {"a.vpd", "*.vpd", true},
      {"a.vpd", "*", true},
      {"", "*", true},
      {"pose12.vpd", "pose??.vpd", true},
      {"pose1.vpd", "pose??.vpd", false},
      {"a.vpd.bak", "*.vpd", false},
      {"aXbXbc", "a*b*c", true},
      {"aXbXb", "a*b*c", false},
      {"手.vpd", "?.vpd", true},
      {"手.vpd", "[足手].vpd", true},
      {"手.vpd", "[!足手].vpd", false},
      {"\xFF.vpd", "?.vpd", true},  // an invalid byte is a character
      {"b", "[a-c]", true},
      {"d", "[a-c]", false},
      {"d", "[!a-c]", true},
      {"]", "[]]", true},
      {"[a", "[a", true},
      {"-", "[a-]", true},
      {std::string(2000, 'a'), "*a*a*a*a*a*a*a*a*a*a*b", false},  // without exponential time
  };
  for (const auto& row : rows) EXPECT_EQ(fits_pattern(row.name, row.pattern), row.fits) << row.pattern;
}

TEST(Pattern, IsRecognisedByItsCharacters) {
  for (const char* pattern : {"*.vpd", "a?", "[ab]"}) EXPECT_TRUE(is_pattern(pattern)) << pattern;
  for (const char* name : {"", "a.vpd", "a]"}) EXPECT_FALSE(is_pattern(name)) << name;
}

}  // namespace
}  // namespace mmd
