#include "assets/mips.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "assets/image.h"
#include "tests/assets/pixels.h"

namespace mmd {
namespace {

using Rgba = std::array<std::uint8_t, 4>;

Image solid(int width, int height, const Rgba& colour) {
  return test::make_image(width, height, colour[3] != 255, [&](int, int) { return colour; });
}

Rgba pixel(int width, const RawVector<std::uint8_t>& rgba, int x, int y) {
  const auto at = static_cast<std::ptrdiff_t>(4 * (y * width + x));
  Rgba out{};
  std::copy_n(rgba.begin() + at, 4, out.begin());
  return out;
}

TEST(BuildMips, HalvesDownToOnePixel) {
  const auto mips = build_mips(solid(12, 5, {10, 20, 30, 255}));
  ASSERT_EQ(mips.size(), 3u);
  EXPECT_EQ(mips[0].width, 6);
  EXPECT_EQ(mips[0].height, 2);
  EXPECT_EQ(mips[2].width, 1);
  EXPECT_EQ(mips[2].height, 1);
  for (const MipLevel& mip : mips) EXPECT_EQ(mip.rgba, solid(mip.width, mip.height, {10, 20, 30, 255}).rgba);
}

TEST(BuildMips, IgnoresColourOfTransparentPixels) {
  Image image = solid(2, 2, {0, 0, 0, 0});
  const Rgba opaque = {200, 100, 50, 255};
  std::copy(opaque.begin(), opaque.end(), image.rgba.begin() + 4);
  EXPECT_EQ(build_mips(image)[0].rgba, RawVector<std::uint8_t>({200, 100, 50, 64}));
}

TEST(BuildMips, HalvesStripsOfOnePixel) {
  for (const bool alpha : {false, true}) {
    Image wide = solid(7, 1, {9, 9, 9, 255}), high = solid(1, 7, {9, 9, 9, 255});
    wide.has_alpha = high.has_alpha = alpha;
    EXPECT_EQ(build_mips(wide).size(), 2u);
    EXPECT_EQ(build_mips(high).size(), 2u);
    EXPECT_EQ(build_mips(high)[1].rgba[0], 9);
  }
}

/// Four pixels weighted by alpha, rounded to the nearest.
Rgba blended(const std::array<Rgba, 4>& pixels) {
  int total = 0;
  for (const Rgba& p : pixels) total += p[3];
  Rgba out{};
  for (std::size_t c = 0; c < 3; ++c) {
    int weighted = 0, plain = 0;
    for (const Rgba& p : pixels) {
      weighted += p[c] * p[3];
      plain += p[c];
    }
    out[c] = static_cast<std::uint8_t>(total == 0 ? (plain + 2) / 4 : (weighted + total / 2) / total);
  }
  out[3] = static_cast<std::uint8_t>((total + 2) / 4);
  return out;
}

/// Alpha by mode: all opaque, random, mostly 0 or 255, nearly 0, or opaque in stretches.
std::uint8_t alpha_like(int mode, std::size_t pixel, std::uint32_t random) {
  const std::uint32_t modes[] = {255, random, random % 3 == 0 ? 255u : 0u, random % 2,
                                 pixel / 16 % 2 == 0 ? 255u : random};
  return static_cast<std::uint8_t>(modes[mode]);
}

TEST(BuildMips, RoundsBlendsToTheNearest) {
  std::mt19937 random(1);
  for (int round = 0; round < 100; ++round) {
    Image image = solid(1 + static_cast<int>(random() % 70), 1 + static_cast<int>(random() % 9), {});
    for (std::size_t i = 0; i < image.rgba.size(); ++i)
      image.rgba[i] = i % 4 == 3 ? alpha_like(round % 5, i / 4, static_cast<std::uint32_t>(random()))
                                 : static_cast<std::uint8_t>(random());
    image.has_alpha = round % 5 != 0;
    const auto mips = build_mips(image);
    if (mips.empty()) continue;
    const MipLevel& half = mips.front();
    for (int y = 0; y < half.height; ++y) {
      for (int x = 0; x < half.width; ++x) {
        const int right = std::min(2 * x + 1, image.width - 1), below = std::min(2 * y + 1, image.height - 1);
        const auto at = [&](int u, int v) { return pixel(image.width, image.rgba, u, v); };
        EXPECT_EQ(pixel(half.width, half.rgba, x, y),
                  blended({at(2 * x, 2 * y), at(right, 2 * y), at(2 * x, below), at(right, below)}));
      }
    }
  }
}

TEST(SpareMips, AreTakenOnce) {
  SpareMips mips(build_mips(solid(4, 4, {1, 2, 3, 255})));
  EXPECT_EQ(mips.take().size(), 2u);
  EXPECT_TRUE(mips.take().empty());
}

}  // namespace
}  // namespace mmd
