#include "commands/batch/batch_poser.h"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(RandomView, DependsOnSeedPictureAndIndexOnly) {
  RandomViews views;
  views.seed = 1;
  const ContentHash picture{3, 4};
  const RandomView view = random_view(views, picture, 2), again = random_view(views, picture, 2);
  EXPECT_EQ(view.azimuth, again.azimuth);
  EXPECT_EQ(view.light, again.light);
  EXPECT_NE(view.azimuth, random_view(views, picture, 3).azimuth);
  EXPECT_NE(view.azimuth, random_view(views, {3, 5}, 2).azimuth);
  views.seed = 2;
  EXPECT_NE(view.azimuth, random_view(views, picture, 2).azimuth);
}

TEST(RandomView, CoversItsRanges) {
  RandomViews views;
  views.azimuth = {-30.0f, 60.0f};
  views.elevation = {0.0f, 90.0f};
  views.distance = {1.0f, 2.0f};
  views.fov = {20.0f, 40.0f};
  views.roll = {-5.0f, 5.0f};
  float low = 360.0f, high = -360.0f;
  int above = 0;
  constexpr std::size_t count = 2000;
  for (std::size_t i = 0; i < count; ++i) {
    const RandomView view = random_view(views, {1, 1}, i);
    for (const auto& [value, range] :
         {std::pair(view.azimuth, views.azimuth), std::pair(view.elevation, views.elevation),
          std::pair(view.distance, views.distance), std::pair(view.fov, *views.fov),
          std::pair(view.roll, views.roll)}) {
      EXPECT_GE(value, range.low);
      EXPECT_LE(value, range.high + 1e-3f);
    }
    low = std::min(low, view.azimuth);
    high = std::max(high, view.azimuth);
    above += view.elevation > 30.0f;
    EXPECT_LT(view.light.y, 0.0f) << "light comes from above";
    EXPECT_NEAR(glm::length(view.light), 1.0f, 1e-5f);
  }
  EXPECT_LT(low, -29.0f);
  EXPECT_GT(high, 59.0f);
  EXPECT_NEAR(above, count / 2, 120) << "half of the half sphere lies above 30 degrees";
}

}  // namespace
}  // namespace mmd
