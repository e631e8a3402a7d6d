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

}  // namespace
}  // namespace mmd
