#include "render/software/alpha_levels.h"

#include <limits>

#include <gtest/gtest.h>

#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

/// Columns that are opaque and clear by turns.
Image striped(int width, int height) {
  Image image = test::solid_image(width, height, {0, 0, 0, 255});
  for (std::size_t i = 0; i < image.rgba.size() / 4; ++i)
    image.rgba[4 * i + 3] = i % static_cast<std::size_t>(width) % 2 == 0 ? 255 : 0;
  image.has_alpha = true;
  return image;
}

TEST(AlphaLevels, TheFirstIsTheTextureItselfBetweenItsTexels) {
  const Image image = striped(4, 2);
  AlphaLevels levels(image);
  EXPECT_FLOAT_EQ(levels.at({0.125f, 0.25f}, 0), 1.0f);
  EXPECT_FLOAT_EQ(levels.at({0.375f, 0.25f}, 0), 0.0f);
  EXPECT_FLOAT_EQ(levels.at({0.25f, 0.5f}, 0), 0.5f);
}

TEST(AlphaLevels, TexturesRepeatAndTheirBordersMeet) {
  const Image image = striped(4, 2);
  AlphaLevels levels(image);
  EXPECT_FLOAT_EQ(levels.at({7.125f, -3.75f}, 0), levels.at({0.125f, 0.25f}, 0));
  EXPECT_FLOAT_EQ(levels.at({0.0f, 0.25f}, 0), 0.5f) << "between the first column and the last";
}

TEST(AlphaLevels, SmallerOnesAreMeans) {
  const Image image = striped(16, 5);
  AlphaLevels levels(image);
  for (const float x : {0.1f, 0.45f, 0.9f}) EXPECT_NEAR(levels.at({x, 0.6f}, 1), 0.5f, 1.0f / 255.0f);
  EXPECT_NEAR(levels.at({0.5f, 0.5f}, levels.level_for(1e12f)), 0.5f, 1.0f / 255.0f) << "one texel";
}

TEST(AlphaLevels, TheLevelGoesByHowManyTexelsAPlaceStandsFor) {
  const Image image = striped(16, 16);
  AlphaLevels levels(image);
  EXPECT_EQ(levels.level_for(0.2f), 0);
  EXPECT_EQ(levels.level_for(1.0f), 0);
  EXPECT_EQ(levels.level_for(4.0f), 1);
  EXPECT_EQ(levels.level_for(64.0f), 3);
  EXPECT_EQ(levels.level_for(std::numeric_limits<float>::infinity()), 4);
  EXPECT_EQ(levels.level_for(std::numeric_limits<float>::quiet_NaN()), 0);
}

TEST(AlphaLevels, LargeTexturesBeginAtAFractionOfTheirSizeWithTheSameLevels) {
  const int width = 4 * AlphaLevels::largest;
  const Image image = striped(width, 4);
  AlphaLevels large(image);
  EXPECT_EQ(large.texels(), static_cast<float>(width) * 4.0f);
  EXPECT_EQ(large.level_for(16.0f), 0) << "it stands for four by four";
  EXPECT_NEAR(large.at({0.3f, 0.5f}, 0), 0.5f, 1.0f / 255.0f);
  EXPECT_EQ(large.level_for(64.0f), 1);
}

TEST(AlphaLevels, NothingOfAPictureIsReadBeforeItIsAskedFor) {
  Image image = striped(4, 2);
  AlphaLevels levels(image);
  EXPECT_EQ(levels.level_for(1e12f), 2);
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 51;
  EXPECT_FLOAT_EQ(levels.at({0.125f, 0.25f}, 0), 0.2f);
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 0;
  EXPECT_FLOAT_EQ(levels.at({0.125f, 0.25f}, 0), 0.2f) << "and only once";
}

TEST(AlphaLevels, CoordinatesBeyondAllNumbersAreClear) {
  const Image image = test::solid_image(2, 2, {0, 0, 0, 255});
  AlphaLevels levels(image);
  EXPECT_EQ(levels.at({std::numeric_limits<float>::infinity(), 0.0f}, 0), 0.0f);
  EXPECT_EQ(levels.at({0.0f, std::numeric_limits<float>::quiet_NaN()}, 0), 0.0f);
  EXPECT_FLOAT_EQ(levels.at({1e30f, -1e30f}, 0), 1.0f);
}

}  // namespace
}  // namespace mmd
