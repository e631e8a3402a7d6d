#include "assets/mips.h"
#include "render/frame.h"
#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using test::Pixel;

class BackgroundPicturePass : public test::RenderTest {
 protected:
  void put_behind(Image image) {
    image.spare_mips = std::make_shared<SpareMips>(build_mips(image));
    scene_.settings.background_picture = std::make_shared<const BackgroundPicture>(
        BackgroundPicture{"b.png", std::make_shared<const Image>(std::move(image)), {}});
  }
  /// A black square in the middle.
  void put_square() { add(test::square_model(vec3(0.0f), 0.3f, test::plain(vec3(0.0f)))); }
};

TEST_F(BackgroundPicturePass, IsBehindEverythingAndUpright) {
  put_square();
  put_behind(test::corner_image());
  for (const int samples : {1, 4}) {
    const Image image = render(100, samples);
    test::expect_corners(image, 5);
    EXPECT_EQ(test::centre_pixel(image), (Pixel{0, 0, 0, 255}));
    EXPECT_FALSE(image.has_alpha);
  }
}

TEST_F(BackgroundPicturePass, CropsWidePicturesOnBothSides) {
  Image wide = test::solid_image(4, 1, {0, 255, 0, 255});
  for (const std::size_t end : {std::size_t{0}, std::size_t{3}}) {
    wide.rgba[4 * end] = 255;
    wide.rgba[4 * end + 1] = 0;
  }
  put_behind(std::move(wide));
  const Image image = render(64);
  EXPECT_EQ(test::pixel(image, 32, 2), test::green);
  EXPECT_EQ(test::pixel(image, 32, 61), test::green);
  EXPECT_EQ(test::pixel(image, 2, 32)[0], 0) << "the red ends lie outside";
  EXPECT_EQ(test::pixel(image, 61, 32)[0], 0);
}

TEST_F(BackgroundPicturePass, BlendsOverTheColour) {
  put_behind(test::solid_image(4, 4, {255, 0, 0, 128}));
  const Pixel alone = test::centre_pixel(render());
  EXPECT_NEAR(alone[3], 128, 1);
  scene_.settings.background = vec4(0.0f, 0.0f, 1.0f, 1.0f);
  const Pixel over = test::centre_pixel(render());
  EXPECT_NEAR(over[0], 128, 1);
  EXPECT_NEAR(over[2], 127, 1);
  EXPECT_EQ(over[3], 255);
}

TEST_F(BackgroundPicturePass, IsTheSameInTilesAndCanBeRemoved) {
  put_square();
  const Image without = render(96);
  put_behind(test::corner_image());
  const auto whole = renderer_->render(scene_, 96, 96, 1);
  const auto tiled = renderer_->render(scene_, 96, 96, 1, 32);
  ASSERT_TRUE(whole && tiled);
  EXPECT_EQ(whole->rgba, tiled->rgba);
  scene_.settings.background_picture = nullptr;
  EXPECT_EQ(render(96).rgba, without.rgba);
}

}  // namespace
}  // namespace mmd
