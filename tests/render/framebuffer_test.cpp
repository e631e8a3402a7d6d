#include "render/framebuffer.h"

#include <set>

#include <GL/glew.h>

#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using Framebuffer = test::RenderTest;

TEST_F(Framebuffer, RejectsEmptyAndTooLargeSizes) {
  EXPECT_FALSE(renderer_->render(scene_, 0, 64, 1).has_value());
  EXPECT_FALSE(renderer_->render(scene_, 64, 0, 4).has_value());
  EXPECT_FALSE(renderer_->render(scene_, -1, 64, 1).has_value());
  EXPECT_TRUE(renderer_->render(scene_, 16, 16, 1).has_value());
  for (const int size : {max_picture_size + 1, 2147483647}) {
    const auto image = renderer_->render(scene_, size, 8, 1);
    ASSERT_FALSE(image.has_value());
    EXPECT_NE(image.error().what.find(std::to_string(max_picture_size)), std::string::npos)
        << image.error().what;
  }
}

TEST_F(Framebuffer, LimitsSamplesToFourTimesTheDrivers) {
  EXPECT_EQ(renderer_->usable_samples(0), 1);
  EXPECT_EQ(renderer_->usable_samples(1), 1);
  EXPECT_EQ(renderer_->usable_samples(-3), 1);
  EXPECT_LE(renderer_->usable_samples(1000), 1000);
  EXPECT_EQ(renderer_->usable_samples(renderer_->usable_samples(1000)), renderer_->usable_samples(1000));
  EXPECT_TRUE(renderer_->render(scene_, 16, 16, 1000).has_value());
}

TEST_F(Framebuffer, SamplesSmoothOutlines) {
  GLint most = 0;
  glGetIntegerv(GL_MAX_SAMPLES, &most);
  add(test::ball_model(0.8f));
  const auto shades = [](const Image& image) {
    std::set<std::uint8_t> seen;
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) seen.insert(image.rgba[i]);
    return static_cast<int>(seen.size());
  };
  EXPECT_EQ(shades(render(256, 1)), 2);
  EXPECT_GT(shades(render(256, 4)), 2);
  EXPECT_LE(shades(render(256, most)), most + 1);
  EXPECT_GT(shades(render(256, 4 * most)), most + 1);
  EXPECT_EQ(renderer_->usable_samples(4 * most), 4 * most);
  EXPECT_EQ(renderer_->usable_samples(scene_, 4 * most), 4 * most);
  scene_.settings.shading = Shading::wire;  // supersampling would make lines thin
  EXPECT_EQ(renderer_->usable_samples(scene_, 4 * most), most);
  scene_.settings.shading = Shading::mmd;
  // Also if twice the width is beyond the limit of the driver.
  const auto wide = renderer_->render(scene_, max_framebuffer_size() / 2 + 64, 64, 4 * most);
  ASSERT_TRUE(wide);
  EXPECT_GT(shades(*wide), most + 1);
}

}  // namespace
}  // namespace mmd
