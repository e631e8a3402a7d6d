#include "base/diagnostic.h"

#include <gtest/gtest.h>

#include "base/result.h"

namespace mmd {
namespace {

TEST(Diagnostic, DescribesPlaceThenWhat) {
  Diagnostic d = make_error("broken", "mend it");
  EXPECT_EQ(describe(d), "broken");
  d.line = 12;
  EXPECT_EQ(describe(d), "line 12: broken");
  EXPECT_EQ(describe(in_file(d, "a.vpd")), "a.vpd: line 12: broken");
  d.line.reset();
  d.offset = 0x1a2b;
  EXPECT_EQ(describe(in_file(d, "モデル.pmx")), "モデル.pmx: offset 0x1a2b: broken");
}

TEST(Diagnostic, StaysOnItsLineWhateverTheFileHolds) {
  EXPECT_EQ(describe(make_error("bone 'a\r\n\x1b[31mb\x7f'")), "bone 'a\\u000d\\u000a\\u001b[31mb\\u007f'");
}

TEST(Diagnostic, KeepsTheFirstFileName) {
  EXPECT_EQ(in_file(in_file(make_warning("x"), "inner"), "outer").file, "inner");
}

TEST(Diagnostic, AdviceTakesThePlaceOfAHint) {
  const Diagnostic d = with_advice(make_warning("x", "do this"), Advice::name_one, {"a", "b"});
  EXPECT_EQ(d.advice, Advice::name_one);
  EXPECT_EQ(d.names, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(d.hint.empty());
}

TEST(Diagnostic, HasTheSeverityOfItsMaker) {
  EXPECT_EQ(make_error("x").severity, Severity::error);
  EXPECT_EQ(make_warning("x").severity, Severity::warning);
  const Result<int> failed = fail("no", "hint");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().severity, Severity::error);
  EXPECT_EQ(failed.error().hint, "hint");
}

}  // namespace
}  // namespace mmd
