#include "commands/output/contact_sheet.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "commands/output/font.h"
#include "commands/output/picture_text.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

std::shared_ptr<const Image> filled(int side, std::array<std::uint8_t, 4> colour) {
  auto image = std::make_shared<Image>();
  image->width = image->height = side;
  image->rgba.resize(static_cast<std::size_t>(side * side) * 4);
  for (std::size_t i = 0; i < image->rgba.size(); ++i) image->rgba[i] = colour[i % 4];
  image->has_alpha = true;
  return image;
}

std::array<int, 3> pixel(const Image& image, int x, int y) {
  const std::uint8_t* at = image.rgba.data() + static_cast<std::size_t>(y * image.width + x) * 4;
  return {at[0], at[1], at[2]};
}

/// Dark pixels in some rows.
int ink_in(const Image& image, int from, int to) {
  int out = 0;
  for (int y = from; y < to; ++y)
    for (int x = 0; x < image.width; ++x) out += pixel(image, x, y)[0] < 128 ? 1 : 0;
  return out;
}

TEST(ContactSheet, LaysPicturesOverWhiteInRows) {
  const std::vector<SheetTile> tiles(5, {"", filled(32, {200, 0, 0, 128})});
  const Image sheet = contact_sheet(tiles, 32, nullptr);
  EXPECT_EQ(check_pixels(sheet).has_value(), true);
  EXPECT_FALSE(sheet.has_alpha);
  const auto middle = pixel(sheet, 2 + 16, 2 + 16);
  EXPECT_NEAR(middle[0], 227, 1);
  EXPECT_NEAR(middle[1], 127, 1);
  EXPECT_EQ(pixel(sheet, 0, 0), (std::array<int, 3>{255, 255, 255}));
  EXPECT_EQ(pixel(sheet, 2 + 34 + 34 + 16, 2 + 16), middle) << "three in the first row";
  EXPECT_EQ(pixel(sheet, sheet.width - 18, sheet.height - 24)[1], 255) << "the last place is free";
}

TEST(ContactSheet, CentresSmallPicturesInTheirTiles) {
  const Image sheet = contact_sheet({{"", filled(10, {0, 0, 0, 255})}}, 32, nullptr);
  EXPECT_EQ(pixel(sheet, 2 + 16, 2 + 16)[0], 0);
  EXPECT_EQ(pixel(sheet, 2 + 5, 2 + 5)[0], 255);
}

TEST(ContactSheet, WritesJapaneseNames) {
  const auto font = choose_font(system_fonts());
  ASSERT_TRUE(font);
  const auto nothing = filled(128, {0, 0, 0, 0});
  const auto ink = [&](const std::string& caption) {
    const Image sheet = contact_sheet({{caption, nothing}}, 128, &*font);
    EXPECT_EQ(ink_in(sheet, 0, 8 + 128), 0) << "below the picture";
    return ink_in(sheet, 8 + 128, sheet.height);
  };
  EXPECT_EQ(ink(""), 0);
  EXPECT_GT(ink("座り"), 20);
  EXPECT_GT(ink("座り立ち"), ink("座り"));
}

TEST(ContactSheet, WithoutPicturesIsAValidImage) {
  EXPECT_TRUE(check_pixels(contact_sheet({}, 128, nullptr)));
}

/// Every letter is as wide as another.
float letters_in(const std::string& text) {
  return static_cast<float>(utf16_units(text).size());
}

TEST(Shortened, CutsBetweenLettersAndAddsAnEllipsis) {
  EXPECT_EQ(shortened("立ちポーズ", 5.0f, letters_in), "立ちポーズ");
  EXPECT_EQ(shortened("立ちポーズ", 4.0f, letters_in), "立ちポ…");
  EXPECT_EQ(shortened("立ちポーズ", 1.0f, letters_in), "…");
  EXPECT_EQ(shortened("立ちポーズ", 0.0f, letters_in), "…");
  EXPECT_EQ(shortened("", 0.0f, letters_in), "");
}

/// Columns in turn white and transparent.
Image stripes(int width, int height) {
  Image out;
  out.width = width;
  out.height = height;
  out.has_alpha = true;
  for (int i = 0; i < width * height; ++i)
    for (int c = 0; c < 4; ++c) out.rgba.push_back(i % width % 2 == 0 ? 255 : 0);
  return out;
}

TEST(PictureThumbnail, KeepsTheProportionsAndAverages) {
  const Image small = shrunk_to(stripes(80, 40), 20);
  ASSERT_TRUE(check_pixels(small));
  EXPECT_EQ(small.width, 20);
  EXPECT_EQ(small.height, 10);
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(small.rgba[static_cast<std::size_t>(i) * 4], 255) << "what is transparent does not darken";
    EXPECT_EQ(small.rgba[static_cast<std::size_t>(i) * 4 + 3], 128);
  }
}

TEST(PictureThumbnail, SidesAreAtLeastOnePixelAndNeverEnlarged) {
  EXPECT_EQ(shrunk_to(stripes(400, 2), 10).height, 1);
  EXPECT_EQ(shrunk_to(stripes(7, 5), 10).rgba, stripes(7, 5).rgba);
}

TEST(PictureThumbnail, ReadsEveryWrittenFormat) {
  Image white = stripes(64, 48);
  for (auto& value : white.rgba) value = 255;
  white.has_alpha = false;
  for (const auto& bytes : {encode_png(white), encode_jpeg(white), encode_webp(white)}) {
    const auto small = read_thumbnail(bytes.value(), 16);
    ASSERT_TRUE(small) << describe(small.error());
    EXPECT_EQ(small->width, 16);
    EXPECT_EQ(small->height, 12);
    EXPECT_GT(small->rgba[300], 250);
  }
  EXPECT_FALSE(read_thumbnail(as_byte_span("garbage"), 16));
}

TEST(ChooseFont, FindsAJapaneseFontOnThisSystem) {
  const auto font = choose_font(system_fonts());
  ASSERT_TRUE(font) << "scripts/setup.sh installs one";
  EXPECT_TRUE(font->japanese);
  EXPECT_FALSE(font->bytes.empty());
}

TEST(ChooseFont, SkipsFilesThatAreNoFonts) {
  const test::TemporaryFolder folder;
  std::vector<FontFile> files = {
      {folder.path() / "missing.ttf", 0},
      {folder.path(), 0},
      {folder.put("empty.ttf", ""), 0},
      {folder.put("text.ttf", std::string(1000, 'x')), 0},
      {folder.put("header.ttf", std::string("\0\1\0\0", 4) + std::string(200, '\0')), 0}};
  EXPECT_FALSE(choose_font({}));
  EXPECT_FALSE(choose_font(files));
  const auto real = system_fonts();
  ASSERT_FALSE(real.empty());
  files.insert(files.end(), real.begin(), real.end());
  EXPECT_TRUE(choose_font(files));
}

TEST(ChooseFont, SkipsMissingFacesOfACollection) {
  const auto real = system_fonts();
  ASSERT_FALSE(real.empty());
  EXPECT_FALSE(choose_font(std::vector<FontFile>{{real.front().path, 1000}}));
}

TEST(Cover, CapitalsHaveTheRequestedHeight) {
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

}  // namespace
}  // namespace mmd
