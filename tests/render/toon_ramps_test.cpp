#include "render/toon_ramps.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

int red(const Image& image, int y) {
  return image.rgba[static_cast<std::size_t>(y * image.width) * 4];
}

TEST(ToonRamps, AreWhiteWhereLitAndNeverGetLighterDownwards) {
  for (int i = 0; i < shared_toon_count; ++i) {
    const Image ramp = shared_toon_ramp(i);
    ASSERT_EQ(ramp.rgba.size(), static_cast<std::size_t>(ramp.width * ramp.height) * 4);
    EXPECT_EQ(red(ramp, 0), 255) << i;
    for (int y = 1; y < ramp.height; ++y) EXPECT_LE(red(ramp, y), red(ramp, y - 1)) << i;
    for (std::size_t p = 3; p < ramp.rgba.size(); p += 4) ASSERT_EQ(ramp.rgba[p], 255);
  }
}

TEST(ToonRamps, TheFirstHasAShadeAndTheLastIsPlainWhite) {
  EXPECT_LT(red(shared_toon_ramp(0), 31), 230);
  for (const std::uint8_t value : shared_toon_ramp(9).rgba) ASSERT_EQ(value, 255);
}

}  // namespace
}  // namespace mmd
