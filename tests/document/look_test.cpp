#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "document/framing.h"
#include "scene/input.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/image_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

TEST(Look, HighlightsTheNamedBone) {
  test::FileBuilder b;
  b.bone("root");
  b.bone("頭");
  const auto model = b.model();
  RenderSettings look;
  look.edge = false;
  EXPECT_EQ(settings_for(look, "頭", *model).highlight, 1);
  EXPECT_EQ(settings_for(look, "", *model).highlight, none);
  EXPECT_EQ(settings_for(look, "nobody", *model).highlight, none);
  EXPECT_FALSE(settings_for(look, "頭", *model).edge) << "the rest is as it was chosen";
}

TEST(Look, WeightShadingNeedsABone) {
  RenderSettings look;
  EXPECT_FALSE(lacks_bone_for_weights(look, ""));
  look.shading = Shading::weights;
  EXPECT_TRUE(lacks_bone_for_weights(look, ""));
  EXPECT_FALSE(lacks_bone_for_weights(look, "頭"));
}

using ::testing::HasSubstr;

class BackgroundPictureTest : public ::testing::Test {
 protected:
  test::TemporaryFolder folder;
};

TEST_F(BackgroundPictureTest, LoadsOnceAndHashesItsBytes) {
  const auto file = to_utf8(folder.put("空.png", as_text(test::png_file(test::gradient(8, 4, true)))));
  RenderSettings look;
  look.background_picture = std::make_shared<const BackgroundPicture>(BackgroundPicture{file, nullptr, {}});
  ASSERT_TRUE(load_background_picture(look));
  ASSERT_NE(look.background_picture->image, nullptr);
  EXPECT_EQ(look.background_picture->file, file);
  EXPECT_EQ(look.background_picture->image->width, 8);
  EXPECT_FALSE(look.has_opaque_background());
  const auto loaded = look.background_picture;
  ASSERT_TRUE(load_background_picture(look));
  EXPECT_EQ(look.background_picture, loaded) << "it is there already";
  const auto other = to_utf8(folder.put("b.bmp", as_text(test::bmp24_file(test::gradient(8, 4, false)))));
  const auto opaque = load_background_picture(other);
  ASSERT_TRUE(opaque);
  EXPECT_FALSE((*opaque)->hash == loaded->hash);
  look.background_picture = *opaque;
  EXPECT_TRUE(look.has_opaque_background());
}

TEST_F(BackgroundPictureTest, NamesTheFileThatCannotBeRead) {
  const auto no_picture = load_background_picture(to_utf8(folder.put("a.png", "Polygon Model")));
  ASSERT_FALSE(no_picture);
  EXPECT_THAT(no_picture.error().file, HasSubstr("a.png"));
  const auto missing = load_background_picture(to_utf8(folder.path() / "b.png"));
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().file, HasSubstr("b.png"));
}

TEST_F(BackgroundPictureTest, IsLimitedLikeATexture) {
  const auto put = [&](const char* name, int width, int height) {
    Image image;
    image.width = width;
    image.height = height;
    image.rgba.assign(static_cast<std::size_t>(width * height * 4), 200);
    image.has_alpha = true;
    return to_utf8(folder.put(name, as_text(encode_png(image).value())));
  };
  const std::string png = put("a.png", 512, 256), wide = put("b.png", 700, 700);
  set_load_limits({std::uint64_t{1} << 20, false});
  const auto loaded = load_background_picture(png), refused = load_background_picture(wide);
  set_load_limits({});
  ASSERT_TRUE(loaded) << describe(loaded.error());
  EXPECT_EQ((*loaded)->image->width, 256);
  ASSERT_EQ((*loaded)->diagnostics.size(), 1u);
  EXPECT_EQ((*loaded)->diagnostics[0].file, png);
  EXPECT_THAT((*loaded)->diagnostics[0].what, HasSubstr("scaled down"));
  EXPECT_THAT((*loaded)->diagnostics[0].hint, HasSubstr("--texture-memory 2"));
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, HasSubstr("700x700 pixels exceed the memory limit of textures"));
  EXPECT_TRUE(load_background_picture(wide)->get()->diagnostics.empty());
}

TEST(IsCalledPicture, ChecksTheExtensionInAnyCase) {
  for (const char* file : {"a.png", "b/夏.JPG", "c.jpeg", "d.BMP", "e.tga"})
    EXPECT_TRUE(has_picture_extension(file));
  for (const char* file : {"a.pmx", "png", "a.png.zip", "", "a."})
    EXPECT_FALSE(has_picture_extension(file)) << file;
}

TEST(SharesShown, FillTheImageAndKeepItsAspectRatio) {
  Image image;
  image.width = 200;
  image.height = 100;
  const SharesShown same = shares_shown(image, 50, 25), high = shares_shown(image, 100, 100),
                    wide = shares_shown(image, 400, 100);
  EXPECT_FLOAT_EQ(same.x, 1.0f);
  EXPECT_FLOAT_EQ(same.y, 1.0f);
  EXPECT_FLOAT_EQ(high.x, 0.5f) << "a quarter is cut off on both sides";
  EXPECT_FLOAT_EQ(high.y, 1.0f);
  EXPECT_FLOAT_EQ(wide.x, 1.0f);
  EXPECT_FLOAT_EQ(wide.y, 0.5f);
}

}  // namespace
}  // namespace mmd
