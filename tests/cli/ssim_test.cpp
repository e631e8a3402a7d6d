#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "tests/support/png_values.h"

namespace mmd::test {
namespace {

Image noise(int size) {
  std::mt19937 random(1);
  Image image;
  image.width = image.height = size;
  image.rgba.resize(static_cast<std::size_t>(4 * size * size));
  for (auto& c : image.rgba) c = static_cast<std::uint8_t>(random() % 200);
  return image;
}

TEST(Ssim, OfAPictureWithItselfIsOne) {
  const Image a = noise(32);
  EXPECT_DOUBLE_EQ(ssim(a, a), 1.0);
  EXPECT_DOUBLE_EQ(worst_window(a, a), 1.0);
}

TEST(Ssim, SeesASmallChangeInItsWorstWindow) {
  const Image a = noise(64);
  Image b = a;
  for (std::size_t y = 8; y < 16; ++y) {
    for (std::size_t x = 8; x < 16; ++x) b.rgba[4 * (y * 64 + x) + 3] = 255;
  }
  EXPECT_GT(ssim(a, b), 0.9);
  EXPECT_LT(worst_window(a, b), 0.5);
}

TEST(Ssim, ForgivesALittleNoiseAndNotAShift) {
  const Image a = noise(64);
  Image near = a, shifted = a;
  for (auto& c : near.rgba) c = static_cast<std::uint8_t>(c + 1);
  std::rotate(shifted.rgba.begin(), shifted.rgba.begin() + 8, shifted.rgba.end());
  EXPECT_GT(ssim(a, near), 0.99);
  EXPECT_LT(ssim(a, shifted), 0.5);
}

TEST(Ssim, OfPicturesOfDifferentSizesIsZero) {
  EXPECT_EQ(ssim(noise(32), noise(33)), 0.0);
}

}  // namespace
}  // namespace mmd::test
