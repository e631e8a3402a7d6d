#include "render/software/coverage_raster.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using Facing = CoverageRaster::Facing;
using Translucency = CoverageRaster::Translucency;

/// 8x4 pixels; vertices are in clip space.
class CoverageRasterTest : public ::testing::Test {
 protected:
  CoverageRasterTest() { raster_.begin(width, height); }
  bool draw(const std::vector<vec3>& corners, Facing facing = Facing::both, float share = 1.0f,
            const Translucency* translucency = nullptr, const mat4& to_clip = mat4(1.0f)) {
    std::vector<std::uint32_t> indices(corners.size());
    for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<std::uint32_t>(i);
    if (!raster_.set_vertices(corners, to_clip)) return false;
    raster_.draw(indices, facing, share, translucency);
    return true;
  }
  int at(int x, int y) const { return raster_.shares()[static_cast<std::size_t>(y * width + x)]; }
  int covered() const {
    return static_cast<int>(raster_.shares().size()) -
           static_cast<int>(std::count(raster_.shares().begin(), raster_.shares().end(), std::uint8_t{0}));
  }

  static constexpr int width = 8, height = 4;
  CoverageRaster raster_;
};

const std::vector<vec3> turning_left = {vec3(-4, -4, 0), vec3(8, -4, 0), vec3(-4, 8, 0)};  // over everything
const std::vector<vec3> turning_right = {vec3(-4, -4, 0), vec3(-4, 8, 0), vec3(8, -4, 0)};

TEST_F(CoverageRasterTest, CoversPixelsWithTheirCentreInATriangle) {
  ASSERT_TRUE(draw({vec3(-1, -1, 0), vec3(1, -1, 0), vec3(-1, 1, 0)}));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      EXPECT_EQ(at(x, y) != 0, (x + 0.5) / width + (y + 0.5) / height <= 1.0) << x << "," << y;
}

TEST_F(CoverageRasterTest, SharedSidesHaveNoGaps) {
  const vec3 middle(0.1f, -0.07f, 0.0f),
      corners[] = {vec3(-2, -2, 0), vec3(2, -2, 0), vec3(2, 2, 0), vec3(-2, 2, 0)};
  std::vector<vec3> fan;
  for (int i = 0; i < 4; ++i) fan.insert(fan.end(), {middle, corners[i], corners[(i + 1) % 4]});
  ASSERT_TRUE(draw(fan));
  EXPECT_EQ(covered(), width * height);
}

TEST_F(CoverageRasterTest, DrawsTheRequestedFacing) {
  for (const bool left : {true, false})
    for (const Facing facing : {Facing::left, Facing::right, Facing::both}) {
      raster_.begin(width, height);
      ASSERT_TRUE(draw(left ? turning_left : turning_right, facing));
      const bool drawn = facing == Facing::both || (facing == Facing::left) == left;
      EXPECT_EQ(covered(), drawn ? width * height : 0);
    }
}

TEST_F(CoverageRasterTest, FirstTriangleOfAPixelWins) {
  ASSERT_TRUE(draw({vec3(-1, -1, 0), vec3(0, -1, 0), vec3(-1, 0, 0)}, Facing::both, 0.5f));
  const int first = covered();
  ASSERT_TRUE(draw(turning_left));
  EXPECT_EQ(at(0, 0), 128);
  EXPECT_EQ(std::count(raster_.shares().begin(), raster_.shares().end(), std::uint8_t{128}), first);
  EXPECT_EQ(covered(), width * height);
}

TEST_F(CoverageRasterTest, TrianglesOutsideOrBetweenPixelCentresCoverNothing) {
  ASSERT_TRUE(draw({vec3(1.1f, -1, 0), vec3(3, -1, 0), vec3(1.1f, 1, 0)}));
  ASSERT_TRUE(draw({vec3(0.01f, 0.01f, 0), vec3(0.05f, 0.01f, 0), vec3(0.01f, 0.05f, 0)}));
  const float huge = std::numeric_limits<float>::max();
  ASSERT_TRUE(draw({vec3(huge, huge, 0), vec3(huge, -huge, 0), vec3(huge, 0, 0)}));
  EXPECT_EQ(covered(), 0);
}

TEST_F(CoverageRasterTest, RejectsVerticesBehindTheEye) {
  mat4 to_clip(1.0f);
  to_clip[2][3] = 1.0f;  // w grows with z
  to_clip[3][3] = 0.0f;
  EXPECT_TRUE(draw({vec3(-9, -9, 1), vec3(9, -9, 1), vec3(-9, 9, 1)}, Facing::both, 1.0f, nullptr, to_clip));
  raster_.begin(width, height);
  for (const float z : {-1.0f, 0.0f, 0.05f, std::numeric_limits<float>::quiet_NaN()})
    EXPECT_FALSE(
        draw({vec3(-9, -9, 1), vec3(9, -9, z), vec3(-9, 9, 1)}, Facing::both, 1.0f, nullptr, to_clip));
  EXPECT_EQ(covered(), 0);
}

TEST_F(CoverageRasterTest, TexturesFollowPerspective) {
  Image image = test::solid_image(2, 1, {0, 0, 0, 255});
  image.rgba[3] = 0;  // the left half
  image.has_alpha = true;
  AlphaLevels alpha(image);
  mat4 to_clip(1.0f);
  to_clip[2][3] = 1.0f;
  to_clip[3][3] = 0.0f;
  // The right side is three times as far away: the middle of the texture is at a quarter of the width.
  const std::vector<vec3> corners = {vec3(-1, -1, 1), vec3(3, -3, 3), vec3(3, 3, 3),
                                     vec3(-1, -1, 1), vec3(3, 3, 3),  vec3(-1, 1, 1)};
  const std::vector<vec2> uv = {{0.25f, 0}, {0.75f, 0}, {0.75f, 1}, {0.25f, 0}, {0.75f, 1}, {0.25f, 1}};
  const Translucency translucency{&alpha, uv, 0.5f};
  ASSERT_TRUE(draw(corners, Facing::both, 1.0f, &translucency, to_clip));
  // u = 0.25 + 0.5 t, where t = s / (3 - 2 s) at the share s of the width: the middle is at s = 3/4.
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) EXPECT_EQ(at(x, y) != 0, x >= 6) << x << "," << y;
}

TEST_F(CoverageRasterTest, TexturesReduceOrCutOutCoverage) {
  const std::vector<vec2> uv(3, vec2(0.5f));
  for (const auto& [opacity, expected] : {std::pair{51, 26}, std::pair{255, 128}, std::pair{20, 0}}) {
    Image image = test::solid_image(2, 2, {0, 0, 0, static_cast<std::uint8_t>(opacity)});
    AlphaLevels alpha(image);
    const Translucency translucency{&alpha, uv, 0.1f};
    raster_.begin(width, height);
    ASSERT_TRUE(draw(turning_left, Facing::both, 0.5f, &translucency));
    EXPECT_NEAR(at(3, 1), expected, 1);
  }
}

/// Alternately opaque and transparent columns.
Image striped(int width, int height) {
  Image image = test::solid_image(width, height, {0, 0, 0, 255});
  for (std::size_t i = 0; i < image.rgba.size() / 4; ++i)
    image.rgba[4 * i + 3] = i % static_cast<std::size_t>(width) % 2 == 0 ? 255 : 0;
  image.has_alpha = true;
  return image;
}

TEST(AlphaLevels, InterpolateRepeatAndAverageTexels) {
  const Image image = striped(4, 2);
  AlphaLevels levels(image);
  EXPECT_FLOAT_EQ(levels.at({0.125f, 0.25f}, 0), 1.0f);
  EXPECT_FLOAT_EQ(levels.at({0.375f, 0.25f}, 0), 0.0f);
  EXPECT_FLOAT_EQ(levels.at({0.25f, 0.5f}, 0), 0.5f);
  EXPECT_FLOAT_EQ(levels.at({7.125f, -3.75f}, 0), 1.0f);
  EXPECT_FLOAT_EQ(levels.at({0.0f, 0.25f}, 0), 0.5f) << "between the first column and the last";
  const Image larger = striped(16, 5);
  AlphaLevels means(larger);
  for (const float x : {0.1f, 0.45f, 0.9f}) EXPECT_NEAR(means.at({x, 0.6f}, 1), 0.5f, 1.0f / 255.0f);
  EXPECT_NEAR(means.at({0.5f, 0.5f}, means.level_for(1e12f)), 0.5f, 1.0f / 255.0f) << "one texel";
}

TEST(AlphaLevels, LevelFollowsTheNumberOfTexels) {
  const float infinity = std::numeric_limits<float>::infinity();
  const Image image = striped(16, 16);
  const AlphaLevels levels(image);
  for (const auto& [texels, level] :
       {std::pair{0.2f, 0}, {1.0f, 0}, {4.0f, 1}, {64.0f, 3}, {infinity, 4}, {std::nanf(""), 0}})
    EXPECT_EQ(levels.level_for(texels), level) << texels;
  const int width = 4 * AlphaLevels::largest;
  const Image wide = striped(width, 4);
  AlphaLevels large(wide);
  EXPECT_EQ(large.texels(), static_cast<float>(width) * 4.0f);
  EXPECT_EQ(large.level_for(16.0f), 0) << "large textures start at a fraction of their size: 4 x 4 texels";
  EXPECT_NEAR(large.at({0.3f, 0.5f}, 0), 0.5f, 1.0f / 255.0f);
  EXPECT_EQ(large.level_for(64.0f), 1);
}

TEST(AlphaLevels, ReadThePictureOnceAndAcceptAnyUv) {
  Image image = striped(4, 2);
  AlphaLevels levels(image);
  EXPECT_EQ(levels.level_for(1e12f), 2);
  for (const std::uint8_t alpha : {std::uint8_t{51}, std::uint8_t{0}}) {
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = alpha;
    EXPECT_FLOAT_EQ(levels.at({0.125f, 0.25f}, 0), 0.2f);
  }
  EXPECT_EQ(levels.at({std::numeric_limits<float>::infinity(), 0.0f}, 0), 0.0f);
  EXPECT_EQ(levels.at({0.0f, std::nanf("")}, 0), 0.0f);
  EXPECT_FLOAT_EQ(levels.at({1e30f, -1e30f}, 0), 0.2f);
}

}  // namespace
}  // namespace mmd
