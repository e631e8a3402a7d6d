#include "render/ground_grid.h"

#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using test::ModelBuilder;

/// A white square on the ground's middle, seen from the front and a little above.
class GroundGridTest : public test::RenderTest {
 protected:
  GroundGridTest() {
    ModelBuilder builder;
    builder.square(vec3(0.0f), 1.0f);
    builder.material();
    add(builder.finish());
    scene_.camera.orthographic = false;
    scene_.camera.eye = vec3(0.0f, 10.0f, 30.0f);
    scene_.camera.target = vec3(0.0f);
    scene_.camera.fov_degrees = 30.0f;
  }
};

TEST_F(GroundGridTest, LiesBehindTheModelsAndIsGoneWhenItIsOff) {
  const Image without = render(100);
  scene_.settings.grid = true;
  const Image with = render(100);
  EXPECT_GT(test::covered_pixels(with), test::covered_pixels(without) + 100);
  EXPECT_EQ(test::pixel(with, 50, 50), test::pixel(without, 50, 50)) << "the model lies over it";
  scene_.settings.grid = false;
  EXPECT_EQ(render(100).rgba, without.rgba);
}

TEST_F(GroundGridTest, AxesAreRedGreenAndBlueWhereMmdHasThem) {
  scene_.actors.front()->visible = false;
  scene_.settings.axes = true;
  scene_.camera.eye = vec3(0.0f, 0.0f, 60.0f);
  const Image front = render(101);
  const test::Pixel x = test::pixel(front, 60, 50), y = test::pixel(front, 50, 40);
  EXPECT_GT(x[0], x[1] + 40) << "X goes to the right, red";
  EXPECT_GT(y[1], y[0] + 40) << "Y goes up, green";
  EXPECT_EQ(test::pixel(front, 40, 50)[3], 0);
  scene_.camera.eye =
      vec3(0.0f, 60.0f, 0.01f);  // from above: what goes away from who stands in front goes up
  const test::Pixel z = test::pixel(render(101), 50, 40);
  EXPECT_GT(z[2], z[0] + 40) << "Z goes to the back, blue";
}

}  // namespace
}  // namespace mmd
