#include <algorithm>
#include <atomic>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>

#include "assets/image.h"
#include "scene/input.h"
#include "tests/assets/temporary_folder.h"
#include "tests/scene/loaded.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::load;
using test::picture;
using test::said;
using test::TemporaryFolder;
using test::text_of;
using test::textured;
using ::testing::HasSubstr;

/// One colour.
Image square_image(int size) {
  Image image;
  image.width = image.height = size;
  image.rgba.assign(static_cast<std::size_t>(size * size) * 4, 200);
  return image;
}
std::string packed_picture(int size) {
  return text_of(encode_png(square_image(size)).value());
}
/// Adds a texture and a material that uses it.
void add_texture(FileBuilder& b, const char* name) {
  const std::int32_t texture = b.texture(name);
  b.material().texture = texture;
}

bool hints(const Diagnostics& diagnostics, std::string_view text) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [&](const Diagnostic& d) { return d.hint.find(text) != std::string::npos; });
}

/// Sets the limits of the program while it lives.
class Limits {
 public:
  explicit Limits(const LoadLimits& limits) { set_load_limits(limits); }
  ~Limits() { set_load_limits({}); }
  Limits(const Limits&) = delete;
  Limits& operator=(const Limits&) = delete;
};

/// 0: no texture.
int width_of(const LoadedModel& loaded, std::size_t texture) {
  const auto& image = (*loaded.textures)[texture];
  return image != nullptr ? image->width : 0;
}

TEST(TextureMemory, DecodesLargePicturesSmaller) {
  const TemporaryFolder folder;
  FileBuilder b = textured("large.png");
  add_texture(b, "small.png");
  const auto path = folder.put("m.pmx", text_of(b.bytes()));
  folder.put("large.png", packed_picture(512));
  folder.put("small.png", picture(32));
  const LoadedModel whole = load(path);
  EXPECT_EQ(width_of(whole, 0), 512) << said(whole.diagnostics);
  const Limits limits({std::uint64_t{1} << 20, false});
  const LoadedModel loaded = load(path);
  EXPECT_EQ(width_of(loaded, 0), 256) << said(loaded.diagnostics);
  EXPECT_EQ(width_of(loaded, 1), 32);
  EXPECT_THAT(said(loaded.diagnostics), HasSubstr("the limit is 1 MiB: one is scaled down"));
  EXPECT_TRUE(hints(loaded.diagnostics, "--texture-memory 3"));
}

TEST(TextureMemory, SkipsPicturesThatNeverFitExceptJpeg) {
  const TemporaryFolder folder;
  FileBuilder b = textured("large.png");
  add_texture(b, "large.jpg");
  const auto path = folder.put("m.pmx", text_of(b.bytes()));
  folder.put("large.png", packed_picture(600));
  folder.put("large.jpg", text_of(encode_jpeg(square_image(1024)).value()));
  const Limits limits({std::uint64_t{1} << 20, false});
  const LoadedModel loaded = load(path);
  EXPECT_EQ((*loaded.textures)[0], nullptr);
  EXPECT_THAT(said(loaded.diagnostics), HasSubstr("600x600 pixels exceed the memory limit of textures"));
  EXPECT_GT(width_of(loaded, 1), 0);
  EXPECT_LT(width_of(loaded, 1), 1024);
}

TEST(TextureMemory, DecodesEachFileOnce) {
  const TemporaryFolder folder;
  FileBuilder b = textured("a.png");
  for (const char* name : {".\\a.png", "A.PNG", "b.png"}) add_texture(b, name);
  const auto path = folder.put("m.pmx", text_of(b.bytes()));
  folder.put("a.png", picture(64));
  folder.put("b.png", picture(64));
  std::atomic<int> pictures{0};
  const auto without = load_model(path, false);
  ASSERT_TRUE(without);
  const auto decoded =
      decode_textures(*without, {}, [&](const std::shared_ptr<const Image>&) { ++pictures; });
  ASSERT_TRUE(decoded);
  for (const auto& texture : *decoded->textures) {
    ASSERT_NE(texture, nullptr);
    EXPECT_EQ(texture->width, 64);
  }
  EXPECT_EQ(pictures, 2);
  EXPECT_EQ((*decoded->textures)[0], (*decoded->textures)[1]);
  EXPECT_EQ((*decoded->textures)[0], (*decoded->textures)[2]);
}

TEST(LoadLimits, FollowsLinksOutOfTheFolderIfAllowed) {
  const TemporaryFolder folder;
  const auto path = folder.put("pack/model/m.pmx", text_of(textured("out\\a.png").bytes()));
  folder.put("elsewhere/a.png", picture(4));
  std::filesystem::create_directory_symlink("../../elsewhere", folder.path() / "pack/model/out");
  const LoadedModel loaded = load(path);
  EXPECT_EQ((*loaded.textures)[0], nullptr);
  EXPECT_THAT(said(loaded.diagnostics), HasSubstr("leads out of the model's folder"));
  EXPECT_TRUE(hints(loaded.diagnostics, "--allow-outside"));
  const Limits limits({0, true});
  EXPECT_NE((*load(path).textures)[0], nullptr);
}

/// The problem of a texture of a model at `path`.
std::optional<Diagnostic> problem_of(const std::filesystem::path& path, const std::string& texture) {
  const auto input = read_input(to_utf8(path));
  const auto raw = read_raw_model(*input);
  return texture_problem(*raw, texture);
}

TEST(TextureProblem, ReportsPlaceContentAndAbsence) {
  const TemporaryFolder folder;
  FileBuilder b = textured("..\\shared\\a.png");
  for (const char* name : {"own.png", "cut.png", "gone.png", "toon01.bmp"}) add_texture(b, name);
  const auto path = folder.put("model/m.pmx", text_of(b.bytes()));
  folder.put("shared/a.png", picture(4));
  folder.put("model/own.png", picture(4));
  folder.put("model/cut.png", picture(4).substr(0, 40));
  const auto beside = problem_of(path, "..\\shared\\a.png");
  ASSERT_TRUE(beside);
  EXPECT_EQ(beside->severity, Severity::note);
  EXPECT_THAT(beside->what, HasSubstr("is next to the model's folder, not in it"));
  EXPECT_FALSE(problem_of(path, "own.png"));
  EXPECT_FALSE(problem_of(path, "toon01.bmp"));
  EXPECT_THAT(problem_of(path, "cut.png")->what, HasSubstr("truncated PNG picture"));
  EXPECT_THAT(problem_of(path, "gone.png")->what, HasSubstr("not found"));
}

TEST(TextureProblem, ChecksTheHeaderOfLargeFilesOnly) {
  const TemporaryFolder folder;
  const auto path = folder.put("m.pmx", text_of(textured("a.png").bytes()));
  folder.put("a.png", picture(4));
  std::filesystem::resize_file(folder.path() / "a.png", std::uint64_t{3} << 30);
  EXPECT_THAT(problem_of(path, "a.png")->what, HasSubstr("3072 MiB; only the header was checked"));
  EXPECT_EQ(problem_of(path, "a.png")->severity, Severity::note);
  folder.put("a.png", "this is no picture, only a text");
  std::filesystem::resize_file(folder.path() / "a.png", std::uint64_t{3} << 30);
  EXPECT_THAT(problem_of(path, "a.png")->what, HasSubstr("unknown picture format"));
}

}  // namespace
}  // namespace mmd
