#include "library/file_listing.h"

#include <gmock/gmock.h>

#include "tests/assets/temporary_folder.h"
#include "tests/support/archive_samples.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names(const FileListing& listing) {
  std::vector<std::string> out;
  for (const FileEntry& entry : listing.entries) out.push_back(entry.name);
  return out;
}

TEST(FileListing, ListsFoldersFirstThenKnownFilesByKind) {
  const test::TemporaryFolder folder;
  for (const char* name : {"pose10.vpd", "pose2.VPD", "b.pmx", "A.PMD", "set.zip", "dance.vmd", "readme.txt",
                           ".hidden.pmx", "モデル/x.pmx"})
    folder.put(name, "1234");
  const FileListing listing = list_files(to_utf8(folder.path()));
  EXPECT_FALSE(listing.problem);
  EXPECT_THAT(names(listing),
              ElementsAre("モデル", "A.PMD", "b.pmx", "set.zip", "pose2.VPD", "pose10.vpd", "dance.vmd"));
  EXPECT_TRUE(listing.entries[0].is_folder());
  EXPECT_EQ(listing.entries[2].size, 4u);
  EXPECT_EQ(listing.parent, to_utf8(folder.path().parent_path()));
  EXPECT_EQ(list_files("/").parent, "");
}

TEST(FileListing, ListsArchivesWithSizes) {
  const test::TemporaryFolder folder;
  const Bytes zip = test::zip_file({{"二/b.pmx", "12345", test::zip_utf8}, {"a.pmx", "1"}, {"a.vpd", "123"}});
  const std::string file = to_utf8(folder.put("models.zip", as_text(zip)));
  const FileListing listing = list_files(file);
  EXPECT_THAT(names(listing), ElementsAre("a.pmx", "二/b.pmx", "a.vpd"));
  EXPECT_EQ(listing.entries[1].file, file + "/二/b.pmx");
  EXPECT_EQ(listing.entries[1].size, 5u);
}

TEST(FileListing, ReportsMissingAndDamagedFiles) {
  const test::TemporaryFolder folder;
  ASSERT_TRUE(list_files(to_utf8(folder.path() / "gone")).problem);
  const auto broken = list_files(to_utf8(folder.put("broken.zip", "no archive")));
  ASSERT_TRUE(broken.problem);
  EXPECT_THAT(broken.entries, IsEmpty());
}

TEST(FileListing, FindsEntriesIgnoringCaseAndWidth) {
  FileListing listing;
  for (const char* name : {"Ｍiku.pmx", "teto.pmx", "miku_swim.pmx"})
    listing.entries.push_back({NamedKind::model, name, name, 0});
  EXPECT_THAT(entries_found(listing, "MIKU"), ElementsAre(0, 2));
  EXPECT_THAT(entries_found(listing, ""), ElementsAre(0, 1, 2));
}

TEST(FileListing, StartsInTheFolderOfTheLastFile) {
  const test::TemporaryFolder folder;
  const auto zip = folder.put("models.zip", as_text(test::zip_file({{"a.pmx", "1"}})));
  EXPECT_EQ(folder_to_begin_in(to_utf8(zip) + "/a.pmx"), to_utf8(folder.path()));
  EXPECT_EQ(folder_to_begin_in(to_utf8(folder.path() / "x.pmx")), to_utf8(folder.path()));
  EXPECT_FALSE(folder_to_begin_in("").empty());
  EXPECT_FALSE(folder_to_begin_in("/nowhere/at/all.pmx").empty());
}

}  // namespace
}  // namespace mmd
