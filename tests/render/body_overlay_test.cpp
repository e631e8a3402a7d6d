#include "render/body_overlay.h"

#include <cstdlib>

#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using test::ModelBuilder;

/// A box before a white square, or by itself. MMD's space.
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
  /// Of the box's left edge, which lies between two pixels.
  test::Pixel edge() { return test::pixel(render(200, 4), 50, 100); }
};

TEST_F(BodyOverlayTest, PicturesWithoutItAreTheSameToTheByteWithAndWithoutBodies) {
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

TEST_F(BodyOverlayTest, EveryModeHasAColour) {
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

TEST_F(BodyOverlayTest, BodiesAreDrawnWherePhysicsHasThem) {
  scene_.settings.bodies = true;
  add_box(BodyMode::dynamic);
  const auto there = edge();
  scene_.actors.front()->bodies = {affine_from(identity_rotation(), vec3(0.25f, 0.0f, 0.0f))};
  EXPECT_NE(edge(), there);
  EXPECT_EQ(edge(), (test::Pixel{255, 255, 255, 255}));
}

TEST_F(BodyOverlayTest, BodiesBehindTheEyeAreNotDrawn) {
  add_box(BodyMode::dynamic);
  scene_.settings.bodies = true;
  scene_.actors.front()->bodies = {affine_from(identity_rotation(), vec3(0.0f, 0.0f, 500.0f))};
  scene_.camera.orthographic = false;
  const Image with = render(200);
  scene_.settings.bodies = false;
  EXPECT_EQ(with.rgba, render(200).rgba);
}

}  // namespace
}  // namespace mmd
