#include "render/overlays.h"

#include <cstdlib>

#include "render/frame.h"
#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using test::ModelBuilder;

class SkeletonOverlayTest : public test::RenderTest {
 protected:
  SkeletonOverlayTest() { scene_.settings.skeleton = true; }
};

TEST_F(SkeletonOverlayTest, DrawsBonesFromJointToTail) {
  ModelBuilder builder;
  builder.model().skeleton.bones[0].tail_offset = vec3(0.8f, 0.0f, 0.0f);
  Actor& actor = add(builder.finish());
  Image image = render(200);
  EXPECT_GT(test::pixel(image, 100, 100)[3], 200);
  EXPECT_GT(test::pixel(image, 140, 100)[3], 200);
  EXPECT_EQ(test::pixel(image, 60, 100)[3], 0);
  EXPECT_EQ(test::pixel(image, 100, 140)[3], 0);
  actor.pose.rotation[0] = glm::angleAxis(pi / 2.0f, vec3(0.0f, 0.0f, 1.0f));
  actor.evaluate();
  image = render(200);
  EXPECT_GT(test::pixel(image, 100, 60)[3], 200);
  EXPECT_EQ(test::pixel(image, 140, 100)[3], 0);
}

TEST_F(SkeletonOverlayTest, IsDrawnOverTheMesh) {
  add(test::square_model(vec3(0.0f, 0.0f, 0.5f), 1.0f));
  EXPECT_NE(test::centre_pixel(render()), test::white);
  scene_.settings.skeleton = false;
  EXPECT_EQ(test::centre_pixel(render()), test::white);
}

TEST_F(SkeletonOverlayTest, SkipsHiddenBonesUnlessHighlighted) {
  ModelBuilder builder;
  builder.model().skeleton.bones[0].visible = false;
  add(builder.finish());
  EXPECT_EQ(test::covered_pixels(render()), 0);
  scene_.settings.highlight = 0;
  EXPECT_GT(test::covered_pixels(render()), 0);
  EXPECT_GT(test::centre_pixel(render())[0], 200);
}

TEST_F(SkeletonOverlayTest, SelectedBonesAreRedAndTheActiveBoneIsBrighter) {
  ModelBuilder builder;
  builder.bone(vec3(0.5f, 0.0f, 0.0f));
  builder.bone(vec3(-0.5f, 0.0f, 0.0f));
  add(builder.finish());
  const auto is_red = [](const test::Pixel& p) { return p[0] > 150 && p[1] < 90 && p[2] < 90; };
  const auto redness = [](const test::Pixel& p) { return int{p[0]} + p[1] + p[2]; };
  scene_.selected_bones = {0, 1};
  scene_.settings.highlight = 1;
  const Image image = render(200);
  const auto ring = [&](int x) {  // the brightest pixel of the joint
    test::Pixel best{};
    for (int dx = -8; dx <= 8; ++dx)
      if (is_red(test::pixel(image, x + dx, 100)) && redness(test::pixel(image, x + dx, 100)) > redness(best))
        best = test::pixel(image, x + dx, 100);
    return best;
  };
  EXPECT_TRUE(is_red(ring(100)));
  EXPECT_TRUE(is_red(ring(150)));
  EXPECT_GT(redness(ring(150)), redness(ring(100)));
  EXPECT_FALSE(is_red(ring(50))) << "not selected";
}

TEST_F(SkeletonOverlayTest, IgnoresInvalidHighlightsAndBonesBehindTheEye) {
  ModelBuilder builder;
  add(builder.finish());
  scene_.settings.highlight = 1000;
  EXPECT_GT(test::covered_pixels(render()), 0);
  scene_.camera.orthographic = false;
  scene_.actors.front()->place({identity_rotation(), vec3(0.0f, 0.0f, 20.0f), 1.0f});
  EXPECT_EQ(test::covered_pixels(render()), 0);
}

/// A box in front of a white square. MMD space.
class BodyOverlayTest : public test::RenderTest {
 protected:
  Actor& add_box(BodyMode mode) {
    ModelBuilder builder;
    builder.square(vec3(0.0f, 0.0f, -0.5f), 1.0f);
    builder.material();
    RigidBody body;
    body.bone = 0;
    body.mode = mode;
    body.shape = BodyShape::box;
    body.size = vec3(0.5f, 0.5f, 0.1f);
    builder.model().bodies = {body};
    return add(builder.finish());
  }
  /// Pixel of the left edge of the box, which is between two pixels.
  test::Pixel edge() { return test::pixel(render(200, 4), 50, 100); }
};

TEST_F(BodyOverlayTest, IsDrawnOnlyIfSwitchedOn) {
  Actor& actor = add_box(BodyMode::dynamic);
  const Image before = render(200);
  scene_.settings.bodies = true;
  EXPECT_NE(render(200).rgba, before.rgba);
  scene_.settings.bodies = false;
  EXPECT_EQ(render(200).rgba, before.rgba);
  actor.visible = false;
  scene_.settings.bodies = true;
  EXPECT_EQ(test::covered_pixels(render(200)), 0);
}

TEST_F(BodyOverlayTest, ShowsOneColourPerMode) {
  scene_.settings.bodies = true;
  std::vector<test::Pixel> colours;
  for (const BodyMode mode : {BodyMode::follows_bone, BodyMode::dynamic, BodyMode::dynamic_rotation}) {
    scene_.actors.clear();
    add_box(mode);
    colours.push_back(edge());
  }
  EXPECT_GT(colours[0][1], colours[0][0] + 40) << "green";
  EXPECT_GT(colours[1][0], colours[1][1] + 40) << "orange";
  EXPECT_GT(colours[2][1], colours[2][2] + 40) << "yellow";
  EXPECT_LT(std::abs(colours[2][0] - colours[2][1]), 60);
}

TEST_F(BodyOverlayTest, DrawsBodiesAtTheirPhysicsTransform) {
  scene_.settings.bodies = true;
  add_box(BodyMode::dynamic);
  const auto there = edge();
  scene_.actors.front()->bodies = {affine_from(identity_rotation(), vec3(0.25f, 0.0f, 0.0f))};
  EXPECT_NE(edge(), there);
  EXPECT_EQ(edge(), test::white);
}

TEST_F(BodyOverlayTest, SkipsBodiesBehindTheEye) {
  add_box(BodyMode::dynamic);
  scene_.settings.bodies = true;
  scene_.actors.front()->bodies = {affine_from(identity_rotation(), vec3(0.0f, 0.0f, 500.0f))};
  scene_.camera.orthographic = false;
  const Image with = render(200);
  scene_.settings.bodies = false;
  EXPECT_EQ(with.rgba, render(200).rgba);
}

/// A white square at the origin, seen from the front and slightly above.
class GroundGridTest : public test::RenderTest {
 protected:
  GroundGridTest() {
    add(test::square_model(vec3(0.0f), 1.0f));
    scene_.camera.orthographic = false;
    scene_.camera.eye = vec3(0.0f, 10.0f, 30.0f);
    scene_.camera.target = vec3(0.0f);
    scene_.camera.fov_degrees = 30.0f;
  }
};

TEST_F(GroundGridTest, IsBehindTheModelsAndCanBeSwitchedOff) {
  const Image without = render(100);
  scene_.settings.grid = true;
  const Image with = render(100);
  EXPECT_GT(test::covered_pixels(with), test::covered_pixels(without) + 100);
  EXPECT_EQ(test::pixel(with, 50, 50), test::pixel(without, 50, 50)) << "the model is in front";
  scene_.settings.grid = false;
  EXPECT_EQ(render(100).rgba, without.rgba);
}

TEST_F(GroundGridTest, AxesAreRedGreenAndBlueAsInMmd) {
  scene_.actors.front()->visible = false;
  scene_.settings.axes = true;
  scene_.camera.eye = vec3(0.0f, 0.0f, 60.0f);
  const Image front = render(101);
  const test::Pixel x = test::pixel(front, 60, 50), y = test::pixel(front, 50, 40);
  EXPECT_GT(x[0], x[1] + 40) << "X goes to the right, red";
  EXPECT_GT(y[1], y[0] + 40) << "Y goes up, green";
  EXPECT_EQ(test::pixel(front, 40, 50)[3], 0);
  scene_.camera.eye = vec3(0.0f, 60.0f, 0.01f);  // from above: backwards is up
  const test::Pixel z = test::pixel(render(101), 50, 40);
  EXPECT_GT(z[2], z[0] + 40) << "Z goes to the back, blue";
}

using WireLines = test::RenderTest;

TEST_F(WireLines, GrowWithThePictureSize) {
  scene_.settings.shading = Shading::wire;
  add(test::square_model(vec3(0.0f), 0.5f));
  constexpr int size = 3072;
  const Image image = render(size);
  int wide = 0;
  for (int x = size / 4 - 20; x < size / 4 + 20; ++x)  // across the left side
    wide += test::pixel(image, x, size * 3 / 8)[3] > 127 ? 1 : 0;
  EXPECT_EQ(wide, size / 1024);
}

}  // namespace
}  // namespace mmd
