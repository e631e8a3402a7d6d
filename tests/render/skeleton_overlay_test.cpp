#include "render/skeleton_overlay.h"

#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using test::ModelBuilder;

class SkeletonOverlayTest : public test::RenderTest {
 protected:
  SkeletonOverlayTest() { scene_.settings.skeleton = true; }
};

TEST_F(SkeletonOverlayTest, DrawsABoneFromItsJointToItsTail) {
  ModelBuilder builder;
  builder.model().skeleton.bones[0].tail_offset = vec3(0.8f, 0.0f, 0.0f);
  add(builder.finish());
  const Image image = render(200);
  EXPECT_GT(test::pixel(image, 100, 100)[3], 200);
  EXPECT_GT(test::pixel(image, 140, 100)[3], 200);
  EXPECT_EQ(test::pixel(image, 60, 100)[3], 0);
  EXPECT_EQ(test::pixel(image, 100, 140)[3], 0);
}

TEST_F(SkeletonOverlayTest, TailsTurnWithTheBone) {
  ModelBuilder builder;
  builder.model().skeleton.bones[0].tail_offset = vec3(0.8f, 0.0f, 0.0f);
  Actor& actor = add(builder.finish());
  actor.pose.rotation[0] = glm::angleAxis(pi / 2.0f, vec3(0.0f, 0.0f, 1.0f));
  actor.evaluate();
  const Image image = render(200);
  EXPECT_GT(test::pixel(image, 100, 60)[3], 200);
  EXPECT_EQ(test::pixel(image, 140, 100)[3], 0);
}

TEST_F(SkeletonOverlayTest, IsDrawnOverTheMesh) {
  ModelBuilder builder;
  builder.square(vec3(0.0f, 0.0f, 0.5f), 1.0f);
  builder.material();
  add(builder.finish());
  EXPECT_NE(test::centre_pixel(render()), (test::Pixel{255, 255, 255, 255}));
  scene_.settings.skeleton = false;
  EXPECT_EQ(test::centre_pixel(render()), (test::Pixel{255, 255, 255, 255}));
}

TEST_F(SkeletonOverlayTest, HiddenBonesAreLeftOutUnlessHighlighted) {
  ModelBuilder builder;
  builder.model().skeleton.bones[0].visible = false;
  add(builder.finish());
  EXPECT_EQ(test::covered_pixels(render()), 0);
  scene_.settings.highlight = 0;
  EXPECT_GT(test::covered_pixels(render()), 0);
  EXPECT_GT(test::centre_pixel(render())[0], 200);
}

TEST_F(SkeletonOverlayTest, SelectedBonesAreRedAndTheActiveOneIsBrighter) {
  ModelBuilder builder;
  builder.bone(vec3(0.5f, 0.0f, 0.0f));
  builder.bone(vec3(-0.5f, 0.0f, 0.0f));
  add(builder.finish());
  const auto is_red = [](const test::Pixel& p) { return p[0] > 150 && p[1] < 90 && p[2] < 90; };
  const auto redness = [](const test::Pixel& p) { return int{p[0]} + p[1] + p[2]; };
  scene_.selected_bones = {0, 1};
  scene_.settings.highlight = 1;
  const Image image = render(200);
  const auto ring = [&](int x) {  // the brightest of the joint's mark
    test::Pixel best{};
    for (int dx = -8; dx <= 8; ++dx)
      if (is_red(test::pixel(image, x + dx, 100)) && redness(test::pixel(image, x + dx, 100)) > redness(best))
        best = test::pixel(image, x + dx, 100);
    return best;
  };
  EXPECT_TRUE(is_red(ring(100)));
  EXPECT_TRUE(is_red(ring(150)));
  EXPECT_GT(redness(ring(150)), redness(ring(100)));
  EXPECT_FALSE(is_red(ring(50))) << "is not selected";
}

TEST_F(SkeletonOverlayTest, BonesBehindTheEyeAreNotDrawn) {
  ModelBuilder builder;
  builder.model().skeleton.bones[0].rest = vec3(0.0f, 0.0f, 20.0f);
  add(builder.finish());
  scene_.camera.orthographic = false;
  EXPECT_EQ(test::covered_pixels(render()), 0);
}

TEST_F(SkeletonOverlayTest, AHighlightThatIsNoBoneIsIgnored) {
  ModelBuilder builder;
  add(builder.finish());
  scene_.settings.highlight = 1000;
  EXPECT_GT(test::covered_pixels(render()), 0);
}

}  // namespace
}  // namespace mmd
