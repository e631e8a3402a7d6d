// Written files survive a loss of power. The tests replace fsync().

#include <cerrno>
#include <filesystem>
#include <functional>
#include <iterator>

#include <gmock/gmock.h>
#include <unistd.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "tests/assets/temporary_folder.h"

namespace {

std::function<int(const std::filesystem::path&)> on_sync;

}  // namespace

extern "C" int fsync(int file) {
  if (!on_sync) return 0;
  return on_sync(std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file)));
}

namespace mmd {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class LastingFiles : public testing::Test {
 protected:
  ~LastingFiles() override { on_sync = nullptr; }

  std::string content() const { return std::string(as_text(read_file(path).value())); }

  test::TemporaryFolder folder;
  const fs::path path = fs::canonical(folder.path()) / "kept";
};

TEST_F(LastingFiles, SyncsTheFileThenTheFolder) {
  ASSERT_TRUE(write_file_atomically(path, as_byte_span("old")));
  std::vector<std::string> synced;
  on_sync = [&](const fs::path& file) {
    const bool is_folder = file == path.parent_path();
    synced.push_back((is_folder ? "the folder, with " : "a file, with ") + content());
    if (!is_folder) {
      EXPECT_EQ(fs::file_size(file), 3u) << "the file is complete";
    }
    return 0;
  };
  ASSERT_TRUE(write_file_atomically(path, as_byte_span("new")));
  EXPECT_THAT(synced, ElementsAre("a file, with old", "the folder, with new"));
}

TEST_F(LastingFiles, FailingDiskKeepsTheOldFile) {
  ASSERT_TRUE(write_file_atomically(path, as_byte_span("old")));
  on_sync = [](const fs::path&) {
    errno = EIO;
    return -1;
  };
  const auto failed = write_file_atomically(path, as_byte_span("new"));
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().what, HasSubstr("cannot be written"));
  EXPECT_EQ(content(), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST_F(LastingFiles, AcceptsUnsupportedSyncAndSkipsItIfNotNeeded) {
  on_sync = [](const fs::path&) {
    errno = EINVAL;
    return -1;
  };
  EXPECT_TRUE(write_file_atomically(path, as_byte_span("new")));
  on_sync = [](const fs::path&) {
    ADD_FAILURE() << "this file needs no sync";
    return 0;
  };
  EXPECT_TRUE(write_file_atomically(path, as_byte_span("made again"), Lasting::no));
  EXPECT_EQ(content(), "made again");
}

}  // namespace
}  // namespace mmd
