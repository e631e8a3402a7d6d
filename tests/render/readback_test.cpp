#include "render/readback.h"

#include <array>

#include <gtest/gtest.h>

#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

TEST(Unpremultiply, RoundsAndClearsTransparentPixels) {
  std::array<std::uint8_t, 16> rgba = {10, 20, 30, 255, 64, 32, 1, 128, 7, 8, 9, 0, 3, 2, 1, 2};
  EXPECT_TRUE(unpremultiply(rgba.data(), 4));
  EXPECT_EQ(rgba,
            (std::array<std::uint8_t, 16>{10, 20, 30, 255, 128, 64, 2, 128, 0, 0, 0, 0, 255, 255, 128, 2}));
  rgba = {1, 2, 3, 255, 4, 5, 6, 255, 1, 2, 3, 255, 4, 5, 6, 255};
  const auto opaque = rgba;
  EXPECT_FALSE(unpremultiply(rgba.data(), 4));
  EXPECT_EQ(rgba, opaque);
}

using ReadbackRingTest = test::RenderTest;

TEST_F(ReadbackRingTest, ReturnsPicturesInOrder) {
  add(test::square_model({0.0f, 0.0f, 0.0f}, 0.5f));
  const vec4 backgrounds[] = {{1.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 1.0f, 0.0f, 0.5f}, vec4(0.0f)};
  std::vector<Image> expected;
  for (const vec4& background : backgrounds) {
    scene_.settings.background = background;
    expected.push_back(render(32, 4));
  }
  for (const vec4& background : backgrounds) {
    scene_.settings.background = background;
    ASSERT_TRUE(renderer_->start_picture(scene_, 32, 32, 4));
  }
  EXPECT_EQ(renderer_->pictures_started(), 3u);
  for (const Image& picture : expected) {
    auto drawn = renderer_->take_picture();
    ASSERT_TRUE(drawn);
    const Image image = finished(std::move(*drawn));
    EXPECT_EQ(image.rgba, picture.rgba);
    EXPECT_EQ(image.has_alpha, picture.has_alpha);
  }
  EXPECT_EQ(renderer_->pictures_started(), 0u);
}

TEST_F(ReadbackRingTest, LimitsMemoryOfLargePictures) {
  scene_.settings.background = {1.0f, 0.5f, 0.0f, 0.5f};
  constexpr int wide = 1100, high = 1000;
  const Image expected = renderer_->render(scene_, wide, high, 4).value();
  ASSERT_TRUE(renderer_->start_picture(scene_, wide, high, 4));
  auto drawn = renderer_->take_picture();
  ASSERT_TRUE(drawn);
  EXPECT_LE(drawn->rgba.size() + drawn->whole.rgba.size(), std::size_t{4} * wide * high);
  EXPECT_EQ(finished(std::move(*drawn)).rgba, expected.rgba);
}

TEST_F(ReadbackRingTest, FinishesAlikeOnAnyNumberOfThreads) {
  DrawnPicture drawn{70, 150, 2, false, {}, {}};
  for (int i = 0; i < 140 * 300 * 4; ++i) drawn.rgba.push_back(static_cast<std::uint8_t>(i / 7 % 251));
  const Image alone = finished(drawn);
  EXPECT_TRUE(alone.has_alpha);
  for (const std::size_t threads : {2u, 3u}) {
    const Image together = finished(drawn, threads);
    EXPECT_EQ(together.rgba, alone.rgba);
    EXPECT_EQ(together.has_alpha, alone.has_alpha);
  }
}

TEST_F(ReadbackRingTest, KeepsAddedPicturesInOrder) {
  ASSERT_TRUE(renderer_->start_picture(scene_, 8, 8, 1));
  renderer_->add_picture(test::solid_image(4, 2, {1, 2, 3, 255}));
  ASSERT_TRUE(renderer_->start_picture(scene_, 16, 8, 1));
  for (const int width : {8, 4, 16}) {
    auto drawn = renderer_->take_picture();
    ASSERT_TRUE(drawn);
    EXPECT_EQ(finished(std::move(*drawn)).width, width);
  }
}

}  // namespace
}  // namespace mmd
