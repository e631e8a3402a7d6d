#include "options/text_table.h"

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
  EXPECT_EQ(on_one_line("a\xff\x1b\n.pmx"), "a\\xff\\u001b .pmx");
  EXPECT_EQ(json_string("a\"b\\\n"), "\"a\\\"b\\\\\\n\"");
  EXPECT_EQ(json_string("右"), "\"右\"");
  EXPECT_EQ(json_string("\xff"), "\"\xEF\xBF\xBD\"");
}

TEST(TextTable, CsvFieldsAreQuotedWhereTheyNeedToBe) {
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"hi\""), "\"say \"\"hi\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "two\\u000alines") << "a row is a line";
}

TEST(TextTable, CsvFieldsThatWouldBeFormulasAreQuotedAndNumbersStayNumbers) {
  for (const char* formula : {"=1+2", "+a", "-a", "@SUM(A1)", "-1-1", "+1", "-"})
    EXPECT_EQ(csv_field(formula), std::string("\"") + formula + '"');
  EXPECT_EQ(csv_field("=a\"b"), "\"=a\"\"b\"");
  for (const char* other : {"-1", "-0.25", "-1e-05", "a=b", "a-1", "＝", ""})
    EXPECT_EQ(csv_field(other), other);
}

TEST(TextTable, NothingInATableOrItsKinSteersATerminal) {
  const std::string name = "a\x1b]0;b\x07\xc2\x9b\x7f\u202e";
  for (const std::string& shown : {aligned({{name, "x"}}), csv_field(name), json_string(name)})
    for (const char* raw : {"\x1b", "\x07", "\xc2\x9b", "\x7f", "\u202e"})
      EXPECT_EQ(shown.find(raw), std::string::npos) << shown;
}

TEST(TextTable, ZeroHasNoSign) {
  EXPECT_EQ(fixed(-0.0004, 3), "0.000");
  EXPECT_EQ(fixed(-0.0006, 3), "-0.001");
  EXPECT_EQ(fixed(-0.0, 0), "0");
  EXPECT_EQ(fixed(12.5, 2), "12.50");
}

}  // namespace
}  // namespace mmd
