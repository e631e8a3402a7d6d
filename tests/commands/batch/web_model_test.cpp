// What `batch --web` publishes of a model.

#include "commands/batch/web_model.h"

#include <filesystem>

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "scene/load.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/archive_samples.h"
#include "tests/support/format_samples.h"
#include "tests/support/image_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;
using testing::UnorderedElementsAre;

class WebModel : public testing::Test {
 protected:
  WebModel() {
    b.bone("センター");
    for (int i = 0; i < 6; ++i) b.square({static_cast<float>(i), 0, 0}, 1);
  }
  /// A model whose materials use these textures.
  std::string model_with(const std::vector<std::string>& textures) {
    for (const std::string& texture : textures) {
      b.triangle(0, 1, 2);
      b.material("m").texture = b.texture(texture);
    }
    return std::string(as_text(b.bytes()));
  }
  std::vector<std::string> published() const {
    std::vector<std::string> out;
    for (const auto& entry : fs::recursive_directory_iterator(site.path()))
      out.push_back(with_slashes(entry.path().lexically_relative(site.path())));
    return out;
  }
  /// The model in the site, with its textures.
  LoadedModel loaded(const std::string& name) const {
    auto out = load_model(site.path() / path_from_utf8(name), true);
    EXPECT_TRUE(out);
    return out ? std::move(*out) : LoadedModel{};
  }

  test::FileBuilder b;
  test::TemporaryFolder folder, site;
  const std::string png = std::string(as_text(test::png_file(test::gradient(4, 4, false))));
};

TEST_F(WebModel, PublishesOnlyPicturesUnderNewNames) {
  const std::string model = to_utf8(folder.put(
      "model.html", model_with({".htaccess", "x.html", "x.svg", "sub/shell.php", "real.php", "a.png",
                                "..\\..\\..\\admin", "//evil.example/track.png", "C:\\a.png", "gone.png"})));
  for (const char* name : {".htaccess", "x.html", "sub/shell.php"}) folder.put(name, "<?php evil(); ?>");
  folder.put("x.svg", "<svg onload='evil()'/>");
  for (const char* name : {"real.php", "a.png"}) folder.put(name, png);
  const auto name = publish_model(model, site.path());
  ASSERT_TRUE(name) << describe(name.error());
  EXPECT_EQ(*name, "model.pmx");
  EXPECT_EQ(published().size(), 3u) << "the model, real.php as a picture, a.png";
  for (const std::string& file : published()) {
    const auto extension = path_from_utf8(file).extension();
    EXPECT_TRUE(extension == ".pmx" || extension == ".png") << file;
    EXPECT_EQ(file.find("php"), std::string::npos);
  }
  const LoadedModel shown = loaded(*name);
  int decoded = 0;
  for (std::size_t i = 0; i < shown.model->textures.size(); ++i) {
    EXPECT_EQ(shown.model->textures[i].find_first_of("/\\:"), std::string::npos) << shown.model->textures[i];
    decoded += shown.textures->at(i) != nullptr;
  }
  EXPECT_EQ(decoded, 3) << "real.php, a.png and C:\\a.png, which is the same file";
}

TEST_F(WebModel, ConvertsOtherPicturesToPng) {
  const auto picture = test::gradient(4, 4, false);
  const std::string model =
      to_utf8(folder.put("m.pmx", model_with({"tex\\a.bmp", "tex\\A.BMP", "b.sph", "toon03.bmp"})));
  folder.put("tex/a.bmp", as_text(test::bmp24_file(picture)));
  folder.put("b.sph", as_text(test::bmp24_file(picture)));
  const auto name = publish_model(model, site.path());
  ASSERT_TRUE(name);
  EXPECT_THAT(published(), UnorderedElementsAre("m.pmx", "texture1.png", "texture2.png"));
  const LoadedModel before = *load_model(path_from_utf8(model), true), after = loaded(*name);
  ASSERT_EQ(after.model->textures.size(), before.model->textures.size());
  EXPECT_EQ(after.model->textures[3], "toon03.bmp") << "the viewer's own ramp";
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(after.textures->at(i));
    EXPECT_EQ(after.textures->at(i)->rgba, before.textures->at(i)->rgba) << i;
  }
}

TEST_F(WebModel, UnpacksArchives) {
  const std::string model = model_with({"tex/a.png"});
  const auto zip = test::zip_file({{"in/model.html", model, 0, true}, {"in/tex/a.png", png, 0, true}});
  const auto whole = test::zip_file(
      {{"in/m.pmx", model, 0, true}, {"in/tex/a.png", png, 0, true}, {"in/evil.php", "<?php ?>", 0, true}});
  const std::string member = to_utf8(folder.put("a.zip", as_text(zip))) + "/in/model.html",
                    archive = to_utf8(folder.put("b.html", as_text(whole)));
  for (const std::string& file : {member, archive}) {
    const auto name = publish_model(file, site.path());
    ASSERT_TRUE(name) << describe(name.error());
    EXPECT_TRUE(loaded(*name).textures->at(0)) << file;
  }
  EXPECT_THAT(published(), UnorderedElementsAre("model.pmx", "m.pmx", "texture1.png"));
}

TEST_F(WebModel, ConvertsPmd) {
  const std::string pmd = to_utf8(folder.put("モデル.pmd", as_text(*pmd::write(test::full_pmd()))));
  const auto name = publish_model(pmd, site.path());
  ASSERT_TRUE(name) << describe(name.error());
  EXPECT_EQ(*name, "モデル.pmx");
  const LoadedModel before = *load_model(path_from_utf8(pmd), false), after = loaded(*name);
  EXPECT_EQ(after.model->bone_count(), before.model->bone_count());
  EXPECT_EQ(after.model->name, before.model->name);
}

TEST(WebStem, HasNoDotsAndNoFolders) {
  for (const char* name : {"", ".", "..", ".htaccess", "x.php", "a/b\\c", "a:b", "a\nb", "a?b#c%d"}) {
    const std::string stem = web_stem(name);
    EXPECT_FALSE(stem.empty());
    EXPECT_EQ(stem.find_first_of("./\\:\n?#%"), std::string::npos) << stem;
  }
  EXPECT_EQ(web_stem("ミク 1"), "ミク 1");
}

TEST(WebPicture, HasNothingButThePixels) {
  const Bytes png = test::png_file(test::gradient(8, 8, false));
  const Image original = *decode_image(png);
  for (const bool is_jpeg : {false, true}) {
    Bytes file = is_jpeg ? *encode_jpeg(original) : png;
    const Image before = *decode_image(file);
    const std::string_view evil = "<?php evil(); ?>";
    file.insert(file.end(), as_byte_span(evil).begin(), as_byte_span(evil).end());
    const auto picture = web_picture(file);
    ASSERT_TRUE(picture) << describe(picture.error());
    EXPECT_EQ(std::string(picture->extension), is_jpeg ? ".jpg" : ".png");
    EXPECT_EQ(as_text(picture->bytes).find("php"), std::string_view::npos);
    const Image after = *decode_image(picture->bytes);
    ASSERT_EQ(after.rgba.size(), before.rgba.size());
    for (std::size_t i = 0; i < after.rgba.size(); ++i)
      EXPECT_NEAR(after.rgba[i], before.rgba[i], is_jpeg ? 12 : 0);
  }
}

TEST(WebPicture, RefusesWhatHasOnlyTheHeaderOfALargePicture) {
  Bytes file = test::png_file(test::gradient(4, 4, false));
  file.resize(33);                        // signature and header
  file[18] = file[22] = std::byte{0x40};  // 16,384 pixels a side
  file.resize(40'000, std::byte{'?'});
  EXPECT_FALSE(web_picture(file));
}

TEST(WebPicture, RefusesWhatIsNoPicture) {
  for (const char* text : {"", "<html>", "GIF89a", "\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "BM"}) {
    const ByteSpan bytes = as_byte_span(text);
    EXPECT_FALSE(web_picture({bytes.begin(), bytes.end()})) << text;
  }
}

}  // namespace
}  // namespace mmd
