#include "library/thumbnail.h"

#include <chrono>
#include <filesystem>

#include <gmock/gmock.h>

#include "formats/vmd.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/figure.h"
#include "tests/support/format_samples.h"

namespace mmd {
namespace {

class ThumbnailTest : public testing::Test {
 protected:
  void SetUp() override {
    test::write_model(folder.path() / "model.pmx", test::figure());
    auto loaded = load_document({to_utf8(folder.path() / "model.pmx")}, {}, true);
    ASSERT_TRUE(loaded);
    model.document = std::make_shared<const LoadedFigure>(std::move(*loaded));
  }

  LaidEntry laid(const vpd::File& pose) {
    const auto text = vpd::write(pose);
    return laid(as_byte_span(*text));
  }
  LaidEntry laid(ByteSpan bytes) {
    InputFile input;
    input.name = "file";
    input.bytes = Bytes(bytes.begin(), bytes.end());
    input.kind = recognise(input.bytes);
    auto out = lay_entry(input, model);
    EXPECT_TRUE(out) << describe(out.error());
    return std::move(*out);
  }

  const test::TemporaryFolder folder;
  ThumbnailModel model;
};

TEST_F(ThumbnailTest, CoverageCountsBonesAndMorphs) {
  vpd::File pose = test::figure_pose(0.5f);
  const std::size_t known = pose.bones.size();
  EXPECT_EQ(laid(pose).report.coverage, 100);
  for (std::size_t i = 0; i < known; ++i) pose.morphs.push_back({"どこにもない" + std::to_string(i), 1.0f});
  const LaidEntry half = laid(pose);
  EXPECT_EQ(half.report.coverage, 50);
  EXPECT_EQ(half.report.named, 2 * known);
  EXPECT_LE(half.report.missing.size(), 6u);
  pose.bones.clear();
  EXPECT_EQ(laid(pose).report.coverage, 0);
  pose.morphs.clear();
  EXPECT_EQ(laid(pose).report.coverage, -1) << "an empty pose";
}

TEST_F(ThumbnailTest, CoverageIsRoundedDown) {
  vpd::File pose = test::figure_pose(0.5f);
  const vpd::Bone bone = pose.bones.front();
  while (pose.bones.size() < 999) pose.bones.push_back(bone);
  pose.morphs.push_back({"どこにもない", 1.0f});
  EXPECT_EQ(laid(pose).report.coverage, 99);
}

std::shared_ptr<const LoadedFigure> shared(const LoadedFigure& document) {
  return std::make_shared<const LoadedFigure>(document);
}

TEST_F(ThumbnailTest, FitsThePosedModelIntoTheImage) {
  Session session(thumbnail_of(shared(laid(test::figure_pose(1.0f)).document), {}));
  show_thumbnail(session);
  const Scene& scene = session.scene();
  ASSERT_EQ(scene.actors.size(), 1u);
  const Actor& actor = *scene.actors.front();
  const Bounds bounds = actor.posed_bounds();
  const mat4 to_clip = projection_matrix(scene.camera, 1.0f, bounds) * view_matrix(scene.camera);
  for (const vec3& corner : corners_of(bounds)) {
    const vec4 clip = to_clip * vec4(corner, 1.0f);
    EXPECT_LE(std::abs(clip.x / clip.w), 1.0f);
    EXPECT_LE(std::abs(clip.y / clip.w), 1.0f);
  }
  const Actor* before = &actor;
  session.set(thumbnail_of(shared(laid(test::figure_pose(0.2f)).document), {}));
  show_thumbnail(session);
  EXPECT_EQ(scene.actors.front().get(), before) << "one actor for many poses";
  EXPECT_FALSE(scene.actors.front()->posed_bounds().max == bounds.max);
}

TEST_F(ThumbnailTest, KeysDependOnAllThatIsVisible) {
  const ContentHash one{1, 1}, other{2, 2};
  const ContentHash key = thumbnail_key("1.0", one, one, {});
  EXPECT_EQ(key, thumbnail_key("1.0", one, one, {}));
  EXPECT_NE(key, thumbnail_key("1.1", one, one, {}));
  EXPECT_NE(key, thumbnail_key("1.0", other, one, {}));
  EXPECT_NE(key, thumbnail_key("1.0", one, other, {}));
  EXPECT_NE(key, thumbnail_key("1.0", one, one, {256, std::nullopt}));
  EXPECT_NE(key, thumbnail_key("1.0", one, one, {128, View::fit}));
}

TEST_F(ThumbnailTest, IdentityDependsOnModelAndTextures) {
  const auto texture = folder.put("skin.png", "one");
  auto file = test::figure();
  file.textures = {pmx::from_utf8("skin.png", file.header.encoding)};
  test::write_model(folder.path() / "textured.pmx", file);
  const auto loaded = load_model(folder.path() / "textured.pmx", false);
  ASSERT_TRUE(loaded);
  const ContentHash before = identity_of({1, 1}, *loaded);
  EXPECT_EQ(before, identity_of({1, 1}, *loaded));
  EXPECT_NE(before, identity_of({2, 2}, *loaded));
  EXPECT_EQ(identity_of({}, *loaded), ContentHash()) << "an unknown model has none";
  folder.put("skin.png", "another");
  EXPECT_NE(before, identity_of({1, 1}, *loaded));
  std::filesystem::remove(texture);
  EXPECT_NE(before, identity_of({1, 1}, *loaded));
}

TEST_F(ThumbnailTest, ShowsTheMiddleOfAMotion) {
  vmd::File file = vmd::empty_file("");
  for (const std::uint32_t frame : {0u, 60u})
    file.bones.push_back(test::bone_key("腕", frame, vec3(static_cast<float>(frame), 0.0f, 0.0f)));
  file.bones.push_back(test::bone_key("どこにもない", 0));
  const auto bytes = vmd::write(file);
  ASSERT_TRUE(bytes);
  const LaidEntry motion = laid(*bytes);
  EXPECT_EQ(motion.report.named, 2u);
  EXPECT_EQ(motion.report.coverage, 50);
  Session session(thumbnail_of(shared(motion.document), {}));
  show_thumbnail(session);
  const Scene& scene = session.scene();
  const auto bone = static_cast<std::size_t>(model.document->model().find_bone("腕"));
  EXPECT_FLOAT_EQ(scene.actors.front()->pose.translation[bone].x, 30.0f);
}

namespace fs = std::filesystem;

Image picture(std::uint8_t grey, int side = 8) {
  Image image;
  image.width = image.height = side;
  image.rgba.resize(static_cast<std::size_t>(side * side) * 4);
  for (std::size_t i = 0; i < image.rgba.size(); ++i)
    image.rgba[i] = static_cast<std::uint8_t>(i % 4 == 3 ? grey / 2 : grey + i);
  image.has_alpha = true;
  return image;
}

/// Sets the last use of an image to that many hours ago.
void age(const fs::path& folder, const ContentHash& key, int hours) {
  fs::last_write_time(folder / (to_hex(key) + ".png"),
                      fs::file_time_type::clock::now() - std::chrono::hours(hours));
}

TEST(ThumbnailCache, RoundTripsImages) {
  const test::TemporaryFolder folder;
  const Image image = picture(100);
  ThumbnailCache(folder.path() / "a" / "b").put({1, 2}, image);
  const auto found = ThumbnailCache(folder.path() / "a" / "b").find({1, 2});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rgba, image.rgba);
  EXPECT_FALSE(ThumbnailCache(folder.path() / "a" / "b").find({1, 3}));
}

TEST(ThumbnailCache, RemovesDamagedImages) {
  const test::TemporaryFolder folder;
  ThumbnailCache cache(folder.path());
  cache.put({1, 2}, picture(1));
  folder.put(to_hex({1, 2}) + ".png", "torn");
  EXPECT_FALSE(cache.find({1, 2}));
  EXPECT_TRUE(folder.names().empty()) << "removed";
}

TEST(ThumbnailCache, DoesNothingWhereItCannotWrite) {
  const test::TemporaryFolder folder;
  folder.put("file", "");
  ThumbnailCache cache(folder.path() / "file");
  cache.put({1, 2}, picture(1));
  EXPECT_FALSE(cache.works());
  EXPECT_FALSE(cache.find({1, 2}));
  ThumbnailCache none;
  none.put({1, 2}, picture(1));
  EXPECT_FALSE(none.works());
}

TEST(ThumbnailCache, RemovesTheLeastRecentlyUsedImages) {
  const test::TemporaryFolder folder;
  const std::uint64_t one = encode_png(picture(0, 64))->size();
  ThumbnailCache cache(folder.path(), 4 * one + one / 2);
  for (std::uint64_t i = 0; i < 4; ++i) {
    cache.put({0, i}, picture(0, 64));
    age(folder.path(), {0, i}, 10 - static_cast<int>(i));
  }
  EXPECT_TRUE(cache.find({0, 0})) << "now the most recently used";
  cache.put({0, 4}, picture(0, 64));
  EXPECT_TRUE(cache.find({0, 0}));
  EXPECT_TRUE(cache.find({0, 4}));
  EXPECT_FALSE(cache.find({0, 1}));
  EXPECT_FALSE(cache.find({0, 2}));
}

TEST(ThumbnailCache, LeavesOtherFilesAlone) {
  const test::TemporaryFolder folder;
  folder.put("other.txt", std::string(100000, 'x'));
  ThumbnailCache cache(folder.path(), 1);
  cache.put({0, 1}, picture(0));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"other.txt"});
}

}  // namespace
}  // namespace mmd
