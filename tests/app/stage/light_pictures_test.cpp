#include "app/stage/light_pictures.h"

#include <gmock/gmock.h>

namespace mmd {
namespace {

/// The mean brightness of a quarter of the picture, from its left and top half or the others.
double brightness(const Image& image, bool right, bool below) {
  const auto side = static_cast<std::size_t>(image.width);
  double sum = 0.0;
  for (std::size_t y = 0; y < side / 2; ++y)
    for (std::size_t x = 0; x < side / 2; ++x) {
      const std::size_t at = 4 * ((y + (below ? side / 2 : 0)) * side + x + (right ? side / 2 : 0));
      sum += image.rgba[at] * image.rgba[at + 3];
    }
  return sum;
}

TEST(LightPicture, IsLitWhereTheLightComesFrom) {
  const Image from_right_above = lit_ball(vec3(-1.0f, -1.0f, 0.3f), 48);  // rays to the left and down
  const double lit = brightness(from_right_above, true, false);
  EXPECT_GT(lit, 1.3 * brightness(from_right_above, false, false));
  EXPECT_GT(lit, 1.3 * brightness(from_right_above, true, true));
  EXPECT_GT(lit, 2.0 * brightness(from_right_above, false, true));
}

TEST(LightPicture, IsDarkWithLightFromBehindAndBrightFromTheViewer) {
  const double from_viewer = brightness(lit_ball(vec3(0.0f, 0.0f, 1.0f), 48), true, true);
  EXPECT_GT(from_viewer, 2.0 * brightness(lit_ball(vec3(0.0f, 0.0f, -1.0f), 48), true, true));
}

TEST(LightPicture, IsTransparentAroundTheBall) {
  const Image image = lit_ball(vec3(0.0f, -1.0f, 0.0f), 48);
  EXPECT_EQ(image.rgba[3], 0);
  EXPECT_EQ(image.rgba[4 * (24 * 48 + 24) + 3], 255);
}

}  // namespace
}  // namespace mmd
