#include <algorithm>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "base/text.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string composed = "\u304c.png";          // hiragana ga
const std::string decomposed = "\u304b\u3099.png";  // ka and the voiced sound mark

/// Content of the file at a Windows path, "(none)" if it is missing.
std::string content_at(const FileSet& set, const std::string& base, std::string_view windows_path) {
  const auto path = set.resolve(base, windows_path);
  if (!path) return "(none)";
  const auto bytes = set.read(*path);
  return bytes ? std::string(as_text(*bytes)) : "(unreadable: " + bytes.error().what + ")";
}

TEST(FolderResolve, IgnoresCaseWidthCompositionAndEncoding) {
  const TemporaryFolder folder;
  folder.put("Model/Tex/Face.PNG", "face");
  const auto set = open_folder(folder.path());
  for (const std::string_view path :
       {"Tex\\Face.PNG", "tex\\face.png", "TEX/FACE.png", ".\\tEx\\.\\Face.png", "..\\model\\TEX\\face.png"})
    EXPECT_EQ(content_at(*set, "Model", path), "face") << path;
  const TemporaryFolder wide;
  wide.put("\uff21\uff11.png", "wide");  // full-width A1
  EXPECT_EQ(content_at(*open_folder(wide.path()), "", "a1.PNG"), "wide");
  const TemporaryFolder nfc, nfd;
  nfc.put("sub/" + composed, "nfc");
  nfd.put("sub/" + decomposed, "nfd");
  EXPECT_EQ(content_at(*open_folder(nfc.path()), "", "sub\\" + decomposed), "nfc");
  EXPECT_EQ(content_at(*open_folder(nfd.path()), "", "sub\\" + composed), "nfd");
}

TEST(FolderResolve, FindsNamesThatWereUnpackedInAnotherEncoding) {
  const TemporaryFolder raw;
  const std::string name = "\u9854.png";
  raw.put(*cp932_from_utf8(name), "raw");
  EXPECT_EQ(content_at(*open_folder(raw.path()), "", name), "raw");
}

TEST(FolderResolve, PrefersTheExactName) {
  const TemporaryFolder folder;
  for (const char* name : {"a.png", "A.png", "A.PNG"}) folder.put(name, name);
  const auto set = open_folder(folder.path());
  for (const char* name : {"a.png", "A.png", "A.PNG"}) EXPECT_EQ(content_at(*set, "", name), name);
}

TEST(FolderResolve, SearchesFoldersThatWindowsWouldMerge) {
  const TemporaryFolder folder;
  folder.put("tex/a.png", "lower");
  folder.put("Tex/b.png", "upper");
  const auto set = open_folder(folder.path());
  EXPECT_EQ(content_at(*set, "", "tex\\b.png"), "upper");
  EXPECT_EQ(content_at(*set, "", "Tex\\a.png"), "lower");
}

TEST(FolderResolve, FindsNothingOutsideItsRoot) {
  const TemporaryFolder folder;
  folder.put("outside.png", "outside");
  folder.put("root/model/m.pmx", "");
  const auto set = open_folder(folder.path() / "root");
  const std::string absolute = to_utf8(folder.path() / "outside.png");
  for (const std::string& path : {std::string("..\\..\\outside.png"), std::string("../../outside.png"),
                                  std::string("x\\..\\..\\..\\outside.png"), absolute})
    EXPECT_EQ(content_at(*set, "model", path), "(none)") << path;
}

TEST(FolderResolve, DoesNotResolveFolders) {
  const TemporaryFolder folder;
  folder.put("tex/a.png", "a");
  const auto set = open_folder(folder.path());
  EXPECT_EQ(set->resolve("", "tex"), std::nullopt);
  EXPECT_EQ(set->resolve("", "tex\\a.png\\b.png"), std::nullopt);
  EXPECT_EQ(set->resolve("", "missing\\a.png"), std::nullopt);
}

/// pack/model has links to pack/shared and secret.
class LinksOut : public testing::Test {
 protected:
  LinksOut() {
    folder.put("secret/a.png", "secret");
    folder.put("pack/shared/a.png", "shared");
    folder.put("pack/model/own/a.png", "own");
    link("/", "pack/model/root");
    link("../../secret", "pack/model/out");
    link("../shared", "pack/model/beside");
    link("own", "pack/model/inside");
    link("../../secret/a.png", "pack/model/file.png");
    link("../secret", "pack/away");
  }
  void link(const std::string& to, const std::string& at) {
    std::filesystem::create_symlink(to, folder.path() / at);
  }
  std::shared_ptr<const FileSet> set(bool allow_outside = false) const {
    return open_folder(folder.path() / "pack", {"model", allow_outside});
  }

  TemporaryFolder folder;
};

TEST_F(LinksOut, AreNotFollowed) {
  const std::string absolute = "root" + to_utf8(std::filesystem::canonical(folder.path())) + "/secret/a.png";
  for (const std::string& path : {std::string("out\\a.png"), std::string("file.png"), absolute,
                                  std::string("..\\away\\a.png"), std::string("beside\\a.png")}) {
    EXPECT_THAT(content_at(*set(), "model", path), HasSubstr("leads out of the model's folder")) << path;
    const auto found = set()->resolve("model", path);
    ASSERT_TRUE(found) << path;
    EXPECT_EQ(set()->size(*found), 0u) << path;
    EXPECT_FALSE(set()->read_start(*found, 4)) << path;
    EXPECT_EQ(content_at(*set(true), "model", path).find("leads"), std::string::npos) << path;
  }
}

TEST_F(LinksOut, InsideLinksAreFollowed) {
  EXPECT_EQ(content_at(*set(), "model", "inside\\a.png"), "own");
  EXPECT_EQ(content_at(*set(), "model", "..\\shared\\a.png"), "shared");
  EXPECT_EQ(content_at(*set(), "model", "..\\model\\own\\a.png"), "own");
}

TEST_F(LinksOut, ModelFolderMayBeALink) {
  link("../model", "pack/elsewhere");
  std::filesystem::create_directory(folder.path() / "desk");
  link("../pack/model", "desk/model");
  const auto linked = open_folder(folder.path() / "desk", {"model", false});
  EXPECT_EQ(content_at(*linked, "model", "own\\a.png"), "own");
  EXPECT_EQ(content_at(*linked, "model", "inside\\a.png"), "own");
  EXPECT_THAT(content_at(*linked, "model", "out\\a.png"), HasSubstr("leads out"));
}

TEST(FolderReadEach, StopsWhenAsked) {
  const TemporaryFolder folder;
  folder.put("a.txt", "small");
  folder.put("b.txt", std::string(3000000, 'x'));
  const auto set = open_folder(folder.path());
  std::vector<std::string> taken;
  bool stops = false;
  const auto take = [&](const std::string& path, const Result<Bytes>& bytes) {
    taken.push_back(path + ": " + (bytes ? std::to_string(bytes->size()) : bytes.error().what));
    return path != "b.txt" || !stops;
  };
  set->prefetch({"a.txt"});
  set->read_each({"a.txt", "b.txt", "gone.txt"}, take);
  EXPECT_THAT(taken, ElementsAre("a.txt: 5", "b.txt: 3000000", "gone.txt: there is no such file"));
  taken.clear();
  stops = true;
  set->read_each({"b.txt", "a.txt"}, take);
  EXPECT_THAT(taken, ElementsAre("b.txt: 3000000"));
  EXPECT_TRUE(set->warnings().empty());
}

TEST(FolderSize, IsTheFileSizeOrZero) {
  const TemporaryFolder folder;
  folder.put("a.txt", "small");
  const auto set = open_folder(folder.path());
  EXPECT_EQ(set->size("a.txt"), 5u);
  EXPECT_EQ(set->size("gone.txt"), 0u);
}

TEST(FolderReadStart, ReadsTheFirstBytes) {
  const TemporaryFolder folder;
  const std::string text(100'000, 'x');
  folder.put("a.png", text);
  const auto set = open_folder(folder.path());
  for (const std::size_t most : {std::size_t{0}, std::size_t{5}, std::size_t{65536}, std::size_t{70'000},
                                 std::size_t{100'000}, SIZE_MAX}) {
    const auto bytes = set->read_start("a.png", most);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(bytes->size(), std::min(most, text.size()));
  }
  EXPECT_FALSE(set->read_start("missing.png", 5));
}

TEST(FolderResolve, IsSafeFromSeveralThreads) {
  const TemporaryFolder folder;
  for (int i = 0; i < 8; ++i) folder.put(fmt::format("d{}/A.png", i), std::to_string(i));
  const auto set = open_folder(folder.path());
  std::vector<std::string> found(32);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < found.size(); ++t)
    threads.emplace_back([&, t] { found[t] = content_at(*set, "", fmt::format("D{}\\a.png", t % 8)); });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t t = 0; t < found.size(); ++t) EXPECT_EQ(found[t], std::to_string(t % 8));
}

TEST(FolderList, IsSortedAndStaysInTheFolder) {
  const TemporaryFolder folder;
  for (const char* name : {"b.pmx", "a.PMX", "c.pmx.txt", "sub/d.pmx"}) folder.put(name, "");
  std::filesystem::create_directory(folder.path() / "folder.pmx");
  EXPECT_THAT(open_folder(folder.path())->list(".pmx"), ElementsAre("a.PMX", "b.pmx"));
}

TEST(Folder, MissingFolderHasNoFiles) {
  const TemporaryFolder folder;
  const auto set = open_folder(folder.path() / "missing");
  EXPECT_TRUE(set->list(".pmx").empty());
  EXPECT_EQ(set->resolve("", "a.png"), std::nullopt);
  EXPECT_THAT(set->name(), HasSubstr("missing"));
  const auto read = set->read("a.png");
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().file, HasSubstr("a.png"));
}

TEST(ArchivePath, SplitsBehindTheFirstPartThatIsAFile) {
  const TemporaryFolder folder;
  const std::string zip = to_utf8(folder.put("下/a b.zip", "anything"));
  for (const char* rest : {"/m.pmx", "\\m.pmx", "/モデル/m.pmx", "/モデル\\m.pmx", "//m.pmx"}) {
    const auto path = archive_path(zip + rest);
    ASSERT_TRUE(path) << rest;
    EXPECT_EQ(path->archive, zip);
    EXPECT_EQ(path->member, std::string(rest).substr(std::string(rest).find_first_not_of("/\\")));
  }
}

TEST(ArchivePath, RejectsPathsOnDiskAndMissingOnes) {
  const TemporaryFolder folder;
  const std::string zip = to_utf8(folder.put("a.zip", "anything"));
  const std::string root = to_utf8(folder.path());
  const std::string odd = to_utf8(folder.put("a.zip\\m.pmx", "a file of that name"));
  for (const std::string& name : {zip, root, root + "/", root + "/missing.pmx", root + "/missing/m.pmx",
                                  zip + "/", odd, std::string(), std::string("-"), std::string("/")})
    EXPECT_FALSE(archive_path(name)) << name;
}

TEST(FolderOnDisk, IsTheFolderOfTheArchive) {
  const TemporaryFolder folder;
  const std::string zip = to_utf8(folder.put("a.zip", "anything"));
  EXPECT_EQ(folder_on_disk(zip), folder.path());
  EXPECT_EQ(folder_on_disk(zip + "/poses/p.vpd"), folder.path());
  EXPECT_EQ(folder_on_disk("p.vpd"), std::filesystem::path());
}

}  // namespace
}  // namespace mmd
