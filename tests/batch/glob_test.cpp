#include "batch/glob.h"

#include <gmock/gmock.h>

#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

using ::testing::ElementsAre;

TEST(Glob, StarsTakeAnyCharactersAndQuestionMarksOne) {
  EXPECT_TRUE(fits_pattern("a.vpd", "*.vpd"));
  EXPECT_TRUE(fits_pattern("a.vpd", "*"));
  EXPECT_TRUE(fits_pattern("", "*"));
  EXPECT_TRUE(fits_pattern("pose12.vpd", "pose??.vpd"));
  EXPECT_FALSE(fits_pattern("pose1.vpd", "pose??.vpd"));
  EXPECT_FALSE(fits_pattern("a.vpd.bak", "*.vpd"));
  EXPECT_TRUE(fits_pattern("aXbXbc", "a*b*c"));
  EXPECT_FALSE(fits_pattern("aXbXb", "a*b*c"));
}

TEST(Glob, ACharacterIsOneOfUtf8) {
  EXPECT_TRUE(fits_pattern("手.vpd", "?.vpd"));
  EXPECT_TRUE(fits_pattern("手.vpd", "[足手].vpd"));
  EXPECT_FALSE(fits_pattern("手.vpd", "[!足手].vpd"));
  EXPECT_TRUE(fits_pattern("\xFF.vpd", "?.vpd")) << "a byte that is none stands by itself";
}

TEST(Glob, BracketsAreChoicesIfTheyAreClosed) {
  EXPECT_TRUE(fits_pattern("b", "[a-c]"));
  EXPECT_FALSE(fits_pattern("d", "[a-c]"));
  EXPECT_TRUE(fits_pattern("d", "[!a-c]"));
  EXPECT_TRUE(fits_pattern("]", "[]]"));
  EXPECT_TRUE(fits_pattern("[a", "[a"));
  EXPECT_TRUE(fits_pattern("-", "[a-]"));
}

TEST(Glob, ManyStarsTakeNoForever) {
  EXPECT_FALSE(fits_pattern(std::string(2000, 'a'), "*a*a*a*a*a*a*a*a*a*a*b"));
}

TEST(Glob, FoldersAreGoneThroughByPatternsInAnyPart) {
  test::TemporaryFolder folder;
  for (const char* name : {"a/1.vpd", "a/2.txt", "b/c/3.vpd", "4.vpd", ".hidden/5.vpd", "a/.6.vpd"})
    folder.put(name, "x");
  const std::string root = to_utf8(folder.path()) + "/";
  EXPECT_THAT(files_fitting(root + "*.vpd"), ElementsAre(root + "4.vpd"));
  EXPECT_THAT(files_fitting(root + "*/*.vpd"), ElementsAre(root + "a/1.vpd"));
  EXPECT_THAT(files_fitting(root + "**/*.vpd"),
              ElementsAre(root + "4.vpd", root + "a/1.vpd", root + "b/c/3.vpd"));
  EXPECT_THAT(files_fitting(root + "[ab]/**/?.vpd"), ElementsAre(root + "a/1.vpd", root + "b/c/3.vpd"));
  EXPECT_THAT(files_fitting(root + "a/.*.vpd"), ElementsAre(root + "a/.6.vpd"));
  EXPECT_TRUE(files_fitting(root + "nothing/*.vpd").empty());
}

}  // namespace
}  // namespace mmd
