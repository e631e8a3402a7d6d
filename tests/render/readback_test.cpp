#include "render/readback.h"

#include <array>

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(Unpremultiply, RoundsToNearestAndClearsWhatIsTransparent) {
  std::array<std::uint8_t, 16> rgba = {10, 20, 30, 255, 64, 32, 1, 128, 7, 8, 9, 0, 3, 2, 1, 2};
  EXPECT_TRUE(unpremultiply(rgba.data(), 4));
  EXPECT_EQ(rgba,
            (std::array<std::uint8_t, 16>{10, 20, 30, 255, 128, 64, 2, 128, 0, 0, 0, 0, 255, 255, 128, 2}));
}

TEST(Unpremultiply, OpaquePicturesHaveNoAlphaAndStay) {
  std::array<std::uint8_t, 8> rgba = {1, 2, 3, 255, 4, 5, 6, 255};
  const auto before = rgba;
  EXPECT_FALSE(unpremultiply(rgba.data(), 2));
  EXPECT_EQ(rgba, before);
}

}  // namespace
}  // namespace mmd
