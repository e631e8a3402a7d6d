#include "library/library_store.h"

#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

using testing::ElementsAre;

const MmdCamera a_camera{vec3(0.1f, -2.5f, 3e-7f), vec3(-10.0f, 200.25f, 5.0f), 1.0f / 3.0f, 27.5f, false};

bool same(const MmdCamera& a, const MmdCamera& b) {
  return a.target == b.target && a.angles == b.angles && a.distance == b.distance &&
         a.fov_degrees == b.fov_degrees && a.perspective == b.perspective;
}

ContentHash model(std::uint64_t number) {
  return {number, 1};
}

std::string text_of(const std::filesystem::path& file) {
  const auto bytes = read_file(file);
  return bytes ? std::string(as_text(*bytes)) : std::string();
}

/// Windows has a drive before it.
std::string absolute(std::string_view path) {
  return to_utf8(std::filesystem::absolute(path_from_utf8(path)));
}

class Library : public testing::Test {
 protected:
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "deep" / "library.json";
};

TEST_F(Library, KeepsAllEntriesInItsFile) {
  LibraryStore first(file);
  ASSERT_FALSE(first.problem());
  ASSERT_TRUE(first.set_favourite("/poses/座り.vpd", true));
  ASSERT_TRUE(first.set_favourite("/poses/b.vpd", true) && first.set_favourite("/poses/b.vpd", false));
  ASSERT_TRUE(first.set_favourite_morph("model", "笑\nい", true));
  for (const char* name : {"/m/a.pmx", "/m/ミク.zip/b.pmx", "/m/x/../a.pmx"})
    ASSERT_TRUE(first.add_recent(name));
  ASSERT_TRUE(first.add_seen(model(1)));
  ASSERT_TRUE(first.keep_camera("左 から 1", a_camera));
  const LibraryStore again(file);
  EXPECT_TRUE(again.is_favourite("/poses/x/../座り.vpd"));
  EXPECT_FALSE(again.is_favourite("/poses/b.vpd"));
  EXPECT_TRUE(again.is_favourite_morph("model", "笑\nい"));
  EXPECT_FALSE(again.is_favourite_morph("other", "笑\nい"));
  EXPECT_THAT(again.recent(), ElementsAre(absolute("/m/a.pmx"), absolute("/m/ミク.zip/b.pmx")));
  EXPECT_TRUE(again.has_seen(model(1)));
  EXPECT_FALSE(again.has_seen(model(2)));
  ASSERT_EQ(again.cameras().size(), 1u);
  EXPECT_TRUE(same(again.find_camera("左 から 1")->camera, a_camera)) << "to the bit";
}

TEST_F(Library, MergesChangesOfTwoWindows) {
  LibraryStore one(file), two(file);
  ASSERT_TRUE(one.set_favourite("/a", true) && two.set_favourite("/b", true) &&
              one.set_favourite("/c", true));
  ASSERT_TRUE(one.add_recent("/a") && two.add_recent("/b") && one.add_recent("/c"));
  ASSERT_TRUE(one.add_seen(model(1)) && two.add_seen(model(2)));
  ASSERT_TRUE(one.keep_camera("a", {}) && two.keep_camera("b", a_camera) && one.keep_camera("a", a_camera));
  ASSERT_TRUE(two.read() && two.forget_camera("b"));
  ASSERT_TRUE(one.read());
  EXPECT_TRUE(one.is_favourite("/a") && one.is_favourite("/b") && one.is_favourite("/c"));
  EXPECT_THAT(one.recent(), ElementsAre(absolute("/c"), absolute("/b"), absolute("/a")));
  EXPECT_TRUE(one.has_seen(model(2)) && two.has_seen(model(1)));
  ASSERT_EQ(one.cameras().size(), 1u);
  EXPECT_TRUE(same(one.cameras().front().camera, a_camera));
}

TEST_F(Library, KeepsConcurrentChanges) {
  ASSERT_TRUE(LibraryStore(file).set_favourite("/first", true));
  std::vector<std::thread> windows;
  for (int window = 0; window < 4; ++window)
    windows.emplace_back([&, window] {
      LibraryStore library(file);
      for (int i = 0; i < 8; ++i)
        EXPECT_TRUE(library.set_favourite("/" + std::to_string(window) + "-" + std::to_string(i), true));
    });
  for (std::thread& window : windows) window.join();
  const LibraryStore all(file);
  for (int window = 0; window < 4; ++window)
    for (int i = 0; i < 8; ++i)
      EXPECT_TRUE(all.is_favourite("/" + std::to_string(window) + "-" + std::to_string(i)));
}

TEST_F(Library, HasLimits) {
  LibraryStore nowhere;
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(nowhere.add_recent("/" + std::to_string(i)));
  EXPECT_EQ(nowhere.recent().size(), LibraryStore::max_recent);
  for (std::size_t i = 0; i < LibraryStore::max_cameras; ++i)
    ASSERT_TRUE(nowhere.keep_camera(nowhere.free_camera_name(), {}));
  EXPECT_FALSE(nowhere.keep_camera("one more", {}));
  EXPECT_TRUE(nowhere.keep_camera("1", a_camera));
  nlohmann::json seen;
  for (std::uint64_t i = 0; i < LibraryStore::max_seen; ++i) seen.push_back(to_hex(model(i)));
  folder.put("deep/library.json", nlohmann::json{{"seen_models", seen}}.dump());
  LibraryStore full(file);
  ASSERT_TRUE(full.add_seen(model(1000000)));
  const LibraryStore again(file);
  EXPECT_FALSE(again.has_seen(model(0)));
  EXPECT_TRUE(again.has_seen(model(1)) && again.has_seen(model(1000000)));
}

TEST_F(Library, WorksWithoutAFileAndIgnoresStandardInput) {
  LibraryStore nowhere;
  EXPECT_TRUE(nowhere.has_seen(model(1)) && nowhere.add_seen(model(1)));
  EXPECT_TRUE(nowhere.add_recent("-"));
  EXPECT_THAT(nowhere.recent(), ElementsAre());
  ASSERT_TRUE(nowhere.keep_camera("1", {}) && nowhere.keep_camera("3", {}));
  EXPECT_EQ(nowhere.free_camera_name(), "2");
}

TEST_F(Library, StoresNoModelsIfToldNotTo) {
  ASSERT_TRUE(LibraryStore(file).add_recent("/earlier"));
  LibraryStore library(file, false);
  ASSERT_TRUE(library.add_recent("/a") && library.add_seen(model(1)) && library.set_favourite("/f", true));
  EXPECT_TRUE(library.has_seen(model(2)));
  EXPECT_THAT(library.recent(), ElementsAre(absolute("/a")));
  const LibraryStore again(file);
  EXPECT_THAT(again.recent(), ElementsAre(absolute("/earlier")));
  EXPECT_TRUE(again.is_favourite("/f"));
  EXPECT_FALSE(again.has_seen(model(1)));
}

TEST_F(Library, KeepsEntriesInMemoryIfItCannotWrite) {
  folder.put("deep", "");
  LibraryStore library(file);
  EXPECT_FALSE(library.set_favourite("/a", true));
  EXPECT_TRUE(library.set_favourite("/b", true)) << "reported once";
  EXPECT_TRUE(library.is_favourite("/a") && library.is_favourite("/b"));
  EXPECT_TRUE(library.add_seen(model(1)));
  EXPECT_TRUE(library.has_seen(model(1)));
}

TEST_F(Library, DoesNotReplaceAnUnreadableFile) {
  const auto unreadable = folder.put("library.json", "line\n");
  std::filesystem::resize_file(unreadable, 17u << 20);  // beyond the limit; root ignores permissions
  LibraryStore library(unreadable);
  EXPECT_TRUE(library.problem());
  EXPECT_FALSE(library.keep_camera("a", a_camera));
  EXPECT_NE(library.find_camera("a"), nullptr);
  EXPECT_EQ(std::filesystem::file_size(unreadable), 17u << 20);
}

TEST_F(Library, RenamesAndReportsADamagedFile) {
  folder.put("deep/library.json", "{\"favourites\": [");
  LibraryStore library(file);
  ASSERT_TRUE(library.problem());
  EXPECT_EQ(text_of(folder.path() / "deep" / "library.json.damaged"), "{\"favourites\": [");
  EXPECT_TRUE(library.set_favourite("/a", true));
  folder.put("deep/library.json", "again");
  EXPECT_FALSE(library.set_favourite("/b", true));
  EXPECT_EQ(text_of(folder.path() / "deep" / "library.json.damaged-2"), "again");
  const LibraryStore next(file);
  EXPECT_TRUE(next.is_favourite("/a") && next.is_favourite("/b")) << "known entries are written again";
}

TEST_F(Library, KeepsUnknownFields) {
  const std::string favourite = nlohmann::json(absolute("/f")).dump();
  folder.put("deep/library.json", R"({"later": 1, "recent": 7, "favourites": [3, )" + favourite +
                                      R"(], "cameras": [{"name": "x", "numbers": [0]}]})");
  LibraryStore library(file);
  EXPECT_FALSE(library.problem());
  EXPECT_TRUE(library.is_favourite("/f"));
  ASSERT_TRUE(library.keep_camera("b", a_camera));
  const auto json = nlohmann::json::parse(text_of(file));
  EXPECT_EQ(json.at("later"), 1);
  ASSERT_EQ(json.at("cameras").size(), 2u);
  EXPECT_EQ(json.at("cameras")[1].at("name"), "x");
}

}  // namespace
}  // namespace mmd
