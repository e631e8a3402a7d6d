#include "commands/output/font.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

TEST(ChooseFont, FindsAJapaneseFontOnThisSystem) {
  const auto font = choose_font(system_fonts());
  ASSERT_TRUE(font) << "scripts/setup.sh installs one";
  EXPECT_TRUE(font->japanese);
  EXPECT_FALSE(font->bytes.empty());
}

TEST(ChooseFont, PassesOverWhatIsNoFont) {
  const test::TemporaryFolder folder;
  std::vector<FontFile> files = {
      {folder.path() / "missing.ttf", 0},
      {folder.path(), 0},
      {folder.put("empty.ttf", ""), 0},
      {folder.put("text.ttf", std::string(1000, 'x')), 0},
      {folder.put("header.ttf", std::string("\0\1\0\0", 4) + std::string(200, '\0')), 0}};
  EXPECT_FALSE(choose_font(files));
  const auto real = system_fonts();
  ASSERT_FALSE(real.empty());
  files.insert(files.end(), real.begin(), real.end());
  EXPECT_TRUE(choose_font(files));
}

TEST(ChooseFont, AFaceThatTheCollectionLacksIsPassedOver) {
  const auto real = system_fonts();
  ASSERT_FALSE(real.empty());
  EXPECT_FALSE(choose_font(std::vector<FontFile>{{real.front().path, 1000}}));
}

TEST(Cover, CapitalsAreAsHighAsAskedForAndTheLineAsWideAsItsLetters) {
  const auto font = choose_font(system_fonts());
  ASSERT_TRUE(font);
  for (const int height : {7, 14, 28}) {
    const TextCoverage one = cover(*font, "M", height), three = cover(*font, "MMM", height);
    EXPECT_GT(three.width, 2 * one.width);
    int first = one.height, last = -1;
    for (int y = 0; y < one.height; ++y) {
      for (int x = 0; x < one.width; ++x) {
        if (one.pixels[static_cast<std::size_t>(y * one.width + x)] == 0) continue;
        first = std::min(first, y);
        last = std::max(last, y);
      }
    }
    EXPECT_NEAR(first, one.cap_top, 1) << height;
    EXPECT_NEAR(last - first + 1, height, 1) << height;
  }
  EXPECT_THAT(cover(*font, "", 10).pixels, ::testing::Each(0));
}

TEST(ChooseFont, WithoutFontsThereIsNone) {
  EXPECT_FALSE(choose_font({}));
}

}  // namespace
}  // namespace mmd
