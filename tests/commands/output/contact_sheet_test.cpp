#include "commands/output/contact_sheet.h"

#include <gtest/gtest.h>

#include "commands/output/font.h"

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

TEST(ContactSheet, SmallerPicturesAreInTheMiddleOfTheirPlace) {
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

TEST(ContactSheet, OfNothingIsAPictureTooWithRoomForNothing) {
  EXPECT_TRUE(check_pixels(contact_sheet({}, 128, nullptr)));
}

}  // namespace
}  // namespace mmd
