#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "render/framebuffer.h"
#include "render/shadow_map.h"
#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using test::centre_pixel;
using test::ModelBuilder;
using test::Pixel;
using test::pixel;

/// A wall that faces the camera and a screen in front of its upper half; light comes from front and above.
class SelfShadow : public test::RenderTest {
 protected:
  static constexpr int lit_y = 54, shaded_y = 24;

  static test::Square wall(std::uint8_t flags) {
    return {vec3(0.0f), 0.9f, [=](Material& m) { m.flags = flags, m.shared_toon = 2; }};  // the darkest shade
  }
  static test::Square screen(const vec3& centre, std::uint8_t flags, std::int32_t texture = none) {
    return {centre, 0.3f, [=](Material& m) {
              m.flags = static_cast<std::uint8_t>(flags | pmx::material_double_sided);
              m.texture = texture;
            }};
  }
  void show(std::uint8_t screen_flags = pmx::material_casts_self_shadow,
            std::uint8_t wall_flags = pmx::material_receives_self_shadow, std::vector<Image> images = {}) {
    scene_.light.direction = glm::normalize(vec3(0.0f, -1.0f, -1.0f));
    const auto model = test::squares_model(
        {wall(wall_flags), screen({0.0f, 0.8f, 0.6f}, screen_flags, images.empty() ? none : 0)});
    show_only(model, test::texture_set(std::move(images)));
  }
  int shade_at(int y) { return pixel(render(64), 32, y)[0]; }
};

TEST_F(SelfShadow, NeedsBothFlagsAndTheSwitch) {
  show(0, pmx::material_receives_self_shadow);
  EXPECT_EQ(shade_at(shaded_y), 255);
  show(pmx::material_casts_self_shadow, 0);
  EXPECT_EQ(shade_at(shaded_y), 255);
  show();
  scene_.settings.self_shadow = false;
  EXPECT_EQ(shade_at(shaded_y), 255);
}

TEST_F(SelfShadow, DarkensTheWallInBothModes) {
  show();
  for (const std::uint8_t mode : {std::uint8_t{1}, std::uint8_t{2}}) {
    scene_.settings.self_shadow_mode = mode;
    EXPECT_EQ(shade_at(lit_y), 255);
    EXPECT_NEAR(shade_at(shaded_y), 154, 3) << "the bottom row of the toon ramp";
  }
}

TEST_F(SelfShadow, UsesTheMapSizeOfTheSettings) {
  show();
  const Image usual = render(64);
  scene_.settings.self_shadow_size = 2048;
  EXPECT_EQ(render(64).rgba, usual.rgba);
  scene_.settings.self_shadow_size = 32;
  EXPECT_NE(render(64).rgba, usual.rgba);
}

/// Largest and mean difference between a picture with four samples and one without samples of twice the size.
std::pair<int, double> difference(const Image& picture, const Image& twice) {
  int most = 0, sum = 0;
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) {
      int four = 2;
      for (int k = 0; k < 4; ++k) four += pixel(twice, 2 * x + k % 2, 2 * y + k / 2)[0];
      const int own = std::abs(pixel(picture, x, y)[0] - four / 4);
      most = std::max(most, own);
      sum += own;
    }
  return {most, static_cast<double>(sum) / (picture.width * picture.height)};
}

TEST_F(SelfShadow, FourSamplesShareTheFilter) {
  if (!prefers_supersampling()) return;  // otherwise each sample has the whole filter
  scene_.settings.background = vec4(1.0f);
  show();
  scene_.actors.front()->place({glm::angleAxis(0.2f, vec3(0.0f, 0.0f, 1.0f)), vec3(0.0f), 1.0f});
  for (const std::uint8_t mode : {std::uint8_t{1}, std::uint8_t{2}}) {
    scene_.settings.self_shadow_mode = mode;
    scene_.settings.self_shadow_size = 256;
    auto [most, mean] = difference(render(64, 4), render(128, 1));
    EXPECT_LT(most, 30) << "light and shade differ by 101; eight taps give steps";
    EXPECT_LT(mean, 0.15);
    scene_.settings.self_shadow_size = 32;
    std::tie(most, mean) = difference(render(64, 4), render(128, 1));
    EXPECT_LE(most, 1) << "texels are larger than pixels: each sample uses all taps";
  }
}

TEST_F(SelfShadow, MapIsTheSameFromCpuAndGpu) {
  Image image = test::solid_image(4, 4, {255, 255, 255, 255});
  for (std::size_t i = 0; i < 16; ++i) image.rgba[4 * i + 3] = i % 4 < 2 ? 255 : 0;
  image.has_alpha = true;
  scene_.settings.background = vec4(1.0f);
  for (const bool cut : {false, true}) {
    show(pmx::material_casts_self_shadow, pmx::material_receives_self_shadow,
         cut ? std::vector<Image>{image} : std::vector<Image>());
    scene_.settings.skinning = Skinning::automatic;
    const Image own = render(64);
    scene_.settings.skinning = Skinning::gpu;
    EXPECT_LE(test::differing_values(own, render(64), 8), cut ? 60 : 0)
        << "the driver smooths texels at the border of the cutout";
  }
}

TEST(ShadowLots, EachLotBelongsToOneThread) {
  SharedLots all;
  all.begin();
  OwnLots first(all), second(all);
  std::vector<int> done(20);
  for (int& times : done) {
    times += first.next_is_mine() ? 1 : 0;
    times += second.next_is_mine() ? 1 : 0;
  }
  EXPECT_EQ(done, std::vector<int>(20, 1));
  OwnLots late(all);
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(late.next_is_mine()) << "nothing is left";
}

TEST_F(SelfShadow, TransparentTexelsCastNoShadow) {
  show(pmx::material_casts_self_shadow, pmx::material_receives_self_shadow,
       {test::solid_image(2, 2, {255, 255, 255, 0})});
  EXPECT_EQ(shade_at(shaded_y), 255);
  scene_.actors.front()->set_textures(test::texture_set({}));
  EXPECT_NEAR(shade_at(shaded_y), 154, 3);
}

TEST_F(SelfShadow, SurfacesDoNotShadeThemselves) {
  for (const vec3& light : {vec3(0.0f, -1.0f, -1.0f), vec3(-0.5f, -1.0f, -0.5f), vec3(0.0f, 0.0f, -1.0f)}) {
    scene_.light.direction = glm::normalize(light);
    show_only(test::ball_model(0.9f, [&](Material& m) {
      m.flags = pmx::material_casts_self_shadow | pmx::material_receives_self_shadow;
      m.shared_toon = 2;
    }));
    const Image image = render(128);
    for (int y = 0; y < 128; ++y) {
      for (int x = 0; x < 128; ++x) {
        const vec2 p(static_cast<float>(x - 63) / 57.6f, static_cast<float>(63 - y) / 57.6f);
        if (glm::dot(p, p) > 0.8f) continue;
        const vec3 normal(p, std::sqrt(1.0f - glm::dot(p, p)));
        if (-glm::dot(normal, scene_.light.direction) < 0.45f) continue;  // MMD shades from 1/3 on
        ASSERT_EQ(pixel(image, x, y)[0], 255) << x << ' ' << y;
      }
    }
  }
}

TEST_F(SelfShadow, IsKeptForGrazingLightInTallScenes) {
  scene_.light.direction = glm::normalize(vec3(0.0f, -0.92f, -0.4f));
  add(test::squares_model({wall(pmx::material_receives_self_shadow),
                           screen({0.0f, 0.6f, 0.3f}, pmx::material_casts_self_shadow)}));
  EXPECT_NEAR(shade_at(35), 154, 3);
  add(test::square_model(vec3(0.0f, 300.0f, 0.0f), 0.9f));
  EXPECT_NEAR(shade_at(35), 154, 3) << "other objects in the scene do not matter";
}

/// A wall in the XY plane and a parallel screen, `gap` in front of it, from y = 0.3 to 0.9. Light comes from
/// above, at `slope` to the wall. A small square `depth` behind the wall makes the model deeper.
class ShadowUnderAScreen : public SelfShadow {
 protected:
  void show_screen(float gap, float slope, float depth) {
    scene_.light.direction = vec3(0.0f, -std::cos(slope), -std::sin(slope));
    show_only(test::squares_model({wall(pmx::material_casts_self_shadow | pmx::material_receives_self_shadow),
                                   screen({0.0f, 0.6f, gap}, pmx::material_casts_self_shadow),
                                   {{0.0f, 0.0f, -depth}, 0.1f}}));
  }
  /// Red of the wall at this height.
  int wall_at(float y) {
    constexpr int size = 512;
    return pixel(render(size), size / 2, static_cast<int>((1.0f - y) * 0.5f * size))[0];
  }
};

TEST_F(ShadowUnderAScreen, IsFullOnGrazingSurfacesCloseBehind) {
  const float slope = glm::radians(15.0f);
  scene_.settings.self_shadow_size = 4096;  // as in a close view
  for (const float gap : {0.1f, 0.15f, 0.2f, 0.3f}) {
    show_screen(gap, slope, 20.0f);  // as deep as a figure
    const float thrown = gap / std::tan(slope);
    const float top = std::min(0.3f, 0.9f - thrown), bottom = 0.3f - thrown;
    for (const float share : {0.1f, 0.3f, 0.5f})
      EXPECT_NEAR(wall_at(top + (bottom - top) * share), 154, 1) << gap << ' ' << share;
    EXPECT_GT(wall_at(-0.85f), 220) << "below the shadow";
  }
}

TEST_F(ShadowUnderAScreen, SoftnessDependsOnTheMode) {
  constexpr float gap = 0.06f;
  show_screen(gap, glm::radians(45.0f), 0.1f);
  const float y = 0.3f - gap * 0.5f;
  scene_.settings.self_shadow_mode = 1;
  const int soft = wall_at(y);
  EXPECT_GT(soft, 154 + 15);
  EXPECT_LT(soft, 255 - 15);
  scene_.settings.self_shadow_mode = 2;
  EXPECT_NEAR(wall_at(y), 154, 1);
  EXPECT_EQ(wall_at(0.1f), 255);
}

TEST_F(SelfShadow, SpecularIsInTheLightOnly) {
  show();
  auto model = std::make_shared<Model>(scene_.actors[0]->model());
  Material& wall = model->materials[0];
  wall.ambient = vec3(0.2f);
  wall.diffuse = vec4(0.0f, 0.0f, 0.0f, 1.0f);
  wall.specular = vec3(1.0f);
  wall.specular_power = 0.01f;  // everywhere
  wall.shared_toon = none;
  show_only(model);
  const Image image = render(64);
  EXPECT_NEAR(pixel(image, 32, lit_y)[0], 51 + 154, 3);
  EXPECT_NEAR(pixel(image, 32, shaded_y)[0], 51, 3);
}

/// Squares above the ground, seen from above.
class GroundShadow : public test::RenderTest {
 protected:
  GroundShadow() {
    scene_.camera.eye = vec3(0.0f, 10.0f, 0.001f);
    scene_.light.direction = glm::normalize(vec3(1.0f, -1.0f, 0.0f));
  }
  /// A horizontal square at (-0.5, 0.5, 0): its shadow surrounds the origin.
  static void square(ModelBuilder& builder) {
    const auto at = [&](float x, float z) {
      return builder.vertex(vec3(-0.5f + 0.2f * x, 0.5f, 0.2f * z), vec3(0, 1, 0), vec2(0.5f), {});
    };
    const auto a = at(-1, 1), b = at(1, 1), c = at(1, -1), d = at(-1, -1);
    builder.triangle(a, b, c);
    builder.triangle(a, c, d);
  }
  void show(std::uint8_t flags = pmx::material_ground_shadow, int count = 1, float alpha = 1.0f,
            std::vector<Image> images = {}) {
    ModelBuilder builder;
    for (int i = 0; i < count; ++i) {
      square(builder);
      Material& m = builder.material();
      m.flags = flags;
      m.diffuse.a = alpha;
      if (!images.empty()) m.texture = 0;
    }
    if (!images.empty()) builder.model().textures = {"a.png"};
    show_only(builder.finish(), test::texture_set(std::move(images)));
  }
};

TEST_F(GroundShadow, HasPlaceAndColourOfTheLight) {
  show();
  const Image image = render(64);
  EXPECT_EQ(centre_pixel(image), (Pixel{153, 153, 153, 255}));
  EXPECT_EQ(pixel(image, 16, 32), (Pixel{255, 255, 255, 255})) << "the square";
  EXPECT_EQ(pixel(image, 45, 32)[3], 0);
}

TEST_F(GroundShadow, NeedsTheFlagTheSwitchAndLightFromAbove) {
  show(0, 1, 1.0f);
  EXPECT_EQ(centre_pixel(render())[3], 0);
  show();
  scene_.settings.ground_shadow = false;
  EXPECT_EQ(centre_pixel(render())[3], 0);
  scene_.settings.ground_shadow = true;
  scene_.light.direction = glm::normalize(vec3(1.0f, 1.0f, 0.0f));
  EXPECT_EQ(centre_pixel(render())[3], 0);
}

TEST_F(GroundShadow, IsHalfForTranslucentMaterialsAndDoesNotAddUp) {
  for (const int count : {1, 3}) {
    show(pmx::material_ground_shadow, count, 0.9f);
    const Pixel p = centre_pixel(render());
    EXPECT_NEAR(p[3], 128, 1) << count;
    EXPECT_NEAR(p[0], 154, 2);
  }
  scene_.actors.push_back(
      std::make_unique<Actor>(scene_.actors[0]->shared_model(), std::make_shared<const TextureSet>()));
  EXPECT_NEAR(centre_pixel(render())[3], 128, 1) << "two models";
}

TEST_F(GroundShadow, UsesTheAlphaOfTheTexture) {
  show(pmx::material_ground_shadow, 1, 1.0f, {test::solid_image(2, 2, {255, 0, 0, 51})});
  EXPECT_NEAR(centre_pixel(render())[3], 51, 1);
  show(pmx::material_ground_shadow, 1, 1.0f, {test::solid_image(2, 2, {255, 0, 0, 0})});
  EXPECT_EQ(centre_pixel(render())[3], 0);
}

TEST_F(GroundShadow, IsNotCutOffFarFromTheModel) {
  show();
  scene_.camera = Camera();
  scene_.camera.eye = vec3(0.0f, 3.0f, 8.0f);
  scene_.camera.target = vec3(0.0f);
  scene_.light.direction = glm::normalize(vec3(0.5f, -0.5f, -8.0f));  // a shadow eight units behind it
  const Image image = render(256);
  int shaded = 0;
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) shaded += image.rgba[i] == 153 ? 1 : 0;
  EXPECT_GT(shaded, 20);
}

TEST_F(GroundShadow, FadesNearTheGround) {
  show();
  const auto seen_from = [&](float height) {
    scene_.camera.eye = vec3(0.0f, height, 10.0f);
    const Image image = render(256);
    int most = 0;
    for (int y = 110; y < 146; ++y) most = std::max(most, pixel(image, 128, y)[3]);
    return most;
  };
  for (const bool orthographic : {true, false}) {
    scene_.camera.orthographic = orthographic;
    for (const float side : {1.0f, -1.0f}) {
      EXPECT_EQ(seen_from(side * 0.2f), 0) << "one degree";
      EXPECT_GT(seen_from(side * 0.6f), 64);
      EXPECT_LT(seen_from(side * 0.6f), 192);
      EXPECT_EQ(seen_from(side * 1.2f), 255) << "seven";
    }
  }
}

TEST_F(GroundShadow, FadesTowardsTheBorderOfThePicture) {
  show();
  scene_.camera.target.x = scene_.camera.eye.x = 0.9f;  // a twentieth of the picture from its left border
  EXPECT_EQ(pixel(render(), 3, 32)[3], 255);
  scene_.camera.shadow_fade = vec4(0.0f, 0.25f, 0.25f, 0.25f);
  EXPECT_EQ(pixel(render(), 3, 32)[3], 255);
  scene_.camera.shadow_fade = vec4(0.2f, 0.0f, 0.0f, 0.0f);
  const Image image = render();
  EXPECT_NEAR(pixel(image, 3, 32)[3], 143, 3) << "55 % of the way";
  EXPECT_LT(pixel(image, 0, 32)[3], 10);
  EXPECT_GT(pixel(image, 6, 32)[3], 250);
  const auto tiled = renderer_->render(scene_, 64, 64, 1, 24);
  ASSERT_TRUE(tiled);
  for (std::size_t i = 3; i < image.rgba.size(); i += 4)
    ASSERT_NEAR(tiled->rgba[i], image.rgba[i], 1) << i / 4;
}

}  // namespace
}  // namespace mmd
