#include "library/asset_library_thread.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <thread>

#include <gmock/gmock.h>

#include "base/base64.h"
#include "document/loader.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/figure.h"
#include "tests/support/no_threads.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Image grey(std::uint8_t value) {
  Image image;
  image.width = image.height = 1;
  image.rgba.resize(4);
  std::fill(image.rgba.begin(), image.rgba.end(), value);
  image.has_alpha = true;
  return image;
}

/// A folder of poses; draws all that the thread has ready.
class AssetLibraryThreadTest : public testing::Test {
 protected:
  void SetUp() override {
    test::write_model(folder.path() / "model.pmx", test::figure());
    std::filesystem::create_directory(folder.path() / "poses");
    for (int i = 0; i < 4; ++i)
      test::write_pose(folder.path() / "poses" / ("pose" + std::to_string(i) + ".vpd"),
                       test::figure_pose(0.2f * static_cast<float>(i + 1)));
    LoadRequest request;
    request.files = {to_utf8(folder.path() / "model.pmx")};
    auto loaded = load_files(request, {});
    ASSERT_TRUE(loaded);
    document = std::make_shared<const LoadedFigure>(std::move(loaded->document));
  }

  void open(ThumbnailCache cache = {}) {
    thread = std::make_unique<AssetLibraryThread>("1.0", std::move(cache), [] {});
    thread->list(to_utf8(folder.path() / "poses"));
    settle();
    begin(AssetLibraryKind::poses);
  }
  void begin(AssetLibraryKind kind) {
    reports.clear();
    pictures.clear();
    drawn = 0;
    thread->start({asset_library, kind, document, {}});
    settle();
  }

  void collect() {
    AssetLibraryNews news = thread->take_news();
    if (news.listed && news.listed->asset_library) asset_library = *news.listed->asset_library;
    for (auto& report : news.reports) reports[report.entry] = report.report;
    for (auto& thumbnail : news.thumbnails) pictures[thumbnail.entry] = thumbnail.image;
    while (auto sitting = thread->take_sitting()) {
      order.push_back(sitting->entry);
      EXPECT_EQ(sitting->session->scene().actors.size(), 1u);
      auto image = std::make_shared<const Image>(grey(static_cast<std::uint8_t>(100 + sitting->entry)));
      pictures[sitting->entry] = image;
      ++drawn;
      thread->give_back(std::move(*sitting), image);
    }
  }
  void settle() {
    do {
      collect();
      std::this_thread::yield();
    } while (!thread->idle());
    collect();
  }

  const test::TemporaryFolder folder;
  std::shared_ptr<const LoadedFigure> document;
  std::unique_ptr<AssetLibraryThread> thread;
  std::shared_ptr<const AssetLibrary> asset_library;
  std::map<std::size_t, EntryReport> reports;
  std::map<std::size_t, std::shared_ptr<const Image>> pictures;
  std::vector<std::size_t> order;
  int drawn = 0;
};

TEST_F(AssetLibraryThreadTest, MakesAllThumbnailsAndReportsCoverage) {
  test::write_pose(folder.path() / "poses" / "stranger.vpd", test::figure_pose(0.3f, true));
  open();
  ASSERT_EQ(pictures.size(), 5u);
  EXPECT_EQ(reports[0].coverage, 100);
  EXPECT_LT(reports[4].coverage, 100);
  EXPECT_GT(reports[4].coverage, 0);
  EXPECT_THAT(reports[4].missing, ElementsAre("左ひざ"));
}

TEST_F(AssetLibraryThreadTest, TakesThumbnailsOfUnchangedFilesFromTheCache) {
  const auto cache = folder.path() / "cache";
  open(ThumbnailCache(cache));
  EXPECT_EQ(drawn, 4);
  open(ThumbnailCache(cache));
  EXPECT_EQ(drawn, 0);
  ASSERT_EQ(pictures.size(), 4u);
  EXPECT_EQ(pictures[2]->rgba[0], 102);
  EXPECT_EQ(reports.size(), 4u);
  test::write_pose(folder.path() / "poses" / "pose1.vpd", test::figure_pose(1.5f));
  open(ThumbnailCache(cache));
  EXPECT_EQ(drawn, 1);
}

TEST_F(AssetLibraryThreadTest, WakesUntilDoneWithoutThreads) {
  const test::NoThreads none;
  int wakes = 0;
  thread = std::make_unique<AssetLibraryThread>("1.0", ThumbnailCache(), [&] { ++wakes; });
  thread->list(to_utf8(folder.path() / "poses"));
  while (wakes-- > 0) collect();
  ASSERT_NE(asset_library, nullptr);
  wakes = 0;
  thread->start({asset_library, AssetLibraryKind::poses, document, {}});
  while (wakes-- > 0) collect();
  EXPECT_EQ(pictures.size(), 4u);
  EXPECT_EQ(reports.size(), 4u);
}

TEST_F(AssetLibraryThreadTest, StartsWithWantedEntries) {
  open();
  order.clear();
  thread->want({3, 1});
  settle();
  EXPECT_THAT(order, ElementsAre(3, 1)) << "drawn again";
}

TEST_F(AssetLibraryThreadTest, ReportsUnusableFilesAndContinues) {
  for (int i = 0; i < 1000; ++i)
    folder.put("poses/broken" + std::to_string(i) + ".vpd", i % 2 == 0 ? "" : "neither this nor that");
  std::filesystem::create_directory_symlink("/nowhere", folder.path() / "poses" / "dangling.vpd");
  open();
  EXPECT_EQ(pictures.size(), 4u);
  ASSERT_EQ(reports.size(), 1004u);
  const auto problems = std::count_if(reports.begin(), reports.end(),
                                      [](const auto& r) { return r.second.problem.has_value(); });
  EXPECT_EQ(problems, 1000);
  EXPECT_THAT(describe(*reports[0].problem), HasSubstr("broken0.vpd"));
}

TEST_F(AssetLibraryThreadTest, ReportsProblemsWhenTheFolderIsGone) {
  thread = std::make_unique<AssetLibraryThread>("1.0", ThumbnailCache(), [] {});
  thread->list(to_utf8(folder.path() / "poses"));
  settle();
  std::filesystem::remove_all(folder.path() / "poses");
  begin(AssetLibraryKind::poses);
  ASSERT_EQ(reports.size(), 4u);
  EXPECT_TRUE(reports[0].problem);
  EXPECT_TRUE(pictures.empty());
}

TEST_F(AssetLibraryThreadTest, ReadsNoPosesWithoutAModel) {
  document.reset();
  open();
  EXPECT_TRUE(reports.empty());
  EXPECT_TRUE(pictures.empty());
}

TEST_F(AssetLibraryThreadTest, MakesThumbnailsOfModels) {
  const auto models = folder.path() / "poses";
  test::write_model(models / "b.pmx", test::figure());
  folder.put("poses/a.pmx", "PMX nonsense");
  document.reset();
  open();
  begin(AssetLibraryKind::models);
  EXPECT_EQ(pictures.size(), 1u);
  EXPECT_TRUE(reports[0].problem);
  EXPECT_FALSE(reports[1].problem);
}

TEST_F(AssetLibraryThreadTest, TakesThePictureOfASceneFromItsFile) {
  const auto jpeg = encode_jpeg(grey(200));
  ASSERT_TRUE(jpeg);
  folder.put("scenes/a.mmdscene", "{\"mmdview-scene\": 1, \"files\": [\"a.pmx\"]}");
  folder.put("scenes/b.mmdscene",
             "{\"mmdview-scene\": 1, \"files\": [\"a.pmx\"], \"picture\": \"data:image/jpeg;base64," +
                 base64(*jpeg) + "\"}");
  thread = std::make_unique<AssetLibraryThread>("1.0", ThumbnailCache(), [] {});
  thread->list(to_utf8(folder.path() / "scenes"));
  settle();
  document = nullptr;
  begin(AssetLibraryKind::scenes);
  EXPECT_EQ(reports.size(), 2u);
  EXPECT_EQ(pictures.count(0), 0u);
  ASSERT_EQ(pictures.count(1), 1u);
  EXPECT_EQ(pictures[1]->width, 1);
}

TEST_F(AssetLibraryThreadTest, StartingAgainDropsOldWork) {
  open();
  thread->want({0, 1, 2, 3});
  thread->start({asset_library, AssetLibraryKind::motions, document, {}});
  settle();
  EXPECT_FALSE(thread->take_sitting());
  EXPECT_TRUE(thread->take_news().reports.empty());
}

}  // namespace
}  // namespace mmd
