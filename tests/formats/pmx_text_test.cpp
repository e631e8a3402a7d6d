#include <gtest/gtest.h>

#include "formats/pmx.h"

namespace mmd::pmx {
namespace {

TEST(PmxText, ComesBackInEitherEncoding) {
  for (const auto encoding : {TextEncoding::utf16le, TextEncoding::utf8}) {
    for (const char* text : {"", "abc", "センター 😀", "a\r\nb"}) {
      EXPECT_EQ(to_utf8(from_utf8(text, encoding), encoding), text);
    }
  }
}

TEST(PmxText, ReplacesWhatIsInvalid) {
  EXPECT_EQ(to_utf8(Text{"a\xff"}, TextEncoding::utf8), "a\xEF\xBF\xBD");
  EXPECT_EQ(to_utf8(Text{std::string("a\0\x00\xdc", 4)}, TextEncoding::utf16le), "a\xEF\xBF\xBD");
}

}  // namespace
}  // namespace mmd::pmx
