#include "library/thumbnail_cache.h"

#include <chrono>

#include <gtest/gtest.h>

#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

Image picture(std::uint8_t grey, int side = 8) {
  Image image;
  image.width = image.height = side;
  image.rgba.resize(static_cast<std::size_t>(side * side) * 4);
  for (std::size_t i = 0; i < image.rgba.size(); ++i)
    image.rgba[i] = static_cast<std::uint8_t>(i % 4 == 3 ? grey / 2 : grey + i);
  image.has_alpha = true;
  return image;
}

/// Lets a picture look as if it had been used that many hours ago.
void age(const fs::path& folder, const ContentHash& key, int hours) {
  fs::last_write_time(folder / (to_hex(key) + ".png"),
                      fs::file_time_type::clock::now() - std::chrono::hours(hours));
}

TEST(ThumbnailCache, GivesThePictureBackToTheBit) {
  const test::TemporaryFolder folder;
  const Image image = picture(100);
  ThumbnailCache(folder.path() / "a" / "b").put({1, 2}, image);
  const auto found = ThumbnailCache(folder.path() / "a" / "b").find({1, 2});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rgba, image.rgba);
  EXPECT_FALSE(ThumbnailCache(folder.path() / "a" / "b").find({1, 3}));
}

TEST(ThumbnailCache, MakesDamagedPicturesAnew) {
  const test::TemporaryFolder folder;
  ThumbnailCache cache(folder.path());
  cache.put({1, 2}, picture(1));
  folder.put(to_hex({1, 2}) + ".png", "torn");
  EXPECT_FALSE(cache.find({1, 2}));
  EXPECT_TRUE(folder.names().empty()) << "it does not stay";
}

TEST(ThumbnailCache, IsNoneWhereNothingCanBeWritten) {
  const test::TemporaryFolder folder;
  folder.put("file", "");
  ThumbnailCache cache(folder.path() / "file");
  cache.put({1, 2}, picture(1));
  EXPECT_FALSE(cache.works());
  EXPECT_FALSE(cache.find({1, 2}));
  ThumbnailCache none;
  none.put({1, 2}, picture(1));
  EXPECT_FALSE(none.works());
}

TEST(ThumbnailCache, LetsGoOfWhatWasUsedTheLongestAgo) {
  const test::TemporaryFolder folder;
  const std::uint64_t one = encode_png(picture(0, 64))->size();
  ThumbnailCache cache(folder.path(), 4 * one + one / 2);
  for (std::uint64_t i = 0; i < 4; ++i) {
    cache.put({0, i}, picture(0, 64));
    age(folder.path(), {0, i}, 10 - static_cast<int>(i));
  }
  EXPECT_TRUE(cache.find({0, 0})) << "now it is the one that was used last";
  cache.put({0, 4}, picture(0, 64));
  EXPECT_TRUE(cache.find({0, 0}));
  EXPECT_TRUE(cache.find({0, 4}));
  EXPECT_FALSE(cache.find({0, 1}));
  EXPECT_FALSE(cache.find({0, 2}));
}

TEST(ThumbnailCache, LeavesWhatIsNotItsOwn) {
  const test::TemporaryFolder folder;
  folder.put("other.txt", std::string(100000, 'x'));
  ThumbnailCache cache(folder.path(), 1);
  cache.put({0, 1}, picture(0));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"other.txt"});
}

}  // namespace
}  // namespace mmd
