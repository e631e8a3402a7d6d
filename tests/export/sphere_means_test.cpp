#include "export/sphere_means.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

Image plain(int side, std::uint8_t value) {
  Image out;
  out.width = out.height = side;
  out.rgba.assign(static_cast<std::size_t>(side * side) * 4, value);
  return out;
}

TEST(SphereMeans, AreOfTheDiscAlone) {
  Image image = plain(8, 51);
  for (const std::size_t corner : {0, 7, 56, 63}) image.rgba[4 * corner] = 255;
  SphereMeans means;
  EXPECT_NEAR(means.of(image).r, 0.2f, 1e-6f);
  EXPECT_NEAR(means.of(image).a, 0.2f, 1e-6f);
}

TEST(SphereMeans, AreFoundOnceForEachPicture) {
  const Image dark = plain(4, 51), light = plain(4, 204);
  SphereMeans means;
  for (int material = 0; material < 3; ++material) {
    EXPECT_NEAR(means.of(dark).r, 0.2f, 1e-6f);
    EXPECT_NEAR(means.of(light).r, 0.8f, 1e-6f);
  }
  EXPECT_EQ(means.looked_at(), 2u);
}

}  // namespace
}  // namespace mmd
