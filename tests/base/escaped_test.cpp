#include <gtest/gtest.h>

#include "base/text.h"

namespace mmd {
namespace {

TEST(EscapedUtf8, ShowsBytesThatAreNoneAndLeavesTheRest) {
  EXPECT_EQ(escaped_utf8(""), "");
  EXPECT_EQ(escaped_utf8("モデル a.pmx"), "モデル a.pmx");
  EXPECT_EQ(escaped_utf8("a\xff\xfe.pmx"), "a\\xff\\xfe.pmx");
  EXPECT_EQ(escaped_utf8("\xe3\x83"), "\\xe3\\x83") << "cut off";
  EXPECT_EQ(escaped_utf8("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a pair";
  EXPECT_EQ(escaped_utf8("\xc0\xaf"), "\\xc0\\xaf") << "longer than it has to be";
}

TEST(EscapedUtf8, ShowsControlCharactersThatTerminalsTakeForCommands) {
  EXPECT_EQ(escaped_utf8("a\xc2\x9b"
                         "31mb"),
            "a\\u009b31mb");
  EXPECT_EQ(escaped_utf8("\xc2\x80\xc2\x9f"), "\\u0080\\u009f");
  EXPECT_EQ(escaped_utf8("\x1b[2J\x07\x7f"), "\\u001b[2J\\u0007\\u007f");
  EXPECT_EQ(escaped_utf8(std::string("a\0b\r\n", 5)), "a\\u0000b\\u000d\\u000a");
  EXPECT_EQ(escaped_utf8("\xc2\xa0"), "\xc2\xa0") << "a space";
}

TEST(EscapedUtf8, ShowsMarksThatTurnTextAroundAndLeavesWhatJoinsLetters) {
  EXPECT_EQ(escaped_utf8("a\u202egnp.exe"), "a\\u202egnp.exe");
  EXPECT_EQ(escaped_utf8("\u061c\u200e\u200f\u202a\u2066\u2069\u2028\u2029"),
            "\\u061c\\u200e\\u200f\\u202a\\u2066\\u2069\\u2028\\u2029");
  EXPECT_EQ(escaped_utf8("\u200b\u200c\u200d\u2027\u206a"), "\u200b\u200c\u200d\u2027\u206a");
}

TEST(EscapedJson, SaysTheSameWithoutCharactersThatSteer) {
  EXPECT_EQ(escaped_json("{\n \"a\\n\": \"\xc2\x9b\x7f\u202e右\"}\n"),
            "{\n \"a\\n\": \"\\u009b\\u007f\\u202e右\"}\n");
}

}  // namespace
}  // namespace mmd
