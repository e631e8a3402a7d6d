#include <string>

#include <gtest/gtest.h>

#include "base/text.h"

namespace mmd {
namespace {

TEST(Pattern, StarsTakeAnyCharactersAndQuestionMarksOne) {
  EXPECT_TRUE(fits_pattern("a.vpd", "*.vpd"));
  EXPECT_TRUE(fits_pattern("a.vpd", "*"));
  EXPECT_TRUE(fits_pattern("", "*"));
  EXPECT_TRUE(fits_pattern("pose12.vpd", "pose??.vpd"));
  EXPECT_FALSE(fits_pattern("pose1.vpd", "pose??.vpd"));
  EXPECT_FALSE(fits_pattern("a.vpd.bak", "*.vpd"));
  EXPECT_TRUE(fits_pattern("aXbXbc", "a*b*c"));
  EXPECT_FALSE(fits_pattern("aXbXb", "a*b*c"));
}

TEST(Pattern, IsKnownByItsCharacters) {
  for (const char* pattern : {"*.vpd", "a?", "[ab]"}) EXPECT_TRUE(is_pattern(pattern)) << pattern;
  for (const char* name : {"", "a.vpd", "a]"}) EXPECT_FALSE(is_pattern(name)) << name;
}

TEST(Pattern, ACharacterIsOneOfUtf8) {
  EXPECT_TRUE(fits_pattern("手.vpd", "?.vpd"));
  EXPECT_TRUE(fits_pattern("手.vpd", "[足手].vpd"));
  EXPECT_FALSE(fits_pattern("手.vpd", "[!足手].vpd"));
  EXPECT_TRUE(fits_pattern("\xFF.vpd", "?.vpd")) << "a byte that is none stands by itself";
}

TEST(Pattern, BracketsAreChoicesIfTheyAreClosed) {
  EXPECT_TRUE(fits_pattern("b", "[a-c]"));
  EXPECT_FALSE(fits_pattern("d", "[a-c]"));
  EXPECT_TRUE(fits_pattern("d", "[!a-c]"));
  EXPECT_TRUE(fits_pattern("]", "[]]"));
  EXPECT_TRUE(fits_pattern("[a", "[a"));
  EXPECT_TRUE(fits_pattern("-", "[a-]"));
}

TEST(Pattern, ManyStarsTakeNoForever) {
  EXPECT_FALSE(fits_pattern(std::string(2000, 'a'), "*a*a*a*a*a*a*a*a*a*a*b"));
}

}  // namespace
}  // namespace mmd
