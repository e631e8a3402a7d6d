#include "render/textures.h"

#include "tests/render/model_builder.h"

namespace mmd {
namespace {

using test::ModelBuilder;
using test::Pixel;
using test::pixel;

TEST(BuildMips, HalvesDownToOnePixel) {
  const auto mips = build_mips(test::solid_image(12, 5, {10, 20, 30, 255}));
  ASSERT_EQ(mips.size(), 3u);
  EXPECT_EQ(mips[0].width, 6);
  EXPECT_EQ(mips[0].height, 2);
  EXPECT_EQ(mips[2].width, 1);
  EXPECT_EQ(mips[2].height, 1);
  for (const MipLevel& mip : mips) {
    ASSERT_EQ(mip.rgba.size(), static_cast<std::size_t>(mip.width * mip.height) * 4);
    for (std::size_t i = 0; i < mip.rgba.size(); i += 4) {
      EXPECT_EQ(mip.rgba[i], 10);
      EXPECT_EQ(mip.rgba[i + 2], 30);
      EXPECT_EQ(mip.rgba[i + 3], 255);
    }
  }
}

TEST(BuildMips, AveragesRowsAndColumns) {
  const auto mips = build_mips(test::corner_image());
  ASSERT_EQ(mips.size(), 4u);
  EXPECT_EQ(mips[2].rgba,
            RawVector<std::uint8_t>({255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255}));
  EXPECT_EQ(mips[3].rgba, RawVector<std::uint8_t>({128, 128, 128, 255}));
}

TEST(BuildMips, WhatIsTransparentDoesNotDarkenWhatIsNot) {
  Image image = test::solid_image(2, 2, {0, 0, 0, 0});
  const std::uint8_t opaque[] = {200, 100, 50, 255};
  std::copy(std::begin(opaque), std::end(opaque), image.rgba.begin() + 4);
  image.has_alpha = true;
  EXPECT_EQ(build_mips(image)[0].rgba, RawVector<std::uint8_t>({200, 100, 50, 64}));
}

TEST(BuildMips, TakesStripsOfOnePixel) {
  for (const bool alpha : {false, true}) {
    Image wide = test::solid_image(7, 1, {9, 9, 9, 255}), high = test::solid_image(1, 7, {9, 9, 9, 255});
    wide.has_alpha = high.has_alpha = alpha;
    EXPECT_EQ(build_mips(wide).size(), 2u);
    EXPECT_EQ(build_mips(high).size(), 2u);
    EXPECT_EQ(build_mips(high)[1].rgba[0], 9);
  }
}

class Textures : public test::RenderTest {
 protected:
  std::shared_ptr<const Model> textured_square(float uv_scale = 1.0f) {
    ModelBuilder builder;
    builder.square(vec3(0.0f), 1.0f);
    for (vec2& uv : builder.model().vertices.uv) uv *= uv_scale;
    Material& material = builder.material();
    material.name = "服";
    material.texture = 0;
    builder.model().textures = {"a.png"};
    return builder.finish();
  }
};

TEST_F(Textures, CornersLieWhereTheUvSays) {
  add(textured_square(), test::texture_set({test::corner_image()}));
  const Image image = render(64);
  EXPECT_EQ(pixel(image, 4, 4), (Pixel{255, 0, 0, 255}));
  EXPECT_EQ(pixel(image, 59, 4), (Pixel{0, 255, 0, 255}));
  EXPECT_EQ(pixel(image, 4, 59), (Pixel{0, 0, 255, 255}));
  EXPECT_EQ(pixel(image, 59, 59), (Pixel{255, 255, 255, 255}));
}

TEST_F(Textures, BaseTexturesRepeat) {
  add(textured_square(2.0f), test::texture_set({test::corner_image()}));
  const Image image = render(64);
  for (const int x : {8, 40})
    for (const int y : {8, 40}) EXPECT_EQ(pixel(image, x, y), (Pixel{255, 0, 0, 255})) << x << ' ' << y;
}

TEST_F(Textures, AMissingTextureIsWhite) {
  auto set = std::make_shared<TextureSet>();
  set->push_back(nullptr);
  add(textured_square(), set);
  EXPECT_EQ(test::centre_pixel(render()), (Pixel{255, 255, 255, 255}));
  scene_.actors.clear();
  add(textured_square(), std::make_shared<TextureSet>());
  EXPECT_EQ(test::centre_pixel(render()), (Pixel{255, 255, 255, 255}));
}

TEST_F(Textures, SubTexturesRepeatLikeBaseTextures) {
  ModelBuilder builder;
  builder.square(vec3(0.0f), 1.0f);
  builder.model().vertices.uv1.assign(4, vec4(1.9f, -0.9f, 0.0f, 0.0f));
  Material& m = builder.material();
  m.sphere_texture = 0;
  m.sphere_mode = SphereMode::sub_texture;
  builder.model().textures = {"a.png"};
  add(builder.finish(), test::texture_set({test::corner_image()}));
  EXPECT_EQ(test::centre_pixel(render()), (Pixel{0, 255, 0, 255}));
}

TEST_F(Textures, SetsShareThePicturesThatTheyShare) {
  const auto model = textured_square();
  const auto image = std::make_shared<const Image>(test::corner_image());
  const TextureSet a{image}, b{image}, c{std::make_shared<const Image>(test::corner_image())};
  TextureCache cache;
  GpuTextures first(a), second(b), third(c);
  Diagnostics warnings;
  for (const auto& [gpu, set] : {std::pair{&first, &a}, {&second, &b}, {&third, &c}})
    gpu->prepare(*model, *set, {}, cache, warnings);
  EXPECT_NE(first.get(0), 0u);
  EXPECT_EQ(first.get(0), second.get(0));
  EXPECT_NE(first.get(0), third.get(0));
  EXPECT_TRUE(warnings.empty());
}

TEST_F(Textures, NothingIsKeptThatNoModelUses) {
  const auto model = textured_square();
  const auto image = std::make_shared<const Image>(test::corner_image());
  TextureCache cache;
  Diagnostics warnings;
  {
    GpuTextures gpu(TextureSet{image});
    gpu.prepare(*model, {image}, {}, cache, warnings);
    EXPECT_NE(cache.find(image), nullptr);
  }
  EXPECT_EQ(cache.find(image), nullptr);
}

TEST_F(Textures, WhatIsTooLargeForTheDriverIsDrawnSmallerWithAWarning) {
  const auto model = textured_square();
  const TextureSet set{std::make_shared<const Image>(test::corner_image())};
  TextureCache cache(8);
  GpuTextures gpu(set);
  Diagnostics warnings;
  for (int i = 0; i < 2; ++i) gpu.prepare(*model, set, {}, cache, warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(describe(warnings[0]).find("a.png"), std::string::npos) << describe(warnings[0]);
  EXPECT_NE(describe(warnings[0]).find("16x16"), std::string::npos) << describe(warnings[0]);
  EXPECT_NE(describe(warnings[0]).find("material 0 \"服\""), std::string::npos) << describe(warnings[0]);
  glBindTexture(GL_TEXTURE_2D, gpu.get(0));
  GLint width = 0;
  glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
  EXPECT_EQ(width, 8);
}

TEST_F(Textures, AnotherSetForTheSameModelIsNotMistakenForTheFirst) {
  const auto model = textured_square();
  for (const std::uint8_t level : {std::uint8_t{40}, std::uint8_t{90}, std::uint8_t{140}}) {
    scene_.actors.clear();
    add(model, test::texture_set({test::solid_image(4, 4, {level, 0, 0, 255})}));
    EXPECT_EQ(test::centre_pixel(render()), (Pixel{level, 0, 0, 255}));
  }
}

}  // namespace
}  // namespace mmd
