#include "base/json.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mmd {
namespace {

using testing::HasSubstr;

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

std::string nested(std::size_t depth, std::string_view open, std::string_view inside,
                   std::string_view close) {
  return repeated(open, depth) + std::string(inside) + repeated(close, depth);
}

std::string members(std::size_t count) {
  std::string out = "{";
  for (std::size_t i = 0; i < count; ++i) out += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":[1,2,{}]";
  return out + "}";
}

template <class Json>
std::string error_of(std::string_view text) {
  const auto json = parse_json<Json>(text);
  return json ? "(none)" : describe(json.error());
}

TEST(ParseJson, TakesTheDeepestThatIsAllowedAndNoDeeper) {
  for (const auto& [open, close] : {std::pair("[", "]"), std::pair("{\"a\":", "}")}) {
    EXPECT_EQ(error_of<nlohmann::json>(nested(max_json_depth, open, "1", close)), "(none)");
    for (const std::size_t depth :
         {std::size_t{max_json_depth + 1}, std::size_t{66'000}, std::size_t{2'000'000}}) {
      const std::string text = "{\n\"a\":" + nested(depth, open, "1", close) + "}";
      EXPECT_THAT(error_of<nlohmann::json>(text),
                  HasSubstr("line 2: lists and objects are nested too deep; the limit is 64"));
      EXPECT_THAT(error_of<nlohmann::ordered_json>(text), HasSubstr("nested too deep"));
    }
    EXPECT_THAT(error_of<nlohmann::json>(repeated(open, 100'000)), HasSubstr("nested too deep"))
        << "not closed";
  }
}

TEST(ParseJson, BracketsInStringsDoNotCount) {
  const std::string brackets = repeated("[{", 1000);
  EXPECT_EQ(error_of<nlohmann::json>("{\"" + brackets + "\": \"\\\"" + brackets + "\\\\\"}"), "(none)");
  EXPECT_EQ(error_of<nlohmann::json>("[\"" + repeated("\\\"[", 1000) + "\"]"), "(none)");
}

TEST(ParseJson, SiblingsDoNotAddToTheDepth) {
  EXPECT_EQ(error_of<nlohmann::json>("[" + repeated("[[]],", 10'000) + "{}]"), "(none)");
}

TEST(ParseJson, LimitsTheMembersOfAnObjectOnly) {
  EXPECT_EQ(error_of<nlohmann::json>(members(max_json_members)), "(none)");
  EXPECT_THAT(error_of<nlohmann::ordered_json>(members(max_json_members + 1)),
              HasSubstr("an object has too many members; the limit is 10000"));
  EXPECT_THAT(error_of<nlohmann::json>("[1, " + members(400'000) + "]"), HasSubstr("too many members"));
  EXPECT_EQ(error_of<nlohmann::json>("{\"list\": [" + repeated("1,", 100'000) + "1]}"), "(none)");
}

TEST(ParseJson, LimitsAllValues) {
  EXPECT_EQ(error_of<nlohmann::json>("[" + repeated("0,", max_json_values - 1) + "0]"), "(none)");
  for (const char* value : {"0", "[]", "\"\"", "{}", "[[0]]"})
    EXPECT_THAT(error_of<nlohmann::json>("[" + repeated(std::string(value) + ",", max_json_values) + "0]"),
                HasSubstr("too many values; the limit is 500000"))
        << value;
}

TEST(ParseJson, ManyEqualNamesAreMembersToo) {
  EXPECT_THAT(error_of<nlohmann::ordered_json>("{" + repeated("\"a\":1,", 100'000) + "\"a\":1}"),
              HasSubstr("too many members"));
}

TEST(ParseJson, ANumberThatIsTooLargeIsAnError) {
  EXPECT_THAT(error_of<nlohmann::json>("[1e999]"), HasSubstr("a number is too large"));
  EXPECT_THAT(error_of<nlohmann::ordered_json>("{\"a\": -1e999}"), HasSubstr("a number is too large"));
}

TEST(ParseJson, SaysWhereTheTextIsNotJson) {
  EXPECT_THAT(error_of<nlohmann::json>("{\n\n\"a\" 1}"), HasSubstr("line 3: this is not JSON"));
  for (const char* text : {"", "]", "}", "]]]]", ",", "\"", "\"\\", "[\"", "{", "\xff"})
    EXPECT_THAT(error_of<nlohmann::json>(text), HasSubstr("this is not JSON")) << text;
}

}  // namespace
}  // namespace mmd
