// The tables convert as the system's iconv does. Compiled where the program itself takes that (glibc has all
// of them).

#include "base/iconv_tables.h"

#include <cstdint>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <utf8proc.h>

#include "base/charset.h"

namespace mmd {
namespace {

using Convert = decltype(convert_charset);

std::string with_marks(Convert& convert, Charset to, Charset from, std::string_view text) {
  std::string out;
  EXPECT_TRUE(convert(to, from, text, "\x01", out));
  return out;
}

/// Both conversions of `text`, where \x01 stands for each byte that cannot be converted.
void expect_same(Charset to, Charset from, std::string_view text) {
  const std::string system = with_marks(convert_charset, to, from, text);
  const std::string tables = with_marks(iconv_tables::convert, to, from, text);
  if (system == tables) return;
  std::size_t at = 0;
  while (at < system.size() && at < tables.size() && system[at] == tables[at]) ++at;
  FAIL() << "differs at byte " << at << " of " << system.size();
}

class ReadsAsIconv : public testing::TestWithParam<Charset> {};

TEST_P(ReadsAsIconv, OneByte) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    SCOPED_TRACE(byte);
    expect_same(Charset::utf8, GetParam(), std::string(1, static_cast<char>(byte)));
  }
}

TEST_P(ReadsAsIconv, TwoBytes) {
  std::string all;
  for (unsigned lead = 0; lead < 256; ++lead)
    for (unsigned trail = 0; trail < 256; ++trail)
      all += {static_cast<char>(lead), static_cast<char>(trail), '\n', '\n'};
  expect_same(Charset::utf8, GetParam(), all);
}

TEST_P(ReadsAsIconv, GivesUpAtTheSameSequences) {
  for (unsigned lead = 0x80; lead < 256; ++lead) {
    for (unsigned trail = 0; trail < 256; trail += 3) {
      const std::string bytes = {static_cast<char>(lead), static_cast<char>(trail)};
      std::string system, tables;
      EXPECT_EQ(convert_charset(Charset::utf8, GetParam(), bytes, std::nullopt, system),
                iconv_tables::convert(Charset::utf8, GetParam(), bytes, std::nullopt, tables));
      EXPECT_EQ(system, tables);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(IconvTables, ReadsAsIconv,
                         testing::Values(Charset::cp932, Charset::cp936, Charset::big5));

class WritesAsIconv : public testing::TestWithParam<Charset> {};

/// All of the basic plane and the tags, which glibc leaves out. Of the rest, which none of the charsets has,
/// a part.
TEST_P(WritesAsIconv, EveryCharacter) {
  std::string all;
  constexpr std::int32_t step = 61;
  for (std::int32_t code = 0; code < 0x110000;
       code += code < 0x10000 || (code >= 0xDFF00 && code < 0xE0100) ? 1 : step) {
    if (code >= 0xD800 && code < 0xE000) continue;
    utf8proc_uint8_t bytes[4];
    const utf8proc_ssize_t n = utf8proc_encode_char(code, bytes);
    all.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(n));
    all += '\n';
  }
  expect_same(GetParam(), Charset::utf8, all);
}

TEST_P(WritesAsIconv, InvalidUtf8) {
  for (const std::string_view text :
       {"\x80", "\xC0\xAF", "\xE3\x81", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF"})
    expect_same(GetParam(), Charset::utf8, text);
}

INSTANTIATE_TEST_SUITE_P(IconvTables, WritesAsIconv, testing::Values(Charset::cp932, Charset::cp936));

TEST(IconvTables, DoNotWriteBig5) {
  std::string out;
  EXPECT_FALSE(iconv_tables::convert(Charset::big5, Charset::utf8, "a", std::nullopt, out));
}

}  // namespace
}  // namespace mmd
