// What Windows has of its own: devices in every folder, junctions, files that others hold open, long paths.
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assets/descriptor.h"
#include "assets/file_set.h"
#include "assets/image.h"
#include "assets/system_files.h"
#include "assets/temporary_file.h"
#include "base/environment.h"
#include "base/windows_api.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/wine.h"

namespace mmd {
namespace {

using testing::ElementsAre;

TEST(SystemFiles, NamesOfDevicesAreReserved) {
  for (const char* name :
       {"CON", "nul.png", "out/COM1", "C:/a/LPT9.tar.gz", "aux .txt", "a:b.png:c", "a.", "b /c"})
    EXPECT_TRUE(is_reserved_name(path_from_utf8(name))) << name;
  for (const char* name :
       {"console.png", "C:/out/a.png", "../nula", "COM", "COM10", "ポーズ.vpd", ".a", "//server/share/a"})
    EXPECT_FALSE(is_reserved_name(path_from_utf8(name))) << name;
}

TEST(SystemFiles, WritingToADeviceIsRefused) {
  const test::TemporaryFolder folder;
  const auto written = write_file_atomically(folder.path() / "NUL.png", as_byte_span("x"));
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().what, "Windows reserves this name");
}

TEST(SystemFiles, IdentityBelongsToTheFileNotThePath) {
  const test::TemporaryFolder folder;
  const auto one = folder.put("モデル.pmx", "x"), other = folder.put("b.pmx", "x");
  ASSERT_TRUE(file_identity(one));
  EXPECT_EQ(file_identity(one), file_identity(folder.path() / "." / path_from_utf8("モデル.PMX")));
  EXPECT_NE(file_identity(one), file_identity(other));
  EXPECT_FALSE(file_identity(folder.path() / "missing"));
}

TEST(SystemFiles, OpensBeneathAFolderOnly) {
  const test::TemporaryFolder folder, elsewhere;
  folder.put("in/a.txt", "a");
  elsewhere.put("b.txt", "b");
  std::error_code error;
  const auto home = path_without_links(folder.path(), error);
  ASSERT_FALSE(error);
  std::FILE* file = open_beneath(home, home / "in" / "a.txt");
  ASSERT_NE(file, nullptr);
  std::fclose(file);
  EXPECT_EQ(open_beneath(home, elsewhere.path() / "b.txt"), nullptr);
}

TEST(SystemFiles, WritesAndReadsLongJapanesePaths) {
  const test::TemporaryFolder folder;
  allow_long_paths();
  auto path = folder.path();
  for (int i = 0; i < 20; ++i) path /= path_from_utf8("ミクのモデルとポーズ集");
  std::error_code error;
  std::filesystem::create_directories(path, error);
  ASSERT_FALSE(error) << error.message();
  path /= path_from_utf8("初音.txt");
  ASSERT_GT(path.native().size(), 260u);
  const auto written = write_file_atomically(path, as_byte_span("long"));
  ASSERT_TRUE(written) << written.error().what;
  EXPECT_EQ(as_text(*read_file(path)), "long");
  EXPECT_THAT(open_folder(path.parent_path())->list(".txt"), ElementsAre("初音.txt"));
  // The standard library of mingw-w64 does not list folders of such paths, which removing them all takes.
  for (; path != folder.path(); path = path.parent_path()) std::filesystem::remove(path, error);
}

TEST(SystemFiles, ReplacesAFileThatIsBeingRead) {
  if (test::runs_on_wine()) GTEST_SKIP() << "wine 8 has no renames as POSIX has them";
  const test::TemporaryFolder folder;
  const auto path = folder.put("a.txt", "old");
  std::FILE* reader = open_to_read(path);
  ASSERT_NE(reader, nullptr);
  EXPECT_TRUE(replace_file(path, as_byte_span("new")));
  std::fclose(reader);
  EXPECT_EQ(as_text(*read_file(path)), "new");
}

TEST(SystemFiles, SaysThatAnotherProgramHoldsTheFile) {
  const test::TemporaryFolder folder;
  const auto path = folder.put("a.txt", "old");
  const windows::Handle holder(
      CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING, 0, nullptr));
  ASSERT_TRUE(holder);
  const auto written = replace_file(path, as_byte_span("new"));
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().what, "cannot be written: another program has it open");
  EXPECT_THAT(folder.names(), ElementsAre("a.txt"));
}

TEST(SystemFiles, AcceptsInvalidUtf8InPaths) {
  EXPECT_EQ(to_utf8(path_from_utf8("\x83~")), "\xef\xbf\xbd~");
}

TEST(DescriptorFiles, LockOneDescriptorAtATime) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "held.lock";
  Descriptor one = open_file(path, OpenFor::holding);
  ASSERT_TRUE(one);
  EXPECT_EQ(try_to_lock(one), LockState::taken);
  const Descriptor other = open_file(path, OpenFor::holding);
  ASSERT_TRUE(other);
  EXPECT_EQ(try_to_lock(other), LockState::held_elsewhere);
  EXPECT_TRUE(write_all(other, as_byte_span("who may write"))) << "locks are for those that lock";
  one.close();
  EXPECT_EQ(try_to_lock(other), LockState::taken);
}

TEST(DescriptorFiles, AppendReadAndShorten) {
  const test::TemporaryFolder folder;
  const auto path = folder.put("lines", "one\n");
  const Descriptor file = open_file(path, OpenFor::append);
  ASSERT_TRUE(write_all(file, as_byte_span("two\nthr")));
  EXPECT_EQ(size_of_file(file), 11);
  char byte = 0;
  EXPECT_EQ(read_at(file, &byte, 1, 4), 1);
  EXPECT_EQ(byte, 't');
  EXPECT_EQ(read_at(file, &byte, 1, 11), 0);
  EXPECT_TRUE(truncate_file(file, 8));
  ASSERT_TRUE(write_all(file, as_byte_span("three\n")));
  EXPECT_EQ(as_text(*read_file(path)), "one\ntwo\nthree\n");
}

}  // namespace
}  // namespace mmd
