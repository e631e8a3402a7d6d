#include "scene/effects.h"

#include <algorithm>
#include <cmath>

#include "render/framebuffer.h"
#include "render/readback.h"
#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using test::Pixel;

/// One effect, or all together.
struct EffectCase {
  const char* name;
  Effects effects;
};

std::vector<EffectCase> effect_cases() {
  std::vector<EffectCase> out(7);
  out[0] = {"occlusion", {}};
  out[0].effects.occlusion = {2.0f, 0.5f};
  out[1] = {"rim", {}};
  out[1].effects.rim = {1.0f, vec3(1.0f, 0.5f, 0.2f)};
  out[2] = {"fog", {}};
  out[2].effects.fog = {true, vec3(0.2f, 0.4f, 0.9f), 9.3f, 11.5f};
  out[3] = {"depth of field", {}};
  out[3].effects.depth_of_field = {true, "", 9.4f, 0.1f};
  out[4] = {"glow", {}};
  out[4].effects.glow = {1.0f, 0.3f, 4.0f};
  out[6] = {"lines", {}};
  out[6].effects.lines = 0.7f;
  out[5] = {"all", {}};
  for (const EffectCase& one : std::vector<EffectCase>(out.begin(), out.begin() + 5)) {
    Effects& all = out[5].effects;
    if (one.effects.occlusion.strength > 0.0f) all.occlusion = one.effects.occlusion;
    if (one.effects.rim.strength > 0.0f) all.rim = one.effects.rim;
    if (one.effects.fog.on) all.fog = one.effects.fog;
    if (one.effects.depth_of_field.on) all.depth_of_field = one.effects.depth_of_field;
    if (one.effects.glow.strength > 0.0f) all.glow = one.effects.glow;
  }
  return out;
}

class EffectsTest : public test::RenderTest {
 protected:
  void show_figure() {
    test::ModelBuilder builder;
    builder.ball(0.6f);
    Material& ball = builder.material();
    ball.flags = pmx::material_edge;
    ball.edge_size = 2.0f;
    ball.ambient = vec3(0.4f);
    ball.diffuse = vec4(0.2f, 0.2f, 0.2f, 1.0f);
    ball.shared_toon = 0;
    builder.square(vec3(0.3f, 0.2f, 0.2f), 0.6f);
    builder.material().ambient = vec3(0.9f, 0.5f, 0.2f);
    add(builder.finish());
  }
  Image picture(int width, int height, int samples, int tile = 0) {
    auto image = renderer_->render(scene_, width, height, samples, tile);
    EXPECT_TRUE(image) << describe(image.error());
    return image ? std::move(*image) : Image();
  }
};

TEST_F(EffectsTest, ChangeThePictureAndGoWithoutATrace) {
  show_figure();
  const Image before = picture(120, 90, 4);
  for (const EffectCase& one : effect_cases()) {
    scene_.settings.effects = one.effects;
    EXPECT_GT(test::differing_values(picture(120, 90, 4), before, 3), 20) << one.name;
    scene_.settings.effects = {};
    EXPECT_EQ(picture(120, 90, 4).rgba, before.rgba) << one.name;
  }
}

TEST_F(EffectsTest, HaveNoSeamsBetweenTiles) {
  show_figure();
  for (const bool is_opaque : {false, true}) {
    scene_.settings.background = is_opaque ? vec4(0.3f, 0.5f, 0.4f, 1.0f) : vec4(0.0f);
    for (const EffectCase& one : effect_cases()) {
      scene_.settings.effects = one.effects;
      for (const int samples : {1, 4}) {
        const Image whole = picture(200, 150, samples);
        for (const int tile : {64, 50})
          // Rounding may move a few pixels of borders; a seam would be a row of them.
          EXPECT_LT(test::differing_values(picture(200, 150, samples, tile), whole, 6), 60)
              << one.name << ", tiles of " << tile << ", samples " << samples;
      }
    }
  }
}

TEST_F(EffectsTest, HaveNoBordersWhereAFigureLeavesThePicture) {
  show_figure();
  scene_.settings.background = vec4(0.3f, 0.5f, 0.4f, 1.0f);
  // The last tiles are smaller than the others, and the figure is in no other.
  for (const vec3& aside : {vec3(1.7f, 0.0f, 0.0f), vec3(-1.7f, 0.0f, 0.0f), vec3(0.0f, -1.4f, 0.0f)}) {
    const Camera centred = scene_.camera;
    scene_.camera.eye += aside;
    scene_.camera.target += aside;
    for (const EffectCase& one : effect_cases()) {
      scene_.settings.effects = one.effects;
      const Image whole = picture(200, 150, 1);
      EXPECT_LT(test::differing_values(picture(200, 150, 1, 64), whole, 6), 12) << one.name << ' ' << aside.x;
    }
    scene_.camera = centred;
  }
}

/// The picture over a colour, as a program that shows it does.
Image laid_over(const Image& picture, const vec3& colour) {
  Image out = picture;
  for (std::size_t i = 0; i < out.rgba.size(); i += 4) {
    const float alpha = static_cast<float>(picture.rgba[i + 3]) / 255.0f;
    for (int c = 0; c < 3; ++c) {
      const float drawn = static_cast<float>(picture.rgba[i + static_cast<std::size_t>(c)]);
      out.rgba[i + static_cast<std::size_t>(c)] =
          static_cast<std::uint8_t>(std::lround(drawn * alpha + 255.0f * colour[c] * (1.0f - alpha)));
    }
    out.rgba[i + 3] = 255;
  }
  return out;
}

TEST_F(EffectsTest, LeaveCleanAlphaOnTransparency) {
  show_figure();
  const vec3 behind(0.0f);
  for (const EffectCase& one : effect_cases()) {
    if (one.effects.lines > 0.0f) continue;  // they see transparency as paper
    scene_.settings.effects = one.effects;
    scene_.settings.background = vec4(0.0f);
    const Image clear = picture(120, 90, 4);
    scene_.settings.background = vec4(behind, 1.0f);
    // Half of a border's pixel may be mixed in another order; a fringe would be white or black.
    EXPECT_LT(test::differing_values(laid_over(clear, behind), picture(120, 90, 4), 64), 40) << one.name;
  }
}

TEST_F(EffectsTest, AreTheSameInAWindow) {
  show_figure();
  scene_.settings.background = vec4(0.3f, 0.5f, 0.4f, 1.0f);
  for (const EffectCase& one : effect_cases()) {
    scene_.settings.effects = one.effects;
    const Image wanted = picture(96, 96, 1);
    OffscreenTarget window;
    ASSERT_TRUE(window.prepare(120, 110, 1));
    window.bind();
    clear_picture(vec4(1.0f, 0.0f, 0.0f, 1.0f));
    renderer_->draw(scene_, {{10, 5, 96, 96}, {10, 5, 96, 96}});
    window.bind_resolved();
    EXPECT_LE(test::differing_values(read_picture(96, 96, 1, true, 10, 5), wanted, 2), 0) << one.name;
    EXPECT_EQ(test::pixel(read_picture(120, 110, 1, true), 2, 2), test::red) << one.name;
  }
}

TEST_F(EffectsTest, ShadowsOnTheGroundAreTheSameInAFrameOfAWindow) {
  test::ModelBuilder builder;
  builder.square(vec3(0.0f, 0.6f, 0.0f), 0.5f);
  builder.material().flags =
      pmx::material_ground_shadow | pmx::material_casts_self_shadow | pmx::material_receives_self_shadow;
  add(builder.finish());
  scene_.settings.ground_shadow = scene_.settings.self_shadow = true;
  scene_.settings.background = vec4(0.3f, 0.5f, 0.4f, 1.0f);
  scene_.light.direction = glm::normalize(vec3(0.3f, -1.0f, -1.0f));
  scene_.camera.eye = vec3(0.0f, 12.0f, 4.0f);
  scene_.camera.target = vec3(0.0f, 0.0f, -0.5f);
  scene_.camera.fov_degrees = 15.0f;
  scene_.settings.effects.grade.exposure = 0.5f;
  const Image wanted = picture(96, 96, 1);
  OffscreenTarget window;
  ASSERT_TRUE(window.prepare(120, 110, 1));
  window.bind();
  renderer_->draw(scene_, {{10, 5, 96, 96}, {0, 0, 120, 110}});
  window.bind_resolved();
  EXPECT_LE(test::differing_values(read_picture(96, 96, 1, true, 10, 5), wanted, 2), 0);
}

TEST_F(EffectsTest, OcclusionLeavesShadowsBehindTheModelFlat) {
  test::ModelBuilder builder;
  // The second one ends in the middle of the first one's shadow.
  for (const auto& [centre, half] :
       {std::pair(vec3(0.0f, 0.6f, 0.0f), 0.5f), {vec3(3.0f, 0.25f, -0.75f), 0.2f}}) {
    builder.square(centre, half);
    builder.material().flags = pmx::material_ground_shadow;
  }
  add(builder.finish());
  scene_.settings.ground_shadow = true;
  scene_.light.direction = glm::normalize(vec3(0.0f, -1.0f, -1.0f));
  scene_.camera.eye = vec3(0.0f, 12.0f, 4.0f);
  scene_.camera.target = vec3(0.0f, 0.0f, -0.5f);
  scene_.camera.fov_degrees = 15.0f;
  const Image before = picture(200, 200, 4);
  scene_.settings.effects.occlusion = {2.0f, 0.5f};
  const Image after = picture(200, 200, 4);
  for (int y = 76; y < 96; ++y) {
    ASSERT_GT(test::pixel(before, 100, y)[3], 60) << "a shadow in row " << y;
    EXPECT_NEAR(test::pixel(after, 100, y)[0], test::pixel(before, 100, y)[0], 1) << "row " << y;
  }
}

TEST_F(EffectsTest, SharpThingsDoNotBleedIntoABlurredBackground) {
  add(test::squares_model({{vec3(0.0f, 0.0f, -40.0f), 4.0f, test::plain(vec3(0.0f, 0.0f, 1.0f))},
                           {vec3(0.0f), 0.4f, test::plain(vec3(1.0f, 0.0f, 0.0f))}}));
  scene_.settings.effects.depth_of_field = {true, "", scene_.camera.distance(), 0.1f};
  const Image image = picture(200, 200, 4);
  // The red square ends at pixel 60.
  EXPECT_EQ(test::pixel(image, 64, 100)[0], 255) << "sharp";
  for (int x = 40; x < 58; ++x) EXPECT_LE(test::pixel(image, x, 100)[0], 4) << x;
}

TEST_F(EffectsTest, GlowLightsWhatIsAroundButDoesNotComeFromTheBackground) {
  add(test::square_model(vec3(0.0f), 0.4f, test::plain(vec3(1.0f))));
  scene_.settings.effects.glow = {1.0f, 0.5f, 4.0f};
  const Image clear = picture(200, 200, 4);
  const Pixel beside = test::pixel(clear, 56, 100);
  EXPECT_GT(beside[3], 20);
  EXPECT_GE(beside[0], 250) << "white light";
  EXPECT_EQ(test::pixel(clear, 2, 2)[3], 0);
  scene_.actors.clear();
  scene_.settings.background = vec4(0.9f, 0.9f, 0.9f, 1.0f);
  EXPECT_NEAR(test::centre_pixel(picture(64, 64, 1))[0], 230, 1);
}

TEST_F(EffectsTest, GradeChangesExposureAndSaturation) {
  add(test::square_model(vec3(0.0f), 0.9f, test::plain(vec3(0.6f, 0.4f, 0.2f))));
  const Pixel plain = test::centre_pixel(render());
  scene_.settings.effects.grade.exposure = 1.0f;
  const Pixel bright = test::centre_pixel(render());
  for (int c = 0; c < 3; ++c)
    EXPECT_GT(bright[static_cast<std::size_t>(c)], plain[static_cast<std::size_t>(c)]);
  scene_.settings.effects.grade = {};
  scene_.settings.effects.grade.saturation = 0.0f;
  const Pixel grey = test::centre_pixel(render());
  EXPECT_NEAR(grey[0], grey[2], 1);
  scene_.settings.effects.grade = {};
  scene_.settings.effects.grade.temperature = 1.0f;
  EXPECT_GT(test::centre_pixel(render())[0], plain[0]);
}

TEST_F(EffectsTest, OverlaysStaySharpOverThem) {
  show_figure();
  scene_.settings.skeleton = true;
  scene_.settings.highlight = 0;
  scene_.settings.effects.grade.saturation = 0.0f;
  const Image image = picture(100, 100, 4);
  int coloured = 0;
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) coloured += image.rgba[i] > image.rgba[i + 2] + 60;
  EXPECT_GT(coloured, 3) << "the mark of the bone keeps its colour";
}

}  // namespace
}  // namespace mmd
