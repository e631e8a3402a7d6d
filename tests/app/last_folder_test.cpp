#include "app/last_folder.h"

#include <cstdlib>

#include <gmock/gmock.h>

#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

TEST(LastFolder, LiesWhereStateBelongs) {
  ::setenv("HOME", "/elsewhere", 1);
  ::setenv("XDG_STATE_HOME", "/state", 1);
  EXPECT_EQ(last_folder_file(), "/state/mmdview/last-folder");
  ::setenv("XDG_STATE_HOME", "relative", 1);
  EXPECT_EQ(last_folder_file(), "/elsewhere/.local/state/mmdview/last-folder");
  ::unsetenv("XDG_STATE_HOME");
  EXPECT_EQ(last_folder_file(), "/elsewhere/.local/state/mmdview/last-folder");
  ::unsetenv("HOME");
  EXPECT_EQ(last_folder_file(), "");
}

TEST(LastFolder, IsReadAsItWasWritten) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "new" / "folders" / "last-folder";
  EXPECT_FALSE(read_last_folder(file));
  for (const char* name : {"ポーズ", "with space ", "line\nbreak"}) {
    const auto poses = folder.path() / path_from_utf8(name);
    write_last_folder(file, poses);
    EXPECT_EQ(read_last_folder(file), poses);
  }
}

TEST(LastFolder, RemembersRelativeFoldersWhole) {
  const test::TemporaryFolder folder;
  std::filesystem::current_path(folder.path());
  write_last_folder(folder.path() / "file", "poses");
  std::filesystem::current_path("/");
  EXPECT_EQ(read_last_folder(folder.path() / "file"), folder.path() / "poses");
}

TEST(LastFolder, NonsenseIsAsIfThereWereNothing) {
  const test::TemporaryFolder folder;
  for (const std::string& text : {std::string(), std::string("\n"), std::string("relative\n"),
                                  std::string("/no/end"), std::string("/a\0b\n", 5), std::string(40000, '/')})
    EXPECT_FALSE(read_last_folder(folder.put("file", text))) << text.size();
  EXPECT_FALSE(read_last_folder(folder.path()));
  EXPECT_FALSE(read_last_folder({}));
}

TEST(LastFolder, WhereItCannotBeWrittenNothingHappens) {
  const test::TemporaryFolder folder;
  const auto in_the_way = folder.put("file", "kept");
  write_last_folder(in_the_way / "mmdview" / "last-folder", "/poses");
  write_last_folder({}, "/poses");
  EXPECT_THAT(folder.names(), testing::ElementsAre("file"));
}

}  // namespace
}  // namespace mmd
