#include "base/errors.h"

#include <memory>
#include <new>
#include <stdexcept>

#include <gtest/gtest.h>

#include "base/diagnostic.h"
#include "base/result.h"

namespace mmd {
namespace {

Result<int> number(int value) {
  if (value < 0) return fail("negative", "choose another");
  return value;
}
Result<void> check(int value) {
  MMD_TRY(number(value));
  return {};
}
Result<int> sum(int a, int b) {
  MMD_TRY(const int x, number(a));
  MMD_TRY(const int y, number(b));
  return x + y;
}

TEST(Try, ContinuesWithTheValueOrReturnsTheError) {
  EXPECT_EQ(sum(1, 2), 3);
  EXPECT_TRUE(check(1));
  for (const auto& result : {sum(-1, 2), sum(1, -2)}) {
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().what, "negative");
    EXPECT_EQ(result.error().hint, "choose another");
  }
  EXPECT_EQ(check(-1).error().what, "negative");
}

TEST(Try, IsOneStatementWithoutAValue) {
  const auto only_if = [](bool asked, int value) -> Result<bool> {
    if (asked)
      MMD_TRY(check(value));
    else
      return false;
    return true;
  };
  EXPECT_EQ(only_if(false, -1), false);
  EXPECT_EQ(only_if(true, 1), true);
  EXPECT_FALSE(only_if(true, -1));
}

TEST(Try, MovesOutOfTemporariesAndCopiesVariables) {
  const auto moved = []() -> Result<std::unique_ptr<int>> {
    MMD_TRY(auto pointer, Result<std::unique_ptr<int>>(std::make_unique<int>(7)));
    return pointer;
  };
  EXPECT_EQ(**moved(), 7);
  const auto copied = []() -> Result<std::string> {
    const Result<std::string> kept = "a text that is too long for a small string";
    Result<std::string> other = kept;
    MMD_TRY(const std::string text, other);
    return text + (*other == *kept ? "" : ", moved");
  };
  EXPECT_EQ(copied(), "a text that is too long for a small string");
}

TEST(InFile, AddsTheFileNameToErrors) {
  EXPECT_EQ(in_file(number(1), "a.pmx"), 1);
  EXPECT_EQ(in_file(number(-1), "a.pmx").error().file, "a.pmx");
}

template <class Exception>
Result<int> thrown(const Exception& exception) try {
  throw exception;
} catch (...) {
  return fail_caught("read the model", "the model cannot be read");
}

TEST(FailCaught, DescribesTheException) {
  EXPECT_EQ(thrown(std::bad_alloc()).error().what, "not enough memory to read the model");
  EXPECT_EQ(thrown(std::bad_array_new_length()).error().what, "not enough memory to read the model");
  EXPECT_EQ(thrown(std::runtime_error("no luck")).error().what, "the model cannot be read: no luck");
  EXPECT_EQ(thrown(7).error().what, "the model cannot be read");
}

TEST(Diagnostic, DescribesThePlaceAndEscapesControlCharacters) {
  Diagnostic d = make_error("broken", "mend it");
  EXPECT_EQ(describe(d), "broken");
  d.line = 12;
  EXPECT_EQ(describe(d), "line 12: broken");
  EXPECT_EQ(describe(in_file(d, "a.vpd")), "a.vpd: line 12: broken");
  d.line.reset();
  d.offset = 0x1a2b;
  EXPECT_EQ(describe(in_file(d, "モデル.pmx")), "モデル.pmx: offset 0x1a2b: broken");
  EXPECT_EQ(describe(make_error("bone 'a\r\n\x1b[31mb\x7f'")), "bone 'a\\u000d\\u000a\\u001b[31mb\\u007f'");
  EXPECT_EQ(in_file(in_file(make_warning("x"), "inner"), "outer").file, "inner");
}

TEST(Diagnostic, AdviceReplacesTheHint) {
  const Diagnostic d = with_advice(make_warning("x", "do this"), Advice::name_one, {"a", "b"});
  EXPECT_EQ(d.advice, Advice::name_one);
  EXPECT_EQ(d.names, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(d.hint.empty());
}

}  // namespace
}  // namespace mmd
