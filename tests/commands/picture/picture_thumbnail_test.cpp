#include "commands/picture/picture_thumbnail.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

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

TEST(PictureThumbnail, NoSideVanishesAndNothingIsEnlarged) {
  EXPECT_EQ(shrunk_to(stripes(400, 2), 10).height, 1);
  EXPECT_EQ(shrunk_to(stripes(7, 5), 10).rgba, stripes(7, 5).rgba);
}

TEST(PictureThumbnail, ReadsEveryKindThatIsWritten) {
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

}  // namespace
}  // namespace mmd
