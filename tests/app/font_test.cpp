#include "app/font.h"

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

TEST(ChooseFont, WithoutFontsThereIsNone) {
  EXPECT_FALSE(choose_font({}));
}

}  // namespace
}  // namespace mmd
