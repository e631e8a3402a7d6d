#include <cmath>

#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using test::centre_pixel;
using test::expect_near;
using test::ModelBuilder;
using test::Pixel;
using test::pixel;

/// A ramp of two pixels, red above green.
Image two_rows() {
  Image image = test::solid_image(1, 2, {255, 0, 0, 255});
  const std::uint8_t low[] = {0, 255, 0, 255};
  std::copy(std::begin(low), std::end(low), image.rgba.begin() + 4);
  return image;
}

class ModelPass : public test::RenderTest {
 protected:
  Image ball_picture(const Material& material, std::vector<Image> images) {
    ModelBuilder builder;
    builder.ball(0.9f);
    Material& m = builder.material();
    const std::uint32_t count = m.index_count;
    m = material;
    m.index_count = count;
    for (std::size_t i = 0; i < images.size(); ++i) builder.model().textures.push_back("x.png");
    show_only(builder.finish(), test::texture_set(std::move(images)));
    return render(64);
  }
  static Material white() {
    Material m;
    m.ambient = vec3(1.0f);
    return m;
  }
};

TEST_F(ModelPass, BaseColourIsDiffuseTimesLightPlusAmbient) {
  Material m;
  m.diffuse = vec4(0.5f, 1.0f, 1.0f, 1.0f);
  m.ambient = vec3(0.1f, 0.2f, 0.9f);
  expect_near(centre_pixel(ball_picture(m, {})), {103, 205, 255, 255});  // 0.6 of diffuse, saturated
}

TEST_F(ModelPass, LaterMaterialsBlendOverEarlierOnes) {
  const auto dyed = [](const vec3& colour, float alpha) {
    return [=](Material& m) { m.ambient = colour, m.diffuse = vec4(0.0f, 0.0f, 0.0f, alpha); };
  };
  add(test::squares_model({{vec3(0.0f), 1.0f, dyed({1.0f, 0.0f, 0.0f}, 1.0f)},
                           {{0.0f, 0.0f, 0.5f}, 1.0f, dyed({0.0f, 0.0f, 1.0f}, 0.25f)}}));
  expect_near(centre_pixel(render()), {191, 0, 64, 255});
}

TEST_F(ModelPass, EarlierTransparentMaterialHidesLaterOnes) {
  add(test::squares_model(
      {{{0.0f, 0.0f, 0.5f}, 1.0f, [](Material& m) { m.diffuse = vec4(0.0f, 0.0f, 0.0f, 0.5f); }},
       {vec3(0.0f), 1.0f, [](Material& m) { m.ambient = vec3(1.0f, 0.0f, 0.0f); }}}));
  expect_near(centre_pixel(render()), {255, 255, 255, 128});
}

TEST_F(ModelPass, BackFacesAreCulledUnlessTheMaterialIsDoubleSided) {
  scene_.camera.eye.z = -10.0f;
  for (const bool double_sided : {false, true}) {
    show_only(test::square_model(
        vec3(0.0f), 1.0f, [&](Material& m) { m.flags = double_sided ? pmx::material_double_sided : 0; }));
    EXPECT_EQ(centre_pixel(render())[3], double_sided ? 255 : 0);
  }
}

TEST_F(ModelPass, FullyTransparentPixelsWriteNoDepth) {
  add(test::squares_model({{{0.0f, 0.0f, 0.5f}, 1.0f, [](Material& m) { m.texture = 0; }}, {}}),
      test::texture_set({test::solid_image(2, 2, {255, 0, 0, 0})}));
  EXPECT_EQ(centre_pixel(render()), (Pixel{255, 255, 255, 255}));
}

TEST_F(ModelPass, ToonRunsFromTopRowInLightToBottomRowInShade) {
  Material m = white();
  m.toon_texture = 0;
  scene_.light.direction = vec3(-1.0f, 0.0f, 0.0f);  // from the right
  const Image image = ball_picture(m, {two_rows()});
  expect_near(pixel(image, 58, 32), test::red);
  expect_near(pixel(image, 5, 32), test::green);
  expect_near(centre_pixel(image), {128, 128, 0, 255}, 12);
}

TEST_F(ModelPass, SharedToonShadesFacesAwayFromTheLight) {
  Material m = white();
  m.shared_toon = 0;
  scene_.light.direction = vec3(0.0f, -1.0f, 0.0f);
  const Image image = ball_picture(m, {});
  EXPECT_EQ(pixel(image, 32, 6), (Pixel{255, 255, 255, 255}));
  EXPECT_LT(pixel(image, 32, 57)[0], 230);
}

TEST_F(ModelPass, ToonSwitchAndMissingToonKeepTheColour) {
  Material m = white();
  m.toon_texture = 0;
  EXPECT_EQ(centre_pixel(ball_picture(m, {})), (Pixel{255, 255, 255, 255}));
  scene_.settings.toon = false;
  EXPECT_EQ(centre_pixel(ball_picture(m, {two_rows()})), (Pixel{255, 255, 255, 255}));
}

TEST_F(ModelPass, SphereMapFollowsTheViewNormal) {
  Material m = white();
  m.sphere_texture = 0;
  m.sphere_mode = SphereMode::multiply;
  const Image image = ball_picture(m, {test::corner_image()});
  test::expect_corners(image, 14, 2);
  scene_.camera.eye = vec3(10.0f, 0.0f, 0.0f);
  expect_near(pixel(ball_picture(m, {test::corner_image()}), 14, 14), {255, 0, 0, 255}, 2);
}

TEST_F(ModelPass, SphereModesMultiplyAndAdd) {
  Material m;
  m.diffuse = vec4(0.0f, 0.0f, 0.0f, 1.0f);
  m.ambient = vec3(0.5f);
  m.sphere_texture = 0;
  const Image sphere = test::solid_image(2, 2, {102, 0, 51, 255});
  m.sphere_mode = SphereMode::multiply;
  expect_near(centre_pixel(ball_picture(m, {sphere})), {51, 0, 26, 255});
  m.sphere_mode = SphereMode::add;
  expect_near(centre_pixel(ball_picture(m, {sphere})), {230, 128, 179, 255});
  expect_near(centre_pixel(ball_picture(m, {})), {128, 128, 128, 255});  // missing: off, not white
  scene_.settings.sphere = false;
  expect_near(centre_pixel(ball_picture(m, {sphere})), {128, 128, 128, 255});
  scene_.settings.sphere = true;
  m = white();
  m.sphere_texture = 0;
  for (const SphereMode mode : {SphereMode::multiply, SphereMode::add}) {
    m.sphere_mode = mode;
    EXPECT_NEAR(centre_pixel(ball_picture(m, {test::solid_image(2, 2, {255, 255, 255, 51})}))[3], 51, 1);
  }
}

TEST_F(ModelPass, VertexColourScalesTheBaseColourIfRequested) {
  for (const bool flag : {false, true}) {
    ModelBuilder builder;
    builder.square(vec3(0.0f), 1.0f);
    builder.model().vertices.uv1.assign(4, vec4(0.2f, 0.4f, 1.0f, 0.5f));
    builder.material().flags = flag ? pmx::material_vertex_colour : 0;
    show_only(builder.finish());
    expect_near(centre_pixel(render()), flag ? Pixel{51, 102, 255, 128} : Pixel{255, 255, 255, 255});
  }
}

TEST_F(ModelPass, SpecularPeaksHalfwayBetweenLightAndEye) {
  Material m;
  m.diffuse = vec4(0.0f, 0.0f, 0.0f, 1.0f);
  m.specular = vec3(1.0f);
  m.specular_power = 20.0f;
  scene_.light.direction = glm::normalize(vec3(-1.0f, 0.0f, -1.0f));  // from the right front
  const Image image = ball_picture(m, {});
  const int x = 32 + static_cast<int>(std::lround(0.9f * 32.0f * std::sin(pi / 8.0f)));
  EXPECT_NEAR(pixel(image, x, 32)[0], 153, 10) << "a little less between vertices";
  EXPECT_LT(pixel(image, 8, 32)[0], 10);
  m.specular_power = 0.0f;
  EXPECT_EQ(pixel(ball_picture(m, {}), x, 32)[0], 0);
}

TEST_F(ModelPass, FirstUseOfAToonKeepsTheMaterialBefore) {
  add(test::squares_model({{{-0.5f, 0.0f, 0.0f}, 0.3f, [](Material& m) { m.texture = 0; }},
                           {{0.5f, 0.0f, 0.0f}, 0.3f, [](Material& m) { m.shared_toon = 3; }}}),
      test::texture_set({test::solid_image(8, 8, {255, 0, 0, 255})}));
  EXPECT_EQ(test::pixel(render(64), 16, 32), (test::Pixel{255, 0, 0, 255}));
}

TEST_F(ModelPass, DrawsAllNeighboursOfOneLook) {
  std::vector<test::Square> squares;
  for (const vec3& colour : {vec3(1, 0, 0), vec3(1, 0, 0), vec3(0, 1, 0), vec3(1, 0, 0)}) {
    const float x = -0.75f + 0.5f * static_cast<float>(squares.size());
    squares.push_back({{x, 0.0f, 0.0f}, 0.2f, test::plain(colour)});
  }
  add(test::squares_model(squares));
  const Image image = render(64);
  for (const int x : {8, 24, 40, 56}) EXPECT_EQ(pixel(image, x, 32), x == 40 ? test::green : test::red);
}

TEST_F(ModelPass, NormalsShadingShowsTheNormal) {
  scene_.settings.shading = Shading::normals;
  const Image image = ball_picture(white(), {});
  expect_near(centre_pixel(image), {128, 128, 255, 255}, 6);
  EXPECT_GT(pixel(image, 58, 32)[0], 220);
  EXPECT_GT(pixel(image, 32, 6)[1], 220);
}

TEST_F(ModelPass, WireShadingDrawsSidesOnly) {
  add(test::square_model(vec3(0.0f), 0.9f));
  scene_.settings.shading = Shading::wire;
  const int covered = test::covered_pixels(render(64));
  EXPECT_GT(covered, 4 * 50);
  EXPECT_LT(covered, 64 * 10);
}

TEST_F(ModelPass, WireShadingOfAFineMeshIsNotSolid) {
  constexpr int side = 64;  // squares along each side: one per pixel
  const auto grid = [](float z, bool shifted) {
    ModelBuilder builder;
    for (int i = 0; i < side * side; ++i) {
      const float step = 1.6f / side, at = shifted ? 0.5f : 0.0f;
      builder.square(vec3((static_cast<float>(i % side) + at) * step - 0.8f,
                          (static_cast<float>(i / side) + at) * step - 0.8f, z),
                     step / 2);
    }
    builder.material();
    return builder.finish();
  };
  scene_.settings.shading = Shading::wire;
  add(grid(0.0f, false));
  const Image one = render(side, 4);
  double sum = 0.0;
  for (int y = 16; y < 48; ++y)
    for (int x = 16; x < 48; ++x) sum += pixel(one, x, y)[3] / 255.0;
  EXPECT_GT(sum / (32 * 32), 0.15);
  EXPECT_LT(sum / (32 * 32), 0.7);
  add(grid(-0.5f, true));
  for (int round = 0; round < 2; ++round) {
    const Image both = render(side, 4);
    for (int y = 16; y < 48; ++y)
      for (int x = 16; x < 48; ++x) ASSERT_EQ(pixel(both, x, y), pixel(one, x, y)) << x << ',' << y;
    std::swap(scene_.actors[0], scene_.actors[1]);
  }
}

TEST_F(ModelPass, VerticesWithoutNormalAreInTheShade) {
  for (const std::uint8_t flags : {std::uint8_t{0}, std::uint8_t{pmx::material_receives_self_shadow}})
    for (const bool has_sphere : {false, true}) {
      ModelBuilder builder;
      builder.square(vec3(0.0f), 1.0f);
      for (vec3& n : builder.model().vertices.normal) n = vec3(0.0f);
      Material& m = builder.material();
      m.flags = flags;
      m.specular = vec3(1.0f);
      m.specular_power = 5.0f;
      m.toon_texture = 0;
      if (has_sphere) {
        m.sphere_mode = SphereMode::multiply;
        m.sphere_texture = 1;
      }
      builder.model().textures = {"toon.png", "sphere.png"};
      show_only(builder.finish(), test::texture_set({test::solid_image(1, 1, {200, 180, 160, 255}),
                                                     test::solid_image(4, 4, {255, 255, 255, 255})}));
      expect_near(centre_pixel(render(64)), {200, 180, 160, 255});
    }
}

TEST_F(ModelPass, FlatTrianglesDoNotDisturbOthers) {
  add(test::square_model(vec3(0.0f), 0.5f));
  const Image valid = render(64, 4);
  ModelBuilder builder;
  builder.square(vec3(0.0f), 0.5f);
  builder.triangle(0, 0, 1);
  builder.triangle(2, 2, 2);
  builder.material();
  show_only(builder.finish());
  EXPECT_EQ(render(64, 4).rgba, valid.rgba);
}

}  // namespace
}  // namespace mmd
