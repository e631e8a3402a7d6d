#include "render/software/depth_raster.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

/// A map of 8x8 texels; a texel is a quarter of a unit.
class DepthRasterTest : public ::testing::Test {
 protected:
  DepthRasterTest() { raster_.begin(size); }
  void draw(std::vector<vec3> corners, bool both_sides = false, const Cutout* cutout = nullptr,
            const mat4& to_clip = mat4(1.0f)) {
    std::vector<std::uint32_t> indices(corners.size());
    for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<std::uint32_t>(i);
    raster_.set_vertices(corners, to_clip);
    raster_.draw(indices, both_sides, cutout);
  }
  float at(int x, int y) const { return raster_.depths()[static_cast<std::size_t>(y * size + x)]; }
  int covered() const {
    return static_cast<int>(
        std::count_if(raster_.depths().begin(), raster_.depths().end(), [](float d) { return d < 1.0f; }));
  }

  static constexpr int size = 8;
  DepthRaster raster_;
};

/// A triangle that turns left and covers the whole map.
std::vector<vec3> everything(float depth) {
  return {vec3(-4.0f, -4.0f, depth), vec3(8.0f, -4.0f, depth), vec3(-4.0f, 8.0f, depth)};
}

TEST_F(DepthRasterTest, CoversTexelsWithTheirCentreInATriangle) {
  draw({vec3(-1.0f, -1.0f, 0.0f), vec3(0.0f, -1.0f, 0.0f), vec3(-1.0f, 0.0f, 0.0f)});
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) EXPECT_EQ(at(x, y) < 1.0f, x + y <= 3) << x << "," << y;
}

TEST_F(DepthRasterTest, SharedSidesHaveNoGaps) {
  const vec3 middle(0.1f, -0.07f, 0.0f), corners[] = {vec3(-2.0f, -2.0f, 0.0f), vec3(2.0f, -2.0f, 0.0f),
                                                      vec3(2.0f, 2.0f, 0.0f), vec3(-2.0f, 2.0f, 0.0f)};
  std::vector<vec3> fan;
  for (int i = 0; i < 4; ++i) fan.insert(fan.end(), {middle, corners[i], corners[(i + 1) % 4]});
  draw(fan);
  EXPECT_EQ(covered(), size * size);
}

TEST_F(DepthRasterTest, KeepsTheNearestDepth) {
  draw(everything(0.5f));
  EXPECT_FLOAT_EQ(at(3, 3), 0.75f);
  draw({vec3(-1.0f, -1.0f, -1.0f), vec3(1.0f, -1.0f, 1.0f), vec3(-1.0f, 1.0f, -1.0f)});
  EXPECT_NEAR(at(0, 0), 0.0625f, 1e-6f);
  EXPECT_NEAR(at(3, 1), 0.4375f, 1e-6f);
  EXPECT_FLOAT_EQ(at(6, 0), 0.75f) << "behind the first triangle";
  EXPECT_FLOAT_EQ(at(6, 6), 0.75f);
}

TEST_F(DepthRasterTest, DrawsBacksOnlyIfRequested) {
  std::vector<vec3> back = everything(0.0f);
  std::swap(back[1], back[2]);
  draw(back);
  EXPECT_EQ(covered(), 0);
  draw(back, true);
  EXPECT_EQ(covered(), size * size);
  EXPECT_FLOAT_EQ(at(2, 5), 0.5f);
}

TEST_F(DepthRasterTest, SkipsTrianglesOutsideOrNotFinite) {
  draw({vec3(2.0f, 2.0f, 0.0f), vec3(3.0f, 2.0f, 0.0f), vec3(2.0f, 3.0f, 0.0f)});
  draw({vec3(-9.0f, -9.0f, 0.0f), vec3(-8.0f, -9.0f, 0.0f), vec3(-9.0f, -8.0f, 0.0f)});
  draw(everything(-1.5f));
  draw(everything(1.5f));
  draw(everything(NAN));
  draw({vec3(0.0f), vec3(0.0f), vec3(0.0f)});
  draw({vec3(-INFINITY, 0.0f, 0.0f), vec3(INFINITY, 0.0f, 0.0f), vec3(0.0f, INFINITY, 0.0f)});
  EXPECT_EQ(covered(), 0);
  draw({vec3(-1e30f, -1e30f, 0.0f), vec3(1e30f, -1e30f, 0.0f), vec3(0.0f, 1e30f, 0.0f)});  // does not crash
}

TEST_F(DepthRasterTest, TexturesCutOutTransparentTexelsAndRepeat) {
  Image image = test::solid_image(2, 1, {255, 255, 255, 255});
  image.rgba[3] = 100;
  // The picture repeats every two texels.
  const std::vector<vec2> uv{vec2(-6.0f, 0.5f), vec2(18.0f, 0.5f), vec2(-6.0f, 0.5f)};
  const Cutout cutout{&image, uv, 0.5f};
  draw(everything(0.0f), false, &cutout);
  EXPECT_EQ(covered(), size * size / 2);
  for (int x = 0; x < size; ++x) EXPECT_EQ(at(x, 4) < 1.0f, x % 2 == 1) << x;
}

TEST_F(DepthRasterTest, AcceptsAnyTextureCoordinates) {
  const Image image = test::solid_image(2, 2, {0, 0, 0, 255});
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float odd : {infinity, -infinity, std::nanf(""), 3e38f}) {
    const std::vector<vec2> uv(3, vec2(odd, -odd));
    const Cutout cutout{&image, uv, 0.5f};
    draw(everything(0.0f), false, &cutout);
    EXPECT_EQ(covered(), size * size) << odd;
  }
}

TEST_F(DepthRasterTest, TakeNearerCombinesTwoMaps) {
  const std::vector<vec3> left{vec3(-1.0f, -1.0f, 0.5f), vec3(0.6f, -1.0f, 0.2f), vec3(-1.0f, 1.0f, -0.5f)},
      right{vec3(1.0f, -1.0f, -0.9f), vec3(1.0f, 1.0f, 0.9f), vec3(-0.6f, -1.0f, 0.1f)};
  DepthRaster one = raster_, other = raster_;
  draw(left);
  draw(right);
  const std::vector<std::uint32_t> triangle{0, 1, 2};
  one.set_vertices(left, mat4(1.0f));
  one.draw(triangle, false);
  other.set_vertices(right, mat4(1.0f));
  other.draw(triangle, false);
  EXPECT_FALSE(std::ranges::equal(one.depths(), raster_.depths()));
  one.take_nearer(other);
  EXPECT_TRUE(std::ranges::equal(one.depths(), raster_.depths()));
}

TEST_F(DepthRasterTest, AppliesTheMatrix) {
  mat4 to_clip(0.5f);
  to_clip[3] = vec4(0.5f, 0.5f, 0.25f, 1.0f);
  draw({vec3(-1.0f, -1.0f, 0.0f), vec3(1.0f, -1.0f, 0.0f), vec3(1.0f, 1.0f, 0.0f), vec3(-1.0f, -1.0f, 0.0f),
        vec3(1.0f, 1.0f, 0.0f), vec3(-1.0f, 1.0f, 0.0f)},
       false, nullptr, to_clip);
  EXPECT_EQ(covered(), 16);
  EXPECT_FLOAT_EQ(at(4, 4), 0.625f);
  EXPECT_FLOAT_EQ(at(7, 7), 0.625f);
  EXPECT_FLOAT_EQ(at(3, 4), 1.0f);
}

}  // namespace
}  // namespace mmd
