#include "document/watched_files.h"

#include <gmock/gmock.h>

#include "tests/assets/temporary_folder.h"
#include "tests/support/archive_samples.h"
#include "tests/support/figure.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

class WatchedFilesTest : public testing::Test {
 protected:
  LoadedFigure loaded(const std::vector<std::string>& files) {
    auto out = load_document(files, {}, false);
    EXPECT_TRUE(out);
    return out ? std::move(*out) : LoadedFigure();
  }
  std::string in(const char* name) const { return with_slashes(folder.path() / name); }

  test::TemporaryFolder folder;
};

TEST_F(WatchedFilesTest, ListsModelPosesAndTextures) {
  pmx::File file = test::figure();
  for (const char* texture : {"TEX\\a.png", "gone.png"})
    file.textures.push_back(pmx::from_utf8(texture, file.header.encoding));
  folder.put("tex/A.png", "no picture");
  test::write_model(folder.path() / "m.pmx", file);
  test::write_pose(folder.path() / "p.vpd", test::figure_pose(0.5f));
  std::vector<std::string> files = files_of(loaded({in("m.pmx"), in("p.vpd")}));
  for (std::string& name : files) name = with_slashes(path_from_utf8(name));
  EXPECT_THAT(files, UnorderedElementsAre(in("m.pmx"), in("p.vpd"), in("tex/A.png")));
}

TEST_F(WatchedFilesTest, ListsTheArchiveOfItsEntries) {
  test::write_model(folder.path() / "m.pmx", test::figure());
  const auto bytes = read_file(folder.path() / "m.pmx");
  ASSERT_TRUE(bytes);
  folder.put("z.zip", as_text(test::zip_file({{"a.pmx", std::string(as_text(*bytes))}})));
  EXPECT_THAT(files_of(loaded({in("z.zip")})), ElementsAre(in("z.zip")));
  EXPECT_THAT(files_of(loaded({in("z.zip/a.pmx")})), ElementsAre(in("z.zip")));
}

TEST_F(WatchedFilesTest, ReportsAChangeOnce) {
  folder.put("a", "1");
  folder.put("deep/b", "1");
  WatchedFiles watched;
  watched.follow({in("a"), in("deep/b")});
  EXPECT_THAT(watched.folders(), ElementsAre(with_slashes(folder.path()), in("deep")));
  EXPECT_FALSE(watched.changed());
  folder.put("deep/b", "22");
  EXPECT_TRUE(watched.changed());
  EXPECT_FALSE(watched.changed());
  folder.put("c", "of no concern");
  EXPECT_FALSE(watched.changed());
}

TEST_F(WatchedFilesTest, ReportsEarlierChangesUnlessExcused) {
  folder.put("a", "1");
  WatchedFiles watched;
  watched.follow({in("a")});
  folder.put("a", "22");
  watched.follow({in("a")});
  EXPECT_TRUE(watched.changed());
  folder.put("a", "333");
  watched.excuse(in("a"));
  EXPECT_FALSE(watched.changed());
}

TEST_F(WatchedFilesTest, ReportsADeletedFileWhenItIsBack) {
  folder.put("a", "1");
  WatchedFiles watched;
  watched.follow({in("a"), in("never")});
  std::filesystem::remove(folder.path() / "a");
  EXPECT_FALSE(watched.changed());
  folder.put("a", "333");
  EXPECT_TRUE(watched.changed());
  folder.put("never", "now");
  EXPECT_TRUE(watched.changed());
}

}  // namespace
}  // namespace mmd
