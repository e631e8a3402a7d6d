#include "options/advice.h"

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

std::string hint(Advice advice, const std::string& file, std::vector<std::string> names) {
  return in_words(in_file(with_advice(make_error("x"), advice, std::move(names)), file)).hint;
}

TEST(Advice, OneOfSeveralMembersIsNamedAsAShellTakesIt) {
  EXPECT_EQ(hint(Advice::name_one, "a.zip", {"m.pmx", "n o.pmx"}),
            "give one of them: a.zip/m.pmx, 'a.zip/n o.pmx'");
  EXPECT_EQ(hint(Advice::see_members, "a.zip", {"m.pmx"}), "it holds a.zip/m.pmx");
}

TEST(Advice, ManyMembersAreCounted) {
  EXPECT_THAT(hint(Advice::see_members, "a.zip", std::vector<std::string>(25, "m.pmx")),
              ::testing::EndsWith(" and 5 more"));
}

TEST(Advice, WhatCannotBeNamedAsItIsHasToBeSavedOrUnpackedFirst) {
  EXPECT_EQ(hint(Advice::name_one, "-", {"m.pmx"}),
            "save it as a file, and give one of them: ARCHIVE.zip/m.pmx");
  const test::TemporaryFolder folder;
  const std::string outer = to_utf8(folder.put("outer.zip", "anything"));
  EXPECT_EQ(hint(Advice::name_one, outer + "/inner.zip", {"m.pmx"}),
            "unpack " + shell_word(outer) + ", then give one of them: inner.zip/m.pmx");
}

TEST(Advice, EveryOtherOneHasItsWordsAndAHintStaysAsItIs) {
  EXPECT_EQ(hint(Advice::other_file, "a b.pmz", {"a b.pmx"}), "did you mean 'a b.pmx'?");
  EXPECT_EQ(hint(Advice::list_bones, "", {}), "`mmdview bones MODEL` lists its bones");
  EXPECT_EQ(hint(Advice::list_morphs, "", {}), "`mmdview info MODEL` lists its morphs");
  EXPECT_EQ(hint(Advice::see_notes, "", {}), "-v tells of each");
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

}  // namespace
}  // namespace mmd
