#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "tests/assets/content.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

using test::content_of;
using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Utf8Paths, RoundTrip) {
  const std::string name = "\u30c6\u30af\u30b9\u30c1\u30e3/a b.png";
  EXPECT_EQ(to_utf8(path_from_utf8(name)), name);
}

TEST(ReadFile, ReadsEveryByte) {
  const TemporaryFolder folder;
  std::string all;
  for (int i = 0; i < 200000; ++i) all += static_cast<char>(i * 7 + i / 256);
  EXPECT_EQ(content_of(folder.put("\u30c6.bin", all)), all);
  EXPECT_EQ(content_of(folder.put("empty", "")), "");
}

TEST(ReadFile, DistinguishesMissingFilesAndFolders) {
  const TemporaryFolder folder;
  const std::pair<std::filesystem::path, const char*> cases[] = {
      {folder.path() / "missing.pmx", "no such file"},
      {folder.path(), "is a folder"},
      {folder.put("file", "x") / "a.pmx", "no such file"},
  };
  for (const auto& [path, what] : cases) {
    const auto read = read_file(path);
    ASSERT_FALSE(read) << path;
    EXPECT_THAT(read.error().what, HasSubstr(what));
    EXPECT_EQ(read.error().file, to_utf8(path));
    if (path.filename() != "a.pmx") {
      EXPECT_FALSE(read.error().hint.empty());
    }
  }
}

TEST(ReadFile, RejectsFilesBeyondTheLimit) {
  const TemporaryFolder folder;
  const auto path = folder.put("a", "12345");
  EXPECT_TRUE(read_file(path, 5));
  const auto read = read_file(path, 4);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().what, HasSubstr("larger than 4 bytes"));
}

TEST(WriteFileAtomically, CreatesAndReplaces) {
  const TemporaryFolder folder;
  const auto path = folder.path() / path_from_utf8("\u753b.png");
  for (const std::string text : {"first", "second, longer", ""}) {
    const auto written = write_file_atomically(path, as_byte_span(text));
    ASSERT_TRUE(written) << written.error().what;
    EXPECT_EQ(content_of(path), text);
    EXPECT_THAT(folder.names(), ElementsAre("\u753b.png"));
  }
}

TEST(WriteFileAtomically, FailsOnAFolder) {
  const TemporaryFolder folder;
  folder.put("out.png/inside", "x");
  const auto written = write_file_atomically(folder.path() / "out.png", as_byte_span("new"));
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().what, HasSubstr("is a folder"));
  EXPECT_THAT(folder.names(), ElementsAre("out.png"));
  EXPECT_EQ(content_of(folder.path() / "out.png" / "inside"), "x");
}

TEST(WriteFileAtomically, LeavesNothingAfterAFailure) {
  const TemporaryFolder folder;
  const auto written = write_file_atomically(folder.path() / "missing" / "out.png", as_byte_span("new"));
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().what, testing::AllOf(HasSubstr("missing"), HasSubstr("does not exist")));
  EXPECT_FALSE(written.error().hint.empty());
  EXPECT_THAT(folder.names(), IsEmpty());
  const auto impossible = write_file_atomically(folder.path() / std::string(5000, 'x'), as_byte_span("new"));
  ASSERT_FALSE(impossible);
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(WriteFileAtomically, AcceptsTheLongestNames) {
  const TemporaryFolder folder;
  const std::string name(255, 'x');
  ASSERT_TRUE(write_file_atomically(folder.path() / name, as_byte_span("new")));
  EXPECT_THAT(folder.names(), ElementsAre(name));
}

TEST(WriteFileAtomically, WritesThroughALink) {
  const TemporaryFolder folder;
  const auto target = folder.put("there/real.png", "old");
  std::filesystem::create_symlink(target, folder.path() / "link.png");
  ASSERT_TRUE(write_file_atomically(folder.path() / "link.png", as_byte_span("new")));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link.png"));
  EXPECT_EQ(content_of(target), "new");
}

TEST(WriteFileAtomically, WritesThroughALinkToAMissingFile) {
  const TemporaryFolder folder;
  folder.put("there/other.png", "other");
  std::filesystem::create_symlink("there/real.png", folder.path() / "link.png");
  std::filesystem::create_symlink("link.png", folder.path() / "second.png");
  ASSERT_TRUE(write_file_atomically(folder.path() / "second.png", as_byte_span("new")));
  for (const char* link : {"link.png", "second.png"})
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / link)) << link;
  EXPECT_EQ(content_of(folder.path() / "there/real.png"), "new");
}

TEST(WriteFileAtomically, FailsOnDanglingAndCircularLinks) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("missing/real.png", folder.path() / "link.png");
  const auto written = write_file_atomically(folder.path() / "link.png", as_byte_span("new"));
  ASSERT_FALSE(written);
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link.png"));
  EXPECT_EQ(folder.names().size(), 1u);
  std::filesystem::create_symlink("b.png", folder.path() / "a.png");
  std::filesystem::create_symlink("a.png", folder.path() / "b.png");
  EXPECT_FALSE(write_file_atomically(folder.path() / "a.png", as_byte_span("new")));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "a.png"));
}

TEST(WriteFileAtomically, RejectsNamesWithAZeroByte) {
  const TemporaryFolder folder;
  folder.put("notes.txt", "old");
  const std::string name("notes.txt\0.png", 14);
  EXPECT_FALSE(write_file_atomically(folder.path() / name, as_byte_span("new")));
  EXPECT_EQ(content_of(folder.path() / "notes.txt"), "old");
  const auto read = read_file(folder.path() / name);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().what, "there is no such file");
}

}  // namespace
}  // namespace mmd
