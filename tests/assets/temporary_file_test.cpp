#include "assets/temporary_file.h"

#include <atomic>
#include <iterator>
#include <thread>
#include <vector>

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

TEST(TemporaryFile, CreatesFoldersAndLeavesNothingElse) {
  test::TemporaryFolder folder;
  const auto path = folder.path() / "a" / "b" / "c.png";
  ASSERT_TRUE(replace_file(path, as_byte_span("one")));
  ASSERT_TRUE(replace_file(path, as_byte_span("two")));
  EXPECT_EQ(as_text(*read_file(path)), "two");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path.parent_path()), {}), 1);
}

TEST(TemporaryFile, LeavesNothingAfterAnError) {
  test::TemporaryFolder folder;
  folder.put("file", "x");
  EXPECT_FALSE(replace_file(folder.path() / "file" / "x.png", as_byte_span("x")));
  EXPECT_FALSE(replace_file(folder.path(), as_byte_span("x"))) << "a folder";
  EXPECT_THAT(folder.names(), ElementsAre("file"));
}

TEST(RemoveLeftovers, RemovesFilesOfEndedProcesses) {
  test::TemporaryFolder folder;
  folder.put(".mmdview-0123.tmp", "half");
  folder.put("sub/.mmdview-4567.tmp", "half");
  folder.put("picture.png", "x");
  EXPECT_EQ(remove_leftovers(folder.path(), LeftoversIn::folder_alone), 1u);
  folder.put(".mmdview-0123.tmp", "half");
  EXPECT_EQ(remove_leftovers(folder.path()), 2u);
  EXPECT_THAT(folder.names(), UnorderedElementsAre("sub", "picture.png"));
  EXPECT_EQ(remove_leftovers(folder.path() / "missing"), 0u);
}

TEST(TemporaryFile, IsRemovedUnlessCommitted) {
  test::TemporaryFolder folder;
  folder.put("a.txt", "before");
  {
    auto file = TemporaryFile::create(folder.path() / "a.txt");
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write(as_byte_span("half")));
    EXPECT_EQ(remove_leftovers(folder.path()), 0u) << "its process is alive";
    EXPECT_EQ(as_text(*read_file(folder.path() / "a.txt")), "before");
  }
  EXPECT_THAT(folder.names(), ElementsAre("a.txt"));
  auto file = TemporaryFile::create(folder.path() / "a.txt");
  ASSERT_TRUE(file->write(as_byte_span("one")) && file->write(as_byte_span(" two")) &&
              file->commit(Lasting::no));
  EXPECT_EQ(as_text(*read_file(folder.path() / "a.txt")), "one two");
  EXPECT_THAT(folder.names(), ElementsAre("a.txt"));
}

TEST(RemoveLeftovers, KeepsFilesBeingWritten) {
  test::TemporaryFolder folder;
  std::vector<std::thread> writing;
  std::atomic<int> left(3);
  for (int t = 0; t < 3; ++t)
    writing.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        const auto path = folder.path() / (std::to_string(t) + "-" + std::to_string(i));
        EXPECT_TRUE(replace_file(path, as_byte_span("picture")));
      }
      --left;
    });
  std::thread tidying([&] {
    while (left > 0) remove_leftovers(folder.path());
  });
  while (left > 0) remove_leftovers(folder.path());
  tidying.join();
  for (std::thread& t : writing) t.join();
  EXPECT_EQ(folder.names().size(), 600u);
}

}  // namespace
}  // namespace mmd
