#include "library/asset_library.h"

#include <filesystem>

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "library/file_listing.h"
#include "scene/file_extensions.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/archive_samples.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> names_of(const AssetLibrary& asset_library, AssetLibraryKind kind) {
  std::vector<std::string> out;
  for (const AssetLibraryEntry& entry : asset_library.entries(kind))
    out.push_back(entry.group.empty() ? entry.name : entry.group + ":" + entry.name);
  return out;
}

std::shared_ptr<const AssetLibrary> listed(const std::filesystem::path& place,
                                           const AssetLibraryLimits& limits = {}) {
  const auto asset_library = AssetLibrary::list(to_utf8(place), limits);
  EXPECT_TRUE(asset_library) << describe(asset_library.error());
  return asset_library ? *asset_library : std::make_shared<const AssetLibrary>();
}

TEST(AssetLibrary, ListsFoldersByKindInNaturalOrder) {
  const test::TemporaryFolder folder;
  for (const char* name : {"pose10.vpd", "Pose2.VPD", "立ち/b.vpd", "立ち/深い/a.vpd", "m.vmd", "x.pmx",
                           "y.pmd", "packed.zip", "readme.txt", ".hidden.vpd", ".git/c.vpd"})
    folder.put(name, "");
  const auto asset_library = listed(folder.path());
  EXPECT_THAT(names_of(*asset_library, AssetLibraryKind::poses),
              ElementsAre("Pose2", "pose10", "立ち:b", "立ち/深い:a"));
  EXPECT_THAT(names_of(*asset_library, AssetLibraryKind::motions), ElementsAre("m"));
  EXPECT_THAT(names_of(*asset_library, AssetLibraryKind::models), ElementsAre("packed", "x", "y"));
  EXPECT_EQ(asset_library->folders().size(), 3u);
  EXPECT_EQ(asset_library->first_kind(), AssetLibraryKind::poses);
}

TEST(AssetLibrary, ListsTheSameFilesAsTheFileList) {
  const test::TemporaryFolder folder;
  for (const FileExtension& row : file_extensions()) {
    const std::string name = "a" + std::string(row.extension);
    folder.put(name, "");
    EXPECT_TRUE(kind_by_extension(name)) << name;
    EXPECT_TRUE(kind_by_extension("B.TAR" + std::string(row.extension))) << name;
  }
  folder.put("a.txt", "");
  folder.put("gz", "");
  const auto asset_library = listed(folder.path());
  std::size_t count = 0;
  for (const auto kind : {AssetLibraryKind::poses, AssetLibraryKind::motions, AssetLibraryKind::models,
                          AssetLibraryKind::scenes})
    count += asset_library->entries(kind).size();
  EXPECT_EQ(count, file_extensions().size());
  EXPECT_EQ(list_files(to_utf8(folder.path())).entries.size(), file_extensions().size());
}

TEST(AssetLibrary, ManualNamesEveryExtension) {
  const auto bytes = read_file(MMDVIEW_SOURCE_DIR "/docs/user/formats.md");
  ASSERT_TRUE(bytes);
  for (const FileExtension& row : file_extensions())
    EXPECT_NE(as_text(*bytes).find("`" + std::string(row.extension) + "`"), std::string_view::npos)
        << row.extension;
}

TEST(AssetLibrary, ReadsListedFiles) {
  const test::TemporaryFolder folder;
  folder.put("a.vpd", "content");
  const auto asset_library = listed(folder.path());
  const AssetLibraryEntry& entry = asset_library->entries(AssetLibraryKind::poses).front();
  EXPECT_EQ(entry.size, 7u);
  EXPECT_EQ(as_text(asset_library->read(entry, 100)->bytes), "content");
  EXPECT_FALSE(asset_library->read(entry, 3));
  std::filesystem::remove(folder.path() / "a.vpd");
  EXPECT_FALSE(asset_library->read(entry, 100));
}

TEST(AssetLibrary, ListsAndReadsAnArchive) {
  const test::TemporaryFolder folder;
  const std::vector<test::ArchivedFile> files = {
      {"poses/b2.vpd", "two"}, {"poses/b10.vpd", "ten"}, {"a.vpd", "one"}, {"m.pmx", "model"}};
  const Bytes archive = test::seven_zip_file(files);
  const auto path = folder.put("all.7z", as_text(archive));
  const auto asset_library = listed(path);
  EXPECT_TRUE(asset_library->is_archive());
  EXPECT_THAT(names_of(*asset_library, AssetLibraryKind::poses), ElementsAre("a", "poses:b2", "poses:b10"));
  EXPECT_THAT(names_of(*asset_library, AssetLibraryKind::models), ElementsAre("m"));
  const AssetLibraryEntry& ten = asset_library->entries(AssetLibraryKind::poses).back();
  EXPECT_EQ(ten.file, to_utf8(path) + "/poses/b10.vpd");
  EXPECT_EQ(as_text(asset_library->read(ten, 100)->bytes), "ten");
  EXPECT_EQ(as_text(asset_library->read(ten, 100)->bytes), "ten") << "again";
  EXPECT_EQ(
      as_text(asset_library->read(asset_library->entries(AssetLibraryKind::models).front(), 100)->bytes),
      "model");
}

TEST(AssetLibrary, DoesNotUnpackHugeEntries) {
  const test::TemporaryFolder folder;
  test::ZipFile huge{"huge.vpd", "small"};
  huge.claimed_size = 200u << 20;
  const Bytes archive = test::zip_file({huge, {"good.vpd", "good"}});
  const auto asset_library = listed(folder.put("bomb.zip", as_text(archive)));
  const AssetLibraryEntries& poses = asset_library->entries(AssetLibraryKind::poses);
  ASSERT_EQ(poses.size(), 2u);
  EXPECT_EQ(as_text(asset_library->read(poses[0], 1 << 20)->bytes), "good");
  EXPECT_FALSE(asset_library->read(poses[1], 1 << 20));
}

TEST(AssetLibrary, ExplainsWhyAPlaceCannotBeListed) {
  const test::TemporaryFolder folder;
  const auto missing = AssetLibrary::list(to_utf8(folder.path() / "missing"));
  ASSERT_FALSE(missing);
  EXPECT_THAT(describe(missing.error()), HasSubstr("missing"));
  const auto text = AssetLibrary::list(to_utf8(folder.put("a.txt", "text")));
  ASSERT_FALSE(text);
  EXPECT_THAT(text.error().what, HasSubstr("neither a folder nor an archive"));
}

TEST(AssetLibrary, ReportsFilesBeyondItsLimits) {
  const test::TemporaryFolder folder;
  for (const char* name : {"a.vpd", "b.vpd", "c.vpd", "x/d.vpd", "x/y/e.vpd"}) folder.put(name, "");
  const auto few = listed(folder.path(), {2, 10, 8});
  EXPECT_EQ(few->entries(AssetLibraryKind::poses).size(), 2u);
  ASSERT_EQ(few->diagnostics().size(), 1u);
  EXPECT_THAT(few->diagnostics().front().what, HasSubstr("3 files are not shown"));
  EXPECT_THAT(names_of(*listed(folder.path(), {10, 10, 1}), AssetLibraryKind::poses),
              ElementsAre("a", "b", "c", "x:d"));
}

TEST(AssetLibrary, DoesNotFollowLinksToFolders) {
  const test::TemporaryFolder folder;
  folder.put("poses/a.vpd", "");
  std::filesystem::create_directory_symlink(folder.path(), folder.path() / "poses" / "loop");
  EXPECT_THAT(names_of(*listed(folder.path()), AssetLibraryKind::poses), ElementsAre("poses:a"));
}

TEST(EntriesKept, AreTheUnchangedEntries) {
  const AssetLibraryEntries before = {{"a", "a", "", 1, 5}, {"b", "b", "", 1, 5}, {"c", "c", "", 1, 5}};
  const AssetLibraryEntries now = {
      {"c", "c", "", 1, 5}, {"b", "b", "", 2, 5}, {"n", "n", "", 1, 5}, {"a", "a", "", 1, 6}};
  const auto kept = entries_kept(before, now);
  ASSERT_EQ(kept.size(), 4u);
  EXPECT_EQ(kept[0], 2u);
  EXPECT_FALSE(kept[1]);
  EXPECT_FALSE(kept[2]);
  EXPECT_FALSE(kept[3]);
}

const AssetLibraryEntries entries = {
    {"0", "Ｓｔａｎｄ ピース", "", 30, 0},
    {"1", "stand2", "立ち", 10, 0},
    {"2", "座り", "座り", 40, 0},
    {"3", "sit", "", 20, 0},
};

std::vector<EntryFacts> facts() {
  return {{80, false, false}, {100, false, true}, {90, false, false}, {70, false, true}};
}

TEST(EntriesShown, MatchNamesAndFoldersIgnoringCaseAndWidth) {
  const auto search = [&](const char* text) { return entries_shown(entries, facts(), {text}); };
  EXPECT_THAT(entries_shown(entries, facts(), {}), ElementsAre(0, 1, 2, 3)) << "in the listing's order";
  EXPECT_THAT(search("STAND"), ElementsAre(0, 1));
  EXPECT_THAT(search("ｓｔａｎｄ"), ElementsAre(0, 1));
  EXPECT_THAT(search("ﾋﾟｰｽ"), ElementsAre(0)) << "half-width";
  EXPECT_THAT(search("立ち"), ElementsAre(1)) << "the folder";
  EXPECT_THAT(search("立ち　2"), ElementsAre(1)) << "both words";
  EXPECT_THAT(search("stand sit"), IsEmpty());
  EXPECT_THAT(search("  "), ElementsAre(0, 1, 2, 3));
}

TEST(EntriesShown, AreSorted) {
  EXPECT_THAT(entries_shown(entries, facts(), {"", AssetLibrarySort::newest}), ElementsAre(2, 0, 3, 1));
  EXPECT_THAT(entries_shown(entries, facts(), {"", AssetLibrarySort::coverage}), ElementsAre(1, 2, 0, 3));
  EXPECT_THAT(entries_shown(entries, facts(), {"", AssetLibrarySort::favourites}), ElementsAre(1, 3, 0, 2));
  EXPECT_THAT(entries_shown(entries, facts(), {"", AssetLibrarySort::name, true}), ElementsAre(1, 3));
}

TEST(EntriesShown, EndWithEntriesOfOtherModelsAndBrokenOnes) {
  auto known = facts();
  known[0].broken = true;
  known[1].coverage = foreign_coverage - 1;
  for (const auto sort : {AssetLibrarySort::name, AssetLibrarySort::coverage, AssetLibrarySort::newest})
    EXPECT_THAT(entries_shown(entries, known, {"", sort}), ElementsAre(testing::_, testing::_, 1, 0));
  known[3].coverage = -1;
  EXPECT_THAT(entries_shown(entries, known, {}), ElementsAre(2, 3, 1, 0))
      << "an unknown coverage does not count as another model's";
}

}  // namespace
}  // namespace mmd
