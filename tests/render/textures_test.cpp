#include "render/textures.h"

#include <algorithm>
#include <functional>
#include <sstream>
#include <utility>
#include <vector>

#include <GL/glew.h>
#include <gtest/gtest.h>

#include "render/toon_ramps.h"
#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using test::Pixel;
using test::pixel;

class Textures : public test::RenderTest {
 protected:
  std::shared_ptr<const Model> textured_square(float uv_scale = 1.0f) {
    auto model = std::make_shared<Model>(
        *test::square_model(vec3(0.0f), 1.0f, [](Material& m) { m.name = "服", m.texture = 0; }));
    for (vec2& uv : model->vertices.uv) uv *= uv_scale;
    return model;
  }
};

TEST_F(Textures, FollowTheUv) {
  add(textured_square(), test::texture_set({test::corner_image()}));
  test::expect_corners(render(64), 4);
}

TEST_F(Textures, AreNotSharpenedWhenSqueezed) {
  constexpr int width = 128, height = 64;  // per pixel one texel across the line, two along it
  Image lined = test::solid_image(width, height, {255, 255, 255, 255});
  for (int y = 31; y <= 32; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < 3; ++c) lined.rgba[static_cast<std::size_t>((y * width + x) * 4 + c)] = 0;
  add(textured_square(), test::texture_set({lined}));
  const Image image = render(64);
  // The mip level that halves the longer side also halves the line, which covers two of its rows.
  EXPECT_NEAR(pixel(image, 32, 31)[0], 128, 2);
  EXPECT_NEAR(pixel(image, 32, 32)[0], 128, 2);
  EXPECT_GT(pixel(image, 32, 28)[0], 240);
}

TEST_F(Textures, RepeatBeyondTheUv) {
  add(textured_square(2.0f), test::texture_set({test::corner_image()}));
  const Image image = render(64);
  for (const int x : {8, 40})
    for (const int y : {8, 40}) EXPECT_EQ(pixel(image, x, y), test::red) << x << ' ' << y;
}

TEST_F(Textures, MissingTexturesAreWhite) {
  for (const TextureSet& set : {TextureSet{nullptr}, TextureSet{}}) {
    show_only(textured_square(), std::make_shared<const TextureSet>(set));
    EXPECT_EQ(test::centre_pixel(render()), (Pixel{255, 255, 255, 255}));
  }
}

TEST_F(Textures, SubTexturesUseTheAdditionalUv) {
  auto model = std::make_shared<Model>(*test::square_model(vec3(0.0f), 1.0f, [](Material& m) {
    m.sphere_texture = 0;
    m.sphere_mode = SphereMode::sub_texture;
  }));
  model->vertices.uv1.assign(4, vec4(1.9f, -0.9f, 0.0f, 0.0f));
  add(model, test::texture_set({test::corner_image()}));
  EXPECT_EQ(test::centre_pixel(render()), (Pixel{0, 255, 0, 255}));
}

TEST_F(Textures, SetsShareEqualPictures) {
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

TEST_F(Textures, UnusedPicturesAreFreed) {
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

TEST_F(Textures, LargeTexturesAreScaledDownWithAWarning) {
  const auto model = textured_square();
  const TextureSet set{std::make_shared<const Image>(test::corner_image())};
  TextureCache cache(8);
  GpuTextures gpu(set);
  Diagnostics warnings;
  for (int i = 0; i < 2; ++i) gpu.prepare(*model, set, {}, cache, warnings);
  ASSERT_EQ(warnings.size(), 1u);
  const std::string warning = describe(warnings[0]);
  for (const char* part : {"a.png", "16x16", "material 0 \"服\""})
    EXPECT_NE(warning.find(part), std::string::npos) << warning;
  glBindTexture(GL_TEXTURE_2D, gpu.get(0));
  GLint width = 0;
  glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
  EXPECT_EQ(width, 8);
}

TEST_F(Textures, EachSetOfAModelHasItsOwnTextures) {
  const auto model = textured_square();
  for (const std::uint8_t level : {std::uint8_t{40}, std::uint8_t{90}, std::uint8_t{140}}) {
    show_only(model, test::texture_set({test::solid_image(4, 4, {level, 0, 0, 255})}));
    EXPECT_EQ(test::centre_pixel(render()), (Pixel{level, 0, 0, 255}));
  }
}

/// 4x4 pixels with one transparent corner.
Image corner_cut_out() {
  Image out = test::solid_image(4, 4, {40, 90, 140, 255});
  out.rgba[3] = 0;
  out.has_alpha = true;
  return out;
}

/// Replaces a function of the driver: reports that memory is exhausted.
void GLAPIENTRY no_texture_memory(GLenum, GLsizei, GLenum, GLsizei, GLsizei) {
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, GLsizeiptr{1} << 46, nullptr, GL_STATIC_DRAW);
  glDeleteBuffers(1, &buffer);
}

TEST_F(Textures, AreUploadedAgainAfterMemoryRanOut) {
  if (!GLEW_ARB_texture_storage) GTEST_SKIP() << "this driver creates textures in another way";
  const std::function<bool()> ways[] = {
      [&] { return renderer_->render(scene_, 32, 32, 1).has_value(); },
      [&] { return renderer_->start_picture(scene_, 32, 32, 1).has_value(); },
      [&] { return renderer_->start_picture(scene_, 1100, 1000, 4).has_value(); },
      [&] { return renderer_->render_surfaces(scene_, 32, 32, 0.5f).has_value(); }};
  for (const auto& draw : ways) {
    show_only(textured_square(), test::texture_set({test::solid_image(4, 4, {0, 255, 0, 255})}));
    const auto of_driver = std::exchange(__glewTexStorage2D, no_texture_memory);
    const bool drawn = draw();
    __glewTexStorage2D = of_driver;
    EXPECT_FALSE(drawn);
    EXPECT_EQ(renderer_->pictures_started(), 0u);
    EXPECT_EQ(test::centre_pixel(render(32)), (Pixel{0, 255, 0, 255}));
  }
}

TEST_F(Textures, SpareMipsAreUsedOnce) {
  auto image = std::make_shared<Image>(test::corner_image());
  auto levels = build_mips(*image);
  for (MipLevel& level : levels) std::fill(level.rgba.begin(), level.rgba.end(), std::uint8_t{77});
  image->spare_mips = std::make_shared<SpareMips>(std::move(levels));
  const std::shared_ptr<const Image> shared = image;
  for (const bool first : {true, false}) {
    TextureCache cache;
    const auto texture = cache.add(shared);
    glBindTexture(GL_TEXTURE_2D, texture->id());
    std::array<std::uint8_t, 4> last{};
    glGetTexImage(GL_TEXTURE_2D, 4, GL_RGBA, GL_UNSIGNED_BYTE, last.data());
    EXPECT_EQ(last[0] == 77, first);
    EXPECT_EQ(last[3] == 77, first);
  }
}

TEST_F(Textures, UploadsAheadOnlyOnce) {
  const auto model = textured_square();
  const auto image = std::make_shared<Image>(corner_cut_out());
  renderer_->upload_ahead(image);
  add(model, std::make_shared<const TextureSet>(TextureSet{image}));
  EXPECT_EQ(test::centre_pixel(render()), (Pixel{40, 90, 140, 255}));
}

TEST_F(Textures, UploadAheadKeepsOnlyAlpha) {
  const auto image = std::make_shared<Image>(corner_cut_out());
  renderer_->upload_ahead(image);
  EXPECT_EQ(image->rgba.capacity(), 0u);
  ASSERT_EQ(image->alpha.size(), 16u);
  EXPECT_EQ(alpha_of(*image)[0], 0);
  EXPECT_EQ(alpha_of(*image)[15], 255);
}

TEST_F(Textures, UploadAheadFreesPixelsOfOpaquePictures) {
  const auto model = textured_square();
  const auto image = std::make_shared<Image>(test::solid_image(4, 4, {40, 90, 140, 255}));
  renderer_->upload_ahead(image);
  EXPECT_EQ(image->rgba.capacity(), 0u);
  Scene other;
  for (const int pictures_between : {0, 1, 3}) {
    for (int i = 0; i < pictures_between; ++i) ASSERT_TRUE(renderer_->render(other, 8, 8, 1));
    show_only(model, std::make_shared<const TextureSet>(TextureSet{image}));  // a set of its own each time
    EXPECT_EQ(test::centre_pixel(render()), (Pixel{40, 90, 140, 255}));
  }
  EXPECT_EQ(renderer_->take_warnings().size(), 0u);
}

TEST_F(Textures, KeepTheBottomLeftColourWithoutPixels) {
  auto image = std::make_shared<Image>(test::solid_image(2, 2, {255, 255, 255, 255}));
  image->rgba[8] = 51;  // red of the first pixel in the second row
  TextureCache cache;
  EXPECT_EQ(cache.bottom_left(image), vec3(1.0f)) << "not there yet";
  const auto texture = cache.add(image);
  cache.take_colours(image);
  EXPECT_EQ(cache.bottom_left(image), vec3(0.2f, 1.0f, 1.0f));
  EXPECT_EQ(cache.add(image), texture);
}

TEST_F(Textures, AreFreedWithTheirPicture) {
  TextureCache cache;
  std::weak_ptr<const gl::Texture> texture;
  {
    const auto image = std::make_shared<Image>(test::solid_image(2, 2, {9, 9, 9, 255}));
    texture = cache.add(image);
    EXPECT_TRUE(texture.expired()) << "nothing holds it";
    texture = [&] {
      const auto held = cache.add(image);
      cache.take_colours(image);
      return held;
    }();
    cache.drop_expired();
    EXPECT_FALSE(texture.expired());
  }
  cache.drop_expired();
  EXPECT_TRUE(texture.expired());
}

TEST(ToonRamps, MatchTheSemantics) {
  // From the top: numbers of rows, and their colours (RRGGBB).
  const char* const ramps[shared_toon_count] = {
      "16 ffffff 16 cdcdcd",
      "16 ffffff 16 f5e1e1",
      "16 ffffff 16 9a9a9a",
      "16 ffffff 16 f8efeb",
      "19 ffffff 1 fffefe 1 fffaf8 1 fff6f2 1 fff0ea 1 ffece5 1 ffe9e0 1 ffe7de 4 ffe7dd 1 ffe7de 1 fee8df",
      "8 ffed61 1 ffee6a 1 fff6af 1 fffef2 1 fff28a 10 ffed61 1 feeb5e 1 eeda45 1 d1bb18 1 c5ae06 6 c3ac03",
      "32 ffffff",
      "32 ffffff",
      "32 ffffff",
      "32 ffffff"};
  for (int i = 0; i < shared_toon_count; ++i) {
    const Image ramp = shared_toon_ramp(i);
    std::vector<std::uint8_t> expected;
    std::istringstream rows(ramps[i]);
    int count = 0;
    std::uint32_t colour = 0;
    while (rows >> std::dec >> count >> std::hex >> colour)
      for (int x = 0; x < 32 * count; ++x)
        for (const std::uint32_t value : {colour >> 16, colour >> 8, colour, 255u})
          expected.push_back(static_cast<std::uint8_t>(value & 0xff));
    EXPECT_EQ(ramp.width, 32);
    EXPECT_EQ(ramp.height, 32);
    EXPECT_TRUE(std::equal(ramp.rgba.begin(), ramp.rgba.end(), expected.begin(), expected.end())) << i;
  }
}

}  // namespace
}  // namespace mmd
