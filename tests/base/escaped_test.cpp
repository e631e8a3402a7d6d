#include "base/escaped.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(EscapedUtf8, ShowsBytesThatAreNoneAndLeavesTheRest) {
  EXPECT_EQ(escaped_utf8(""), "");
  EXPECT_EQ(escaped_utf8("モデル a.pmx"), "モデル a.pmx");
  EXPECT_EQ(escaped_utf8("a\xff\xfe.pmx"), "a\\xff\\xfe.pmx");
  EXPECT_EQ(escaped_utf8("\xe3\x83"), "\\xe3\\x83") << "cut off";
  EXPECT_EQ(escaped_utf8("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a pair";
  EXPECT_EQ(escaped_utf8("\xc0\xaf"), "\\xc0\\xaf") << "longer than it has to be";
  EXPECT_EQ(escaped_utf8(std::string("a\0b", 3)), std::string("a\0b", 3));
}

TEST(EscapedUtf8, ShowsControlCharactersThatTerminalsTakeForCommands) {
  EXPECT_EQ(escaped_utf8("a\xc2\x9b"
                         "31mb"),
            "a\\xc2\\x9b31mb");
  EXPECT_EQ(escaped_utf8("\xc2\x80\xc2\x9f"), "\\xc2\\x80\\xc2\\x9f");
  EXPECT_EQ(escaped_utf8("\xc2\xa0"), "\xc2\xa0") << "a space";
}

}  // namespace
}  // namespace mmd
