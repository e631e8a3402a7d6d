#include "options/arguments.h"

#include <gmock/gmock.h>

namespace mmd {
namespace {

using ::testing::ElementsAre;

constexpr OptionSpelling options[] = {
    {"--output", "-o", true}, {"--size", "", true}, {"--shell", "", true, "bash|zsh"}, {"--quiet", "-q"},
    {"--verbose", "-v"},      {"--no-edge", ""},    {"--settle", "", true, "S", true}};

using List = std::vector<std::string>;
using Values = std::map<std::string_view, List>;

Arguments apart(const List& arguments) {
  return take_apart(arguments, options);
}

struct Case {
  List arguments;
  List files;
  Values values;
  List unknown = {};
};

void expect_apart(const Case& c) {
  const Arguments a = apart(c.arguments);
  const auto written = ::testing::PrintToString(c.arguments);
  EXPECT_EQ(a.problem, "") << written;
  EXPECT_EQ(a.files, c.files) << written;
  EXPECT_EQ(a.values, c.values) << written;
  EXPECT_EQ(a.unknown, c.unknown) << written;
}

TEST(Arguments, ValuesFollowTheirOptionOrAreJoined) {
  const Case cases[] = {
      {{"--output", "o.png"}, {}, {{"--output", {"o.png"}}}},
      {{"--output=o.png"}, {}, {{"--output", {"o.png"}}}},
      {{"--output=a=b"}, {}, {{"--output", {"a=b"}}}},
      {{"-o", "o.png"}, {}, {{"--output", {"o.png"}}}},
      {{"-oo.png"}, {}, {{"--output", {"o.png"}}}},
      {{"-o=o.png"}, {}, {{"--output", {"=o.png"}}}},
      {{"--output=", "o.png"}, {"o.png"}, {{"--output", {""}}}},
      {{"--output", ""}, {}, {{"--output", {""}}}},
      {{"--output", "a", "-o", "b", "--output=c"}, {}, {{"--output", {"a", "b", "c"}}}},
  };
  for (const Case& c : cases) expect_apart(c);
}

TEST(Arguments, OptionalValuesAreNumbersOrMissing) {
  const Case cases[] = {
      {{"--settle", "m.pmx"}, {"m.pmx"}, {{"--settle", {""}}}},
      {{"--settle", "2.5", "m.pmx"}, {"m.pmx"}, {{"--settle", {"2.5"}}}},
      {{"--settle", "-1"}, {}, {{"--settle", {"-1"}}}},
      {{"--settle=x", "m.pmx"}, {"m.pmx"}, {{"--settle", {"x"}}}},
      {{"--settle=", "3"}, {"3"}, {{"--settle", {""}}}},
      {{"--settle", "-q"}, {}, {{"--settle", {""}}, {"--quiet", {""}}}},
      {{"m.pmx", "--settle"}, {"m.pmx"}, {{"--settle", {""}}}},
  };
  for (const Case& c : cases) expect_apart(c);
}

TEST(Arguments, NextArgumentIsTheValueEvenIfItLooksLikeAnOption) {
  for (const char* value : {"-5", "-0.5,1", "-", "--", "-q", "--size", "--nonsense", "[x]", "{}", "%%"}) {
    expect_apart({{"--size", value, "m"}, {"m"}, {{"--size", {value}}}});
    expect_apart({{"-o", value, "m"}, {"m"}, {{"--output", {value}}}});
  }
}

TEST(Arguments, ShortOptionsCanBeCombined) {
  const Case cases[] = {
      {{"-qv"}, {}, {{"--quiet", {""}}, {"--verbose", {""}}}},
      {{"-vvq"}, {}, {{"--quiet", {""}}, {"--verbose", {"", ""}}}},
      {{"-qoa.png"}, {}, {{"--quiet", {""}}, {"--output", {"a.png"}}}},
      {{"-qo", "a.png"}, {}, {{"--quiet", {""}}, {"--output", {"a.png"}}}},
      {{"-qx"}, {}, {{"--quiet", {""}}}, {"-x"}},
  };
  for (const Case& c : cases) expect_apart(c);
}

TEST(Arguments, OtherWordsAreFiles) {
  for (const char* file : {"m.pmx", "", "-", "-5", "-5.pmx", "---", "---x", "--!x", "-!x", "- x", "a b",
                           "[x]", "{}", "%%", "/a", "a=b", "++", "\n"})
    expect_apart({{file, "-q", "m"}, {file, "m"}, {{"--quiet", {""}}}});
}

TEST(Arguments, TwoDashesEndTheOptions) {
  expect_apart({{"a", "--", "-q", "--size", "--", "b"}, {"a", "-q", "--size", "--", "b"}, {}});
  expect_apart({{"--"}, {}, {}});
  expect_apart({{}, {}, {}});
}

TEST(Arguments, KeepsUnknownOptionsAsWritten) {
  expect_apart({{"--sise", "4x4", "-x5", "--a=b", "-.5"}, {"4x4"}, {}, {"--sise", "-x5", "--a=b", "-.5"}});
  expect_apart({{"--outpu", "-Q"}, {}, {}, {"--outpu", "-Q"}});
}

TEST(Arguments, LongNameAfterOneDashIsUnknown) {
  expect_apart({{"-output", "a", "-output=b"}, {"a"}, {}, {"-output", "-output=b"}});
  expect_apart({{"-oo.png", "-outpu"}, {}, {{"--output", {"o.png", "utpu"}}}});
}

TEST(Arguments, AliasesMeanTheSameOption) {
  constexpr OptionSpelling named[] = {{"--output", "-o", true},
                                      {"--out", "", true, "FILE", false, "--output"}};
  const Arguments a = take_apart(List{"--out", "a", "--output", "b", "--out=c"}, named);
  EXPECT_EQ(a.values, (Values{{"--output", {"a", "b", "c"}}}));
  EXPECT_EQ(take_apart(List{"--out"}, named).problem, "--out needs a file name");
}

TEST(Arguments, FlagsAcceptNoValueExceptTrue) {
  expect_apart({{"--no-edge=", "--no-edge=true", "--no-edge={}"}, {}, {{"--no-edge", {"", "", ""}}}});
  for (const char* wrong : {"--no-edge=1", "--no-edge=false", "--no-edge=x"})
    EXPECT_EQ(apart({wrong, "m"}).problem, "--no-edge takes no value");
}

TEST(Arguments, StopsAtAMissingValue) {
  EXPECT_EQ(apart({"m", "--size"}).problem, "--size needs a value: TEXT");
  EXPECT_EQ(apart({"-o"}).problem, "--output needs a value: TEXT");
  EXPECT_EQ(apart({"--shell"}).problem, "--shell needs a value: bash|zsh");
  EXPECT_THAT(apart({"a", "--no-edge=x", "b"}).files, ElementsAre("a"));
}

}  // namespace
}  // namespace mmd
