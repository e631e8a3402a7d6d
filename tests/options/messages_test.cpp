#include "options/messages.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assets/file_set.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

std::string printed(const Diagnostic& d, int verbosity) {
  Options options;
  options.verbosity = verbosity;
  ::testing::internal::CaptureStderr();
  print(d, options);
  return ::testing::internal::GetCapturedStderr();
}

TEST(Messages, HaveTheDocumentedForm) {
  Diagnostic d = make_error("vertices: 2000000000 declared, room for 4011", "fetch it again");
  d.file = "モデル.pmx";
  d.offset = 0x1a2b;
  EXPECT_EQ(printed(d, 0),
            "mmdview: error: モデル.pmx: offset 0x1a2b: vertices: 2000000000 declared, room for 4011\n"
            "  hint: fetch it again\n");
  d.offset.reset();
  d.line = 12;
  d.hint.clear();
  d.severity = Severity::warning;
  EXPECT_EQ(printed(d, 0),
            "mmdview: warning: モデル.pmx: line 12: vertices: 2000000000 declared, room for 4011\n");
}

TEST(Messages, StayOnOneLineForAnyFileName) {
  Diagnostic d = make_error("x");
  d.file = "evil\n\x1b[31mmmdview: error: x.pmx";
  const std::string said = printed(d, 0);
  EXPECT_EQ(said.find('\n'), said.size() - 1);
  EXPECT_EQ(said.find('\x1b'), std::string::npos);
}

TEST(Messages, QuietKeepsErrorsOnlyAndVerboseAddsNotes) {
  const std::pair<Severity, int> least[] = {
      {Severity::error, -1}, {Severity::warning, 0}, {Severity::note, 1}};
  for (const auto& [severity, from] : least) {
    for (int verbosity = -1; verbosity <= 1; ++verbosity) {
      Diagnostic d = make_error("x");
      d.severity = severity;
      EXPECT_EQ(!printed(d, verbosity).empty(), verbosity >= from);
    }
  }
}

std::string printed(const Diagnostics& list, int verbosity) {
  Options options;
  options.verbosity = verbosity;
  ::testing::internal::CaptureStderr();
  print(list, options);
  return ::testing::internal::GetCapturedStderr();
}

TEST(Messages, OfManyWarningsAboutOneFileOrNoneAreCounted) {
  Diagnostics list(8, in_file(make_warning("x"), "a b.pmx"));
  list.push_back(in_file(make_error("wrong"), "a b.pmx"));
  list.push_back(in_file(make_warning("x"), "c.vpd"));
  const std::string shown = printed(list, 0);
  EXPECT_EQ(std::count(shown.begin(), shown.end(), '\n'), 8);
  EXPECT_THAT(shown, ::testing::EndsWith("mmdview: warning: a b.pmx: … 3 more (mmdview check 'a b.pmx')\n"));
  for (const char* kept : {"error: a b.pmx: wrong", "c.vpd: x"})
    EXPECT_THAT(shown, ::testing::HasSubstr(kept));
  const std::string all = printed(list, 1);
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 10);
  EXPECT_EQ(printed(list, -1), "mmdview: error: a b.pmx: wrong\n");
  EXPECT_THAT(printed(Diagnostics(7, make_warning("x")), 0),
              ::testing::EndsWith("warning: … 2 more (-v lists them)\n"));
}

TEST(Messages, OfStandardInputAreNotLeftToCheck) {
  const Diagnostics list(8, in_file(make_warning("x"), "-"));
  EXPECT_THAT(printed(list, 0), ::testing::EndsWith("-: … 3 more (-v lists them)\n"));
}

std::string hint(Advice advice, const std::string& file, std::vector<std::string> names) {
  return in_words(in_file(with_advice(make_error("x"), advice, std::move(names)), file)).hint;
}

TEST(Advice, MembersAreNamedAsAShellTakesThemAndManyAreCounted) {
  EXPECT_EQ(hint(Advice::name_one, "a.zip", {"m.pmx", "n o.pmx"}),
            "give one of them: a.zip/m.pmx, 'a.zip/n o.pmx'");
  EXPECT_EQ(hint(Advice::see_members, "a.zip", {"m.pmx"}), "it contains a.zip/m.pmx");
  EXPECT_THAT(hint(Advice::see_members, "a.zip", std::vector<std::string>(25, "m.pmx")),
              ::testing::EndsWith(" and 5 more"));
}

TEST(Advice, TellsToSaveOrUnpackFirst) {
  EXPECT_EQ(hint(Advice::name_one, "-", {"m.pmx"}),
            "save it as a file, then give one of them: ARCHIVE.zip/m.pmx");
  const test::TemporaryFolder folder;
  const std::string outer = to_utf8(folder.put("outer.zip", "anything"));
  EXPECT_EQ(hint(Advice::name_one, outer + "/inner.zip", {"m.pmx"}),
            "unpack " + shell_word(outer) + ", then give one of them: inner.zip/m.pmx");
}

TEST(Advice, HasTextForEveryKindAndKeepsHints) {
  EXPECT_EQ(hint(Advice::other_file, "a b.pmz", {"a b.pmx"}), "did you mean 'a b.pmx'?");
  EXPECT_EQ(hint(Advice::list_bones, "", {}), "`mmdview bones MODEL` lists its bones");
  EXPECT_EQ(hint(Advice::list_morphs, "", {}), "`mmdview info MODEL` lists its morphs");
  EXPECT_EQ(hint(Advice::see_notes, "", {}), "-v lists each of them");
  EXPECT_EQ(in_words(make_error("x", "y")).hint, "y");
}

TEST(ShellWord, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(shell_word("a/モデル_1.2-x.zip/m.pmx"), "a/モデル_1.2-x.zip/m.pmx");
  EXPECT_EQ(shell_word("a b.zip"), "'a b.zip'");
  EXPECT_EQ(shell_word("it's.zip"), "'it'\\''s.zip'");
  EXPECT_EQ(shell_word(""), "''");
  for (const char* special : {"$x", "a;b", "a&b", "(1)", "a,b", "~a", "*", "a\\b", "`a`", "\"", "#a", "!a"})
    EXPECT_EQ(shell_word(special), "'" + std::string(special) + "'");
}

TEST(TextTable, WidthCountsColumnsNotBytes) {
  EXPECT_EQ(display_width(""), 0u);
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("右ひざ"), 6u);
  EXPECT_EQ(display_width("ｱ"), 1u) << "half-width katakana";
  EXPECT_EQ(display_width("か\xE3\x82\x99"), 2u) << "a combining mark takes no room";
  EXPECT_EQ(display_width("\xff\xfe"), 2u) << "what is not UTF-8 does not hang";
  EXPECT_EQ(display_width("\xE3"), 1u);
}

TEST(TextTable, ColumnsOfRowsOfAnyLengthStandUnderEachOther) {
  const std::string out = aligned({{"name", "n"}, {"右ひざ", "-1.5"}, {"a", "20"}});
  EXPECT_EQ(out, "name    n\n右ひざ  -1.5\na         20\n");
  EXPECT_EQ(aligned({}), "");
  EXPECT_EQ(aligned({{"a"}, {"b", "c"}}), "a\nb  c\n");
}

TEST(TextTable, JsonStringsAreQuotedAndValid) {
  EXPECT_EQ(on_one_line("a\xff\x1b\n.pmx"), "a\\xff\\u001b .pmx");
  EXPECT_EQ(json_string("a\"b\\\n"), "\"a\\\"b\\\\\\n\"");
  EXPECT_EQ(json_string("右"), "\"右\"");
  EXPECT_EQ(json_string("\xff"), "\"\xEF\xBF\xBD\"");
}

TEST(TextTable, QuotesCsvFieldsWhereNeeded) {
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"hi\""), "\"say \"\"hi\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "two\\u000alines") << "a row is a line";
}

TEST(TextTable, QuotesFormulasButNotNumbers) {
  for (const char* formula : {"=1+2", "+a", "-a", "@SUM(A1)", "-1-1", "+1", "-"})
    EXPECT_EQ(csv_field(formula), std::string("\"") + formula + '"');
  EXPECT_EQ(csv_field("=a\"b"), "\"=a\"\"b\"");
  for (const char* other : {"-1", "-0.25", "-1e-05", "a=b", "a-1", "＝", ""})
    EXPECT_EQ(csv_field(other), other);
}

TEST(TextTable, ZeroHasNoSign) {
  EXPECT_EQ(fixed(-0.0004, 3), "0.000");
  EXPECT_EQ(fixed(-0.0006, 3), "-0.001");
  EXPECT_EQ(fixed(-0.0, 0), "0");
  EXPECT_EQ(fixed(12.5, 2), "12.50");
}

}  // namespace
}  // namespace mmd
