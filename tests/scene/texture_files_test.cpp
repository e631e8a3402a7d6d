#include "scene/texture_files.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "tests/assets/temporary_folder.h"
#include "tests/support/image_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using testing::ElementsAre;

TextureFile of_size(int width, int height) {
  TextureFile file;
  file.size = ImageSize{width, height};
  return file;
}

std::vector<int> halvings_of(const std::vector<TextureFile>& files) {
  std::vector<int> out;
  for (const TextureFile& file : files) out.push_back(file.halvings);
  return out;
}

TEST(TextureMemory, KeepsTexturesThatFit) {
  std::vector<TextureFile> files{of_size(1024, 1024), of_size(256, 256)};
  EXPECT_EQ(fit_into(memory_of(files), files), 0u);
  EXPECT_THAT(halvings_of(files), ElementsAre(0, 0));
}

TEST(TextureMemory, CountsEveryMipLevel) {
  constexpr std::uint64_t copies = 2, bytes = 4;
  EXPECT_EQ(memory_of({of_size(1, 1)}), copies * bytes);
  EXPECT_EQ(memory_of({of_size(4, 2)}), copies * bytes * (8 + 2 + 1));
  EXPECT_EQ(memory_of({of_size(5, 3)}), copies * bytes * (15 + 2 + 1));
  EXPECT_EQ(memory_of({of_size(16384, 1)}), copies * bytes * (2 * 16384 - 1)) << "levels hardly get smaller";
}

TEST(TextureMemory, ShrinksTheLargestFirst) {
  std::vector<TextureFile> files{of_size(4096, 4096), of_size(256, 256), of_size(4096, 4096)};
  const std::uint64_t all = memory_of(files);
  EXPECT_EQ(fit_into(all - 1, files), 1u);
  EXPECT_THAT(halvings_of(files), ElementsAre(0, 0, 1)) << "the last of equal files";
  EXPECT_EQ(fit_into(all / 4, files), 2u);
  EXPECT_THAT(halvings_of(files), ElementsAre(1, 0, 2));
  EXPECT_LE(memory_of(files), all / 4);
}

TEST(TextureMemory, KeepsAMinimumSize) {
  std::vector<TextureFile> files{of_size(16384, 16384), of_size(100, 90), of_size(4, 4096), TextureFile{}};
  fit_into(0, files);
  EXPECT_EQ(16384 >> files[0].halvings, 64);
  EXPECT_EQ(files[1].halvings, 0);
  EXPECT_EQ(4096 >> files[2].halvings, 64);
  EXPECT_EQ(files[3].halvings, 0);
}

/// A model with textures in a folder.
class TextureFiles : public testing::Test {
 protected:
  std::vector<TextureFile> find(const std::vector<std::string>& names) {
    test::FileBuilder builder;
    builder.bone("root");
    for (const std::string& name : names) builder.texture(name);
    model = builder.model();
    origin.files = open_folder(folder.path());
    origin.member = origin_member;
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < names.size(); ++i) all.push_back(i);
    missing.clear();
    auto files = find_texture_files(origin, *model, all, missing);
    read_sizes(origin, files);
    return files;
  }
  static std::vector<bool> left_out_of(const std::vector<TextureFile>& files) {
    std::vector<bool> out;
    for (const TextureFile& file : files) out.push_back(file.left_out.has_value());
    return out;
  }
  static constexpr std::uint64_t mib = std::uint64_t{1} << 20;
  static std::string bmp(int size) {
    return std::string(as_text(test::bmp24_file(test::gradient(size, size, false))));
  }

  test::TemporaryFolder folder;
  std::shared_ptr<const Model> model;
  ModelOrigin origin;
  std::string origin_member;
  std::vector<std::size_t> missing;
};

TEST_F(TextureFiles, ListEachFileOnce) {
  folder.put("tex/a.png", bmp(16));
  const auto files = find({"tex\\a.png", "none.png", "TEX/A.png", "tex\\..\\tex\\a.png"});
  ASSERT_EQ(files.size(), 1u);
  EXPECT_THAT(files[0].textures, ElementsAre(0, 2, 3));
  EXPECT_THAT(missing, ElementsAre(1));
  ASSERT_TRUE(files[0].size);
  EXPECT_EQ(files[0].size->width, 16);
}

TEST_F(TextureFiles, JoinEqualContents) {
  folder.put("a.bmp", bmp(16));
  folder.put("b.bmp", bmp(16));
  std::string other = bmp(16);
  other.back() = static_cast<char>(other.back() + 1);
  folder.put("c.bmp", other);
  auto files = find({"a.bmp", "c.bmp", "b.bmp"});
  join_same_contents(origin, false, files);
  EXPECT_EQ(files.size(), 3u) << "joining takes as long as decoding";
  join_same_contents(origin, true, files);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_THAT(files[0].textures, ElementsAre(0, 2));
  EXPECT_THAT(files[1].textures, ElementsAre(1));
}

TEST_F(TextureFiles, SkipFilesLargerThanTheMemory) {
  for (const char* name : {"a.bmp", "b.bmp", "c.bmp", "large.bmp"})
    std::filesystem::resize_file(folder.put(name, bmp(16)), 30 * mib);
  std::filesystem::resize_file(folder.path() / "large.bmp", 41 * mib);
  const auto left_out = [&](std::uint64_t memory) {
    auto files = find({"a.bmp", "large.bmp", "b.bmp", "c.bmp"});
    leave_out_too_large(origin, memory, files);
    return left_out_of(files);
  };
  EXPECT_THAT(left_out(50 * mib), ElementsAre(false, false, false, false));
  EXPECT_THAT(left_out(40 * mib), ElementsAre(false, true, false, false));
  EXPECT_THAT(left_out(1), ElementsAre(false, true, false, false)) << "the image may be small";
  origin_member = "m.pmx";  // unpacked files share the memory
  EXPECT_THAT(left_out(40 * mib), ElementsAre(false, true, false, true));
}

TEST_F(TextureFiles, SkipFilesMuchLargerThanTheirPixels) {
  std::filesystem::resize_file(folder.put("a.bmp", bmp(16)), 64 * mib);
  std::filesystem::resize_file(folder.put("b.bmp", bmp(16)), 65 * mib);
  std::filesystem::resize_file(folder.put("text.bmp", "this is no picture"), 65 * mib);
  const auto files = find({"a.bmp", "b.bmp", "text.bmp"});
  EXPECT_FALSE(files[0].left_out);
  ASSERT_TRUE(files[1].left_out);
  EXPECT_EQ(files[1].left_out->what, "the file has 65 MiB, far more than its 16x16 pixels need");
  ASSERT_TRUE(files[2].left_out);
  EXPECT_EQ(files[2].left_out->what, "the file has 65 MiB and an unknown number of pixels");
  EXPECT_FALSE(files[1].size) << "its pixels take no memory";
}

/// An archive that does not know the size of its files. Records the largest request.
class UntoldSizes final : public FileSet {
 public:
  explicit UntoldSizes(std::uint64_t bytes) : bytes_(bytes) {}
  std::string name() const override { return "untold.zip"; }
  Result<Bytes> read(const std::string& /*path*/) const override { return fail("read whole"); }
  Result<Bytes> read_start(const std::string& /*path*/, std::size_t most) const override {
    max_asked = std::max(max_asked, most);
    return Bytes(std::min<std::size_t>(bytes_, most));
  }
  std::uint64_t size(const std::string& /*path*/) const override { return 0; }
  std::vector<std::string> list(std::string_view /*extension*/) const override { return {}; }
  std::optional<std::string> resolve(const std::string& /*base*/, std::string_view path) const override {
    return std::string(path);
  }
  mutable std::size_t max_asked = 0;

 private:
  std::uint64_t bytes_;
};

TEST_F(TextureFiles, JudgeFilesOfUnknownSizeByUnpacking) {
  origin.member = "m.pmx";
  const auto left_out = [&](std::uint64_t bytes) {
    const auto set = std::make_shared<UntoldSizes>(bytes);
    origin.files = set;
    std::vector<TextureFile> files(3);
    leave_out_too_large(origin, 40 * mib, files);
    EXPECT_LE(set->max_asked, 40 * mib + 1);
    return left_out_of(files);
  };
  EXPECT_THAT(left_out(100), ElementsAre(false, false, false));
  EXPECT_THAT(left_out(30 * mib), ElementsAre(false, false, true));
  EXPECT_THAT(left_out(41 * mib), ElementsAre(true, true, true));
}

TEST_F(TextureFiles, DetectFilesFarBeyondTheirPictures) {
  TextureFile file = of_size(16, 16);
  file.bytes = mib;
  EXPECT_FALSE(is_beyond_its_picture(file));
  file.bytes = 64 * mib;
  EXPECT_TRUE(is_beyond_its_picture(file));
  file.size = ImageSize{4096, 4096};
  EXPECT_FALSE(is_beyond_its_picture(file)) << "four bytes per pixel";
  file.size.reset();
  EXPECT_TRUE(is_beyond_its_picture(file)) << "unknown size";
}

TEST_F(TextureFiles, HaveNoSizeIfTheyAreNoPictures) {
  folder.put("a.png", "no picture");
  const auto files = find({"a.png"});
  ASSERT_EQ(files.size(), 1u);
  EXPECT_FALSE(files[0].size);
  EXPECT_EQ(memory_of(files), 0u);
}

}  // namespace
}  // namespace mmd
