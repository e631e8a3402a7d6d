#include "render/software/ground_mask.h"

#include <utility>

#include <gtest/gtest.h>

#include "render/framebuffer.h"
#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

/// A ball above the ground.
class GroundMaskTest : public test::RenderTest {
 protected:
  GroundMaskTest() {
    scene_.camera.eye = vec3(0.5f, 3.0f, 6.0f);
    scene_.camera.target = vec3(0.0f);
    scene_.light.direction = glm::normalize(vec3(0.6f, -1.0f, -0.3f));
    scene_.settings.background = vec4(1.0f);
  }
  void show(std::uint8_t flags = pmx::material_ground_shadow, std::vector<Image> images = {},
            float alpha = 1.0f) {
    test::ModelBuilder builder;
    builder.ball(0.6f);
    Material& material = builder.material();
    material.flags = flags;
    material.diffuse.a = alpha;
    if (!images.empty()) {
      material.texture = 0;
      builder.model().textures = {"a.png"};
    }
    show_only(builder.finish(), test::texture_set(std::move(images)));
  }
  /// Whether the mask draws the shadow instead of the driver.
  bool draws(int samples = 1) {
    OffscreenTarget target;
    EXPECT_TRUE(target.prepare(64, 64, samples));
    const FramebufferGuard guard;
    target.bind();
    Frame frame{
        scene_, 64, 64, 1, mat4(1.0f), mat4(1.0f), mat4(1.0f), {}, {0, 0, 64, 64}, scene_.enclosing_bounds()};
    frame.view = view_matrix(scene_.camera);
    frame.view_projection =
        projection_matrix(scene_.camera, 1.0f, with_ground_shadow(frame.bounds, scene_.light.direction)) *
        frame.view;
    set_draw_state(64, 64);
    Programs programs("");
    GroundMask mask;
    const auto drawn = mask.draw(programs, frame);
    leave_draw_state();
    EXPECT_TRUE(drawn);
    return drawn && *drawn;
  }
  int pixels_unlike_the_drivers() {
    scene_.settings.skinning = Skinning::automatic;
    const Image own = render(128, 4);
    scene_.settings.skinning = Skinning::gpu;
    return test::differing_values(own, render(128, 4), 8) /
           3;  // grey on an opaque background: three values differ
  }
};

TEST_F(GroundMaskTest, LeavesOtherCasesToTheDriver) {
  show();
  EXPECT_EQ(draws(), draws_on_cpu());
  EXPECT_EQ(draws(4), draws_on_cpu() && usable_framebuffer_samples(4) == 1);
  scene_.settings.skinning = Skinning::gpu;
  EXPECT_FALSE(draws());
  scene_.settings.skinning = Skinning::automatic;
  for (const std::uint8_t kind : {pmx::material_points, pmx::material_lines}) {
    show(static_cast<std::uint8_t>(pmx::material_ground_shadow | kind));
    EXPECT_FALSE(draws());
  }
  show(pmx::material_points);
  EXPECT_EQ(draws(), draws_on_cpu()) << "points without shadow";
  show();
  scene_.camera.orthographic = false;
  scene_.camera.eye = vec3(0.3f, 0.2f, 0.0f);
  scene_.camera.target = vec3(2.0f, 0.2f, 0.0f);
  EXPECT_FALSE(draws());
}

TEST_F(GroundMaskTest, EqualsTheDriver) {
  Image stripes = test::solid_image(16, 16, {255, 255, 255, 255});
  for (std::size_t i = 0; i < 256; ++i) stripes.rgba[4 * i + 3] = i % 8 < 4 ? 255 : 60;
  stripes.has_alpha = true;
  const std::uint8_t both = pmx::material_ground_shadow | pmx::material_double_sided;
  for (const float height : {3.0f, -3.0f}) {
    scene_.camera.eye.y = height;
    for (const bool orthographic : {false, true}) {
      scene_.camera.orthographic = orthographic;
      show();
      EXPECT_LE(pixels_unlike_the_drivers(), 4);
      show(both, {}, 0.7f);
      EXPECT_LE(pixels_unlike_the_drivers(), 4);
      show(pmx::material_ground_shadow, {stripes});
      EXPECT_LE(pixels_unlike_the_drivers(), 60) << "the driver smooths texels differently";
    }
  }
}

}  // namespace
}  // namespace mmd
