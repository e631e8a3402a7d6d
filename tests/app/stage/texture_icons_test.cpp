#include "app/stage/texture_icons.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace mmd {
namespace {

/// Left half red, right half blue or, with `clear`, transparent.
Image halves(int width, int height, bool clear) {
  Image out;
  out.width = width;
  out.height = height;
  out.rgba = RawVector<std::uint8_t>(4 * static_cast<std::size_t>(width * height));
  for (std::size_t i = 0; i < out.rgba.size(); i += 4) {
    const bool left = static_cast<int>(i / 4) % width < width / 2;
    out.rgba[i] = left ? 255 : 0;
    out.rgba[i + 1] = 0;
    out.rgba[i + 2] = left ? 0 : 255;
    out.rgba[i + 3] = left || !clear ? 255 : 0;
  }
  return out;
}

TEST(TextureIcons, KeepTheAspectRatio) {
  const Image icon = shrunk(halves(1024, 256, false), 128);
  ASSERT_EQ(icon.width, 128);
  ASSERT_EQ(icon.height, 32);
  EXPECT_EQ(icon.rgba[0], 255);
  EXPECT_EQ(icon.rgba[4 * 127 + 2], 255);
  EXPECT_EQ(icon.rgba[4 * 63], 255);
  EXPECT_EQ(icon.rgba[4 * 64], 0);
  const Image image = halves(8, 4, false), small = shrunk(image, 128);
  EXPECT_EQ(small.width, 8);
  EXPECT_TRUE(std::equal(small.rgba.begin(), small.rgba.end(), image.rgba.begin()));
}

TEST(TextureIcons, IgnoreColoursOfTransparentPixels) {
  const Image icon = shrunk(halves(16, 16, true), 1);
  ASSERT_EQ(icon.rgba.size(), 4u);
  EXPECT_EQ(icon.rgba[0], 255);
  EXPECT_EQ(icon.rgba[2], 0);
  EXPECT_NEAR(icon.rgba[3], 128, 2);
}

}  // namespace
}  // namespace mmd
