#include "commands/text_table.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(TextTable, WidthCountsColumnsNotBytes) {
  EXPECT_EQ(display_width(""), 0u);
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("右ひざ"), 6u);
  EXPECT_EQ(display_width("ｱ"), 1u) << "half-width katakana";
  EXPECT_EQ(display_width("か\xE3\x82\x99"), 2u) << "a combining mark takes no room";
  EXPECT_EQ(display_width("\xff\xfe"), 2u) << "what is not UTF-8 does not hang";
  EXPECT_EQ(display_width("\xE3"), 1u);
}

TEST(TextTable, ColumnsStandUnderEachOther) {
  const std::string out = aligned({{"name", "n"}, {"右ひざ", "-1.5"}, {"a", "20"}});
  EXPECT_EQ(out, "name    n\n右ひざ  -1.5\na         20\n");
}

TEST(TextTable, RowsMayDifferInLength) {
  EXPECT_EQ(aligned({}), "");
  EXPECT_EQ(aligned({{"a"}, {"b", "c"}}), "a\nb  c\n");
}

TEST(TextTable, ARowStaysOnItsLine) {
  const std::string out = aligned({{"a\nb\tc\x1b[31m", "x"}, {"d", "y"}});
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 2);
  EXPECT_EQ(out.find('\x1b'), std::string::npos) << "a name cannot steer the terminal";
  EXPECT_EQ(out.find('\t'), std::string::npos);
}

TEST(TextTable, JsonStringsAreQuotedAndValid) {
  EXPECT_EQ(on_one_line("a\xff\x1b.pmx"), "a\\xff .pmx");
  EXPECT_EQ(json_string("a\"b\\\n"), "\"a\\\"b\\\\\\n\"");
  EXPECT_EQ(json_string("右"), "\"右\"");
  EXPECT_EQ(json_string("\xff"), "\"\xEF\xBF\xBD\"");
}

TEST(TextTable, CsvFieldsAreQuotedWhereTheyNeedToBe) {
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"hi\""), "\"say \"\"hi\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

TEST(TextTable, ZeroHasNoSign) {
  EXPECT_EQ(fixed(-0.0004, 3), "0.000");
  EXPECT_EQ(fixed(-0.0006, 3), "-0.001");
  EXPECT_EQ(fixed(-0.0, 0), "0");
  EXPECT_EQ(fixed(12.5, 2), "12.50");
}

}  // namespace
}  // namespace mmd
