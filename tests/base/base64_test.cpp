#include "base/base64.h"

#include <string_view>
#include <utility>

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(Base64, EncodesBytesAndBack) {
  // RFC 4648, section 10.
  const std::pair<const char*, const char*> examples[] = {
      {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, coded] : examples) EXPECT_EQ(base64(as_byte_span(std::string_view(plain))), coded);
  EXPECT_EQ(base64(as_byte_span(std::string_view("\xff\xfe\xfd"))), "//79");
  for (const auto& [plain, coded] : examples) {
    const auto bytes = bytes_of_base64(coded);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(as_text(*bytes), plain);
  }
  for (const char* wrong : {"a", "ab", "ab*=", "a=bc"}) EXPECT_FALSE(bytes_of_base64(wrong)) << wrong;
}

}  // namespace
}  // namespace mmd
