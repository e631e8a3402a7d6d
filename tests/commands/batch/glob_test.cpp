#include "commands/batch/glob.h"

#include <gmock/gmock.h>

#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

using ::testing::ElementsAre;

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
