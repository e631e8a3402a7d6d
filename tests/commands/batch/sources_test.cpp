#include "commands/batch/sources.h"

#include <filesystem>
#include <fstream>
#include <set>

#include <gmock/gmock.h>

#include "tests/assets/temporary_folder.h"
#include "tests/support/archive_samples.h"

namespace mmd {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class FindSources : public ::testing::Test {
 protected:
  Sources find(const std::string& given, FileKind kind = FileKind::pose) {
    return find_sources({given}, kind);
  }
  std::string path(const std::string& name) { return to_utf8(folder.path() / path_from_utf8(name)); }
  static std::vector<std::string> names(const Sources& sources) {
    std::vector<std::string> out;
    for (const Source& s : sources.found) out.push_back(s.folder.empty() ? s.name : s.folder + ":" + s.name);
    return out;
  }
  test::TemporaryFolder folder;
};

TEST_F(FindSources, FolderGivesItsPosesInNaturalOrder) {
  for (const char* name :
       {"p10.vpd", "p2.vpd", "sub/a.VPD", "sub/deep/b.vpd", "m.vmd", "x.txt", ".h.vpd", ".g/c.vpd"})
    folder.put(name, "x");
  const Sources found = find(path(""));
  EXPECT_THAT(names(found), ElementsAre("p2", "p10", "sub:a", "sub/deep:b"));
  EXPECT_THAT(found.problems, IsEmpty());
  EXPECT_THAT(names(find(path(""), FileKind::motion)), ElementsAre("m"));
}

TEST_F(FindSources, EmptyFolderIsAProblem) {
  std::filesystem::create_directory(folder.path() / "empty");
  const Sources found = find(path("empty"));
  ASSERT_EQ(found.problems.size(), 1u);
  EXPECT_THAT(found.problems[0].what, HasSubstr("contains no poses (.vpd)"));
  EXPECT_EQ(find(path("missing")).problems.size(), 1u);
}

TEST_F(FindSources, PatternKeepsFoldersBelowItsFixedPart) {
  for (const char* name : {"set/a/1.vpd", "set/b/1.vpd", "set/2.vpd"}) folder.put(name, "x");
  EXPECT_THAT(names(find(path("set/**/*.vpd"))), ElementsAre("2", "a:1", "b:1"));
  const Sources none = find(path("set/*.pose"));
  ASSERT_EQ(none.problems.size(), 1u);
  EXPECT_THAT(none.problems[0].hint, HasSubstr("quote"));
}

TEST_F(FindSources, ListMayNameFilesFoldersAndArchives) {
  folder.put("a.vpd", "x");
  folder.put("d/b.vpd", "x");
  const std::string list =
      to_utf8(folder.put("list", "\xEF\xBB\xBF" + path("a.vpd") + "\r\n\n" + path("d") + "\n"));
  EXPECT_THAT(names(find("@" + list)), ElementsAre("a", "b"));
  EXPECT_EQ(find("@" + to_utf8(folder.put("none", "\n"))).problems.size(), 1u);
  EXPECT_EQ(find("@" + path("missing")).problems.size(), 1u);
}

TEST_F(FindSources, ListAcceptsEverySpellingOfAFolder) {
  std::filesystem::current_path(folder.path());
  folder.put("d/b.vpd", "x");
  folder.put("list", "d/b.vpd\n./d/b.vpd\nd/./b.vpd\n.//d//b.vpd\n./c.vpd\na..b/d.vpd\n");
  folder.put("a..b/d.vpd", "x");
  folder.put("c.vpd", "x");
  const Sources found = find("@list");
  ASSERT_EQ(found.found.size(), 6u);
  std::set<std::string> folders;
  for (const Source& source : found.found) folders.insert(source.folder + "/" + source.name);
  EXPECT_THAT(folders, ElementsAre("/c", "a..b/d", "d/b"));
}

TEST_F(FindSources, ListMaySeparateNamesByZeroBytes) {
  using namespace std::string_literals;
  EXPECT_THAT(names_in_list("a\nb\0c\0"s), ElementsAre("a\nb", "c"));
  EXPECT_THAT(names_in_list("a\nb"), ElementsAre("a", "b"));
}

TEST_F(FindSources, ArchiveGivesItsPoses) {
  const Bytes zip =
      test::zip_file({{"poses/a.vpd", "Vocaloid Pose Data file"}, {"b.vpd", "x"}, {"c.txt", "x"}});
  const std::string file = to_utf8(folder.put("poses.zip", as_text(zip)));
  const Sources found = find(file);
  EXPECT_THAT(names(found), ElementsAre("b", "poses:a"));
  prefetch_sources(found.found, 0, found.found.size());
  const auto input = read_source(found.found[1]);
  ASSERT_TRUE(input);
  EXPECT_EQ(as_text(input->bytes), "Vocaloid Pose Data file");
  EXPECT_EQ(input->name, file + "/poses/a.vpd");
}

TEST_F(FindSources, ExistingFileIsNeverAPattern) {
  EXPECT_THAT(names(find(to_utf8(folder.put("pose[1].txt", "x")))), ElementsAre("pose[1]"));
}

#ifdef __linux__
TEST_F(FindSources, ReadsFilesWithNamesThatAreNotUtf8) {
  folder.put("x", "");
  const std::filesystem::path odd = folder.path() / "\x83\x7C\n.vpd";
  { std::ofstream(odd) << "hello"; }
  const Sources found = find(path(""));
  ASSERT_EQ(found.found.size(), 1u);
  const auto input = read_source(found.found[0]);
  ASSERT_TRUE(input);
  EXPECT_EQ(as_text(input->bytes), "hello");
}
#endif

TEST(Glob, MatchesPatternsInAnyPartOfAPath) {
  test::TemporaryFolder folder;
  for (const char* name : {"a/1.vpd", "a/2.txt", "b/c/3.vpd", "4.vpd", ".hidden/5.vpd", "a/.6.vpd"})
    folder.put(name, "x");
  const std::string root = with_slashes(folder.path()) + "/";
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
