#include "annotations/label_source.h"

#include <gtest/gtest.h>

#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

PictureCamera plain(bool orthographic = false) {
  Camera camera;  // the start camera of MMD: from (0, 10, 45) along -Z
  camera.orthographic = orthographic;
  return picture_camera(camera, {{-5, 0, -5}, {5, 20, 5}}, 200, 100);
}

TEST(PictureCamera, HasXToTheRightYDownAndZAlongTheView) {
  const glm::dvec3 p = plain().to_camera({1.0, 12.0, 5.0});
  EXPECT_NEAR(p.x, 1.0, 1e-6);
  EXPECT_NEAR(p.y, -2.0, 1e-6);
  EXPECT_NEAR(p.z, 40.0, 1e-5);
}

TEST(PictureCamera, FillsTheImageToItsLastPixel) {
  const PictureCamera camera = plain();
  const double half = 45.0 * std::tan(15.0 * 3.14159265358979 / 180.0);
  const auto top = camera.pixel_of(camera.to_camera({0.0, 10.0 + half, 0.0}));
  ASSERT_TRUE(top);
  EXPECT_NEAR(top->x, 100.0, 1e-4);
  EXPECT_NEAR(top->y, 0.0, 1e-4);
  EXPECT_NEAR(camera.focal.x, camera.focal.y, 1e-3) << "square pixels";
  const auto inside = [&](double x, double y) {
    const auto sight = camera.sight_of({x, y});
    return camera.pixel_in_picture(sight.origin + 10.0 * sight.direction).has_value();
  };
  EXPECT_TRUE(inside(0.01, 0.01));
  EXPECT_TRUE(inside(199.99, 99.99));
  EXPECT_FALSE(inside(-0.01, 5.0));
  EXPECT_FALSE(inside(200.01, 5.0));
  EXPECT_FALSE(inside(5.0, 100.01));
}

TEST(PictureCamera, LineOfSightRoundTrips) {
  for (const bool orthographic : {false, true}) {
    const PictureCamera camera = plain(orthographic);
    const auto sight = camera.sight_of({17.25, 80.5});
    const auto pixel = camera.pixel_of(sight.origin + 31.0 * sight.direction);
    ASSERT_TRUE(pixel);
    EXPECT_NEAR(pixel->x, 17.25, 1e-9);
    EXPECT_NEAR(pixel->y, 80.5, 1e-9);
  }
}

TEST(PictureCamera, SeesNothingBehindTheEye) {
  EXPECT_FALSE(plain().pixel_of({0.0, 0.0, -1.0}));
  EXPECT_FALSE(plain().pixel_of({0.0, 0.0, 0.0}));
  EXPECT_TRUE(plain(true).pixel_of({0.0, 0.0, -1.0}));
}

TEST(ModelMarks, ReachCoversTheOwnLimbOnly) {
  test::ModelBuilder builder;
  EXPECT_EQ(find_marks(*builder.finish())->reach, std::vector<float>{0.0f}) << "without faces";
  test::ModelBuilder ball;
  ball.ball(0.5f);
  ball.material();
  const auto marks = find_marks(*ball.finish());
  ASSERT_EQ(marks->reach.size(), 1u);
  EXPECT_GT(marks->reach[0], 0.55f);
  EXPECT_LT(marks->reach[0], 1.45f) << "the front of a touching limb of the same thickness";
}

}  // namespace
}  // namespace mmd
