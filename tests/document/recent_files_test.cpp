#include "document/recent_files.h"

#include <gmock/gmock.h>

#include "document/line_file.h"
#include "tests/assets/temporary_folder.h"
#include "tests/document/unreadable_file.h"

namespace mmd {
namespace {

using testing::ElementsAre;

TEST(RecentFiles, TheNewestIsFirstAndEachStandsOnce) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "state" / "recent";
  RecentFiles recent(file);
  for (const char* name : {"/m/a.pmx", "/m/ミク.zip/b.pmx", "/m/x/../a.pmx"}) ASSERT_TRUE(recent.add(name));
  EXPECT_THAT(RecentFiles(file).list(), ElementsAre("/m/a.pmx", "/m/ミク.zip/b.pmx"));
}

TEST(RecentFiles, OfTwoWindowsAddUp) {
  const test::TemporaryFolder folder;
  RecentFiles one(folder.path() / "recent"), other(folder.path() / "recent");
  ASSERT_TRUE(one.add("/a"));
  ASSERT_TRUE(other.add("/b"));
  ASSERT_TRUE(one.add("/c"));
  EXPECT_THAT(one.list(), ElementsAre("/c", "/b", "/a"));
}

TEST(RecentFiles, AreBoundedWhateverTheFileHolds) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "recent";
  ASSERT_TRUE(write_lines(file, std::vector<std::string>(500, "/x")));
  RecentFiles recent(file);
  EXPECT_EQ(recent.list().size(), RecentFiles::most);
  ASSERT_TRUE(recent.add("/y"));
  EXPECT_THAT(recent.list(), ElementsAre("/y", "/x", "/x", "/x", "/x", "/x", "/x", "/x", "/x", "/x", "/x",
                                         "/x", "/x", "/x", "/x"));
}

TEST(RecentFiles, StayInTheWindowWhereTheyCannotBeWritten) {
  const test::TemporaryFolder folder;
  folder.put("no_folder", "");
  RecentFiles recent(folder.path() / "no_folder" / "recent");
  EXPECT_FALSE(recent.add("/a"));
  EXPECT_TRUE(recent.add("/b"));
  EXPECT_THAT(recent.list(), ElementsAre("/b", "/a"));
  RecentFiles nowhere;
  EXPECT_TRUE(nowhere.add("/a"));
  EXPECT_TRUE(nowhere.add("-")) << "standard input is nothing to come back to";
  EXPECT_THAT(nowhere.list(), ElementsAre("/a"));
}

TEST(RecentFiles, InAFileThatCannotBeReadAreNotReplaced) {
  const test::TemporaryFolder folder;
  const auto file = test::put_unreadable(folder, "recent");
  RecentFiles recent(file);
  EXPECT_FALSE(recent.add("/a"));
  EXPECT_THAT(recent.list(), ElementsAre("/a"));
  EXPECT_FALSE(read_lines(file));
}

}  // namespace
}  // namespace mmd
