#include <algorithm>
#include <utility>

#include "render/context.h"
#include "render/frame.h"
#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

class Surfaces : public test::RenderTest {
 protected:
  SurfaceImage surfaces(int width, int height, int max_in_tile = 0) {
    auto image = renderer_->render_surfaces(scene_, width, height, 0.5f, max_in_tile);
    EXPECT_TRUE(image.has_value()) << (image ? "" : describe(image.error()));
    return image ? std::move(*image) : SurfaceImage{};
  }
  static std::uint32_t at(const SurfaceImage& image, int x, int y) {
    return image.face[static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                      static_cast<std::size_t>(x)];
  }
  /// Two triangles at the top left and two at the bottom right.
  static std::shared_ptr<const Model> two_squares() {
    return test::squares_model({{{-0.5f, 0.5f, 0.0f}, 0.5f}, {{0.5f, -0.5f, 0.0f}, 0.5f}});
  }
};

TEST_F(Surfaces, NumberFacesOfAllMaterialsAndActors) {
  add(two_squares()).place({identity_rotation(), vec3(0.0f), 1.0f});
  add(two_squares()).place({glm::angleAxis(pi / 2.0f, vec3(0.0f, 0.0f, 1.0f)), vec3(0.0f), 1.0f});
  const SurfaceImage image = surfaces(40, 40);
  EXPECT_EQ(at(image, 12, 18), 1u) << "below the diagonal from bottom left to top right";
  EXPECT_EQ(at(image, 2, 8), 2u);
  EXPECT_EQ(at(image, 32, 38), 3u);
  EXPECT_EQ(at(image, 22, 28), 4u);
  EXPECT_GE(at(image, 10, 30), 5u);
  EXPECT_GE(at(image, 30, 10), 7u);
}

TEST_F(Surfaces, AreTheSameInTiles) {
  add(test::ball_model(0.9f));
  const SurfaceImage whole = surfaces(70, 50);
  EXPECT_TRUE(std::any_of(whole.face.begin(), whole.face.end(), [](std::uint32_t f) { return f != 0; }));
  EXPECT_TRUE(whole.face == surfaces(70, 50, 32).face);
}

TEST_F(Surfaces, SkipPointsAndLines) {
  for (const std::uint8_t flag : {pmx::material_points, pmx::material_lines}) {
    show_only(test::square_model(vec3(0.0f), 1.0f, [&](Material& m) { m.flags = flag; }));
    const SurfaceImage image = surfaces(16, 16);
    EXPECT_TRUE(std::all_of(image.face.begin(), image.face.end(), [](std::uint32_t f) { return f == 0; }));
  }
}

TEST_F(Surfaces, DoNotChangeTheNextPicture) {
  add(test::square_model(vec3(0.0f), 0.7f));
  const Image before = render(32, 4);
  surfaces(48, 20);
  EXPECT_TRUE(before.rgba == render(32, 4).rgba);
}

TEST_F(Surfaces, WorkWithGpuSkinning) {
  Actor& actor = add(test::square_model(vec3(0.0f), 0.5f));
  actor.pose.translation[0] = vec3(0.5f, 0.5f, 0.0f);
  actor.evaluate();
  scene_.settings.skinning = Skinning::gpu;
  const SurfaceImage image = surfaces(40, 40);
  EXPECT_NE(at(image, 30, 10), 0u);
  EXPECT_EQ(at(image, 10, 30), 0u);
}

}  // namespace
}  // namespace mmd
