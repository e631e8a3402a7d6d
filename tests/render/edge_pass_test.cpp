#include <algorithm>
#include <cmath>

#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using test::Pixel;

class EdgePass : public test::RenderTest {
 protected:
  static std::shared_ptr<const Model> ball(float edge_size, const test::Look& look = {}) {
    return test::ball_model(0.5f, [&](Material& m) {
      m.flags = pmx::material_edge;
      m.edge_size = edge_size;
      m.edge_colour = vec4(1.0f, 0.0f, 0.0f, 1.0f);
      if (look) look(m);
    });
  }
  /// Radius in pixels of a disc of the covered area.
  float radius(int size) { return std::sqrt(static_cast<float>(test::covered_pixels(render(size))) / pi); }
  /// Pixels by which the edge widens the ball.
  float edge_width(int size) {
    scene_.settings.edge = false;
    const float without = radius(size);
    scene_.settings.edge = true;
    return radius(size) - without;
  }
  void use_perspective(float distance) {
    scene_.camera.orthographic = false;
    scene_.camera.fov_degrees = 30.0f;
    scene_.camera.eye = vec3(0.0f, 0.0f, distance);
  }
};

TEST_F(EdgePass, IsOutsideTheSilhouette) {
  show_only(ball(4.0f));
  const Image image = render(256);
  int red = 0;
  for (int x = 0; x < 256; ++x) {
    const Pixel p = test::pixel(image, x, 128);
    if (p == test::red) {
      ++red;
      EXPECT_GE(std::abs(x - 128), 62) << x;
    }
  }
  EXPECT_GE(red, 2);
  EXPECT_EQ(test::centre_pixel(image), (Pixel{255, 255, 255, 255}));
}

TEST_F(EdgePass, WidthDoesNotDependOnDistanceAndScale) {
  const Camera usual_camera = scene_.camera;
  for (const float distance : {3.0f, 6.0f, 20.0f}) {
    use_perspective(distance);
    show_only(ball(1.0f));
    EXPECT_NEAR(edge_width(1024), 1.65f, 0.25f) << distance;
  }
  scene_.camera = usual_camera;
  Actor& actor = show_only(ball(4.0f));
  const float usual = edge_width(512);
  EXPECT_GT(usual, 2.0f);
  for (const float scale : {0.5f, 1.5f}) {
    actor.place({identity_rotation(), vec3(0.0f), scale});
    EXPECT_NEAR(edge_width(512), usual, 0.3f);
  }
}

TEST_F(EdgePass, WidthGrowsWithPictureHeightAndEdgeSize) {
  use_perspective(4.0f);
  show_only(ball(3.0f));
  EXPECT_NEAR(edge_width(1024), 4.95f, 0.4f);
  EXPECT_NEAR(edge_width(512), 2.48f, 0.3f);
}

TEST_F(EdgePass, WidthFollowsNarrowFieldsOfView) {
  use_perspective(8.0f);
  scene_.camera.fov_degrees = 15.0f;
  show_only(ball(2.0f));
  const float narrow = edge_width(1024);
  EXPECT_NEAR(narrow, 2.0f * 1.65f * 0.5f * std::tan(pi / 12.0f) / std::tan(pi / 24.0f), 0.3f);
  scene_.camera.orthographic = true;
  EXPECT_NEAR(edge_width(1024), narrow, 0.3f);
}

TEST_F(EdgePass, NeedsFlagSizeAlphaAndAVisibleMaterial) {
  show_only(ball(4.0f, [](Material& m) { m.flags = 0; }));
  EXPECT_EQ(edge_width(256), 0.0f);
  show_only(ball(0.0f));
  EXPECT_EQ(edge_width(256), 0.0f);
  show_only(ball(4.0f, [](Material& m) { m.diffuse.a = 0.0f; }));
  EXPECT_EQ(test::covered_pixels(render(64)), 0);
}

TEST_F(EdgePass, SkipsVerticesWithoutScaleOrNormal) {
  for (const bool without_scale : {true, false}) {
    auto model = std::make_shared<Model>(*ball(8.0f));
    if (without_scale) {
      std::ranges::fill(model->vertices.edge_scale, 0.0f);
    } else {
      std::ranges::fill(model->vertices.normal, vec3(0.0f));
    }
    show_only(model);
    EXPECT_NEAR(edge_width(256), 0.0f, 0.05f);
  }
}

TEST_F(EdgePass, ThinEdgesArePaleWithoutGaps) {
  use_perspective(6.0f);
  show_only(ball(0.5f));  // a quarter of a pixel
  constexpr int size = 256;
  const Image image = render(size, 4);
  float sum = 0.0f;
  int rows = 0;
  for (int y = size / 2 - 25; y < size / 2 + 25; ++y, ++rows) {
    float ink = 0.0f;  // pixels of the edge's colour, left of the ball
    for (int x = 0; x < size / 2; ++x) {
      const Pixel p = test::pixel(image, x, y);
      ink += static_cast<float>(p[3] * (255 - p[1])) / (255.0f * 255.0f);
    }
    EXPECT_GT(ink, 0.1f) << y;
    sum += ink;
  }
  EXPECT_NEAR(sum / static_cast<float>(rows), 0.25f, 0.1f);
}

TEST_F(EdgePass, BlendsByAlpha) {
  show_only(ball(20.0f, [](Material& m) { m.edge_colour = vec4(0.0f, 0.0f, 1.0f, 0.5f); }));
  const Pixel p = test::pixel(render(256), 128 + 66, 128);
  EXPECT_NEAR(p[2], 255, 2);
  EXPECT_NEAR(p[3], 128, 1);
}

}  // namespace
}  // namespace mmd
