#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/pmm.h"
#include "tests/support/format_samples.h"
#include "tests/support/pmm_samples.h"

namespace mmd::pmm {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Result<File> read_exact(ByteSpan bytes) {
  return test::with_exact_copy(bytes, [](ByteSpan copy) { return read(copy); });
}

TEST(PmmRead, ReadsTheModelWithItsNamesAndCurrentPose) {
  const auto file = read_exact(test::pmm_project());
  ASSERT_TRUE(file) << describe(file.error());
  ASSERT_EQ(file->models.size(), 1u);
  const Model& model = file->models[0];
  EXPECT_EQ(model.id, 3);
  EXPECT_EQ(model.name, "初音ミク");
  EXPECT_EQ(model.path, "UserFile\\Model\\ミク.pmx");
  EXPECT_THAT(model.bones, ElementsAre("センター", "左腕", "左足ＩＫ"));
  EXPECT_THAT(model.morphs, ElementsAre("笑い"));
  EXPECT_THAT(model.ik_bones, ElementsAre(2));
  EXPECT_EQ(model.current[1].translation, vec3(0.5f, 0, 0)) << "an edit without a key counts";
  EXPECT_EQ(model.current[1].edited, 1);
  EXPECT_FLOAT_EQ(model.current[1].rotation.z, 0.70710678f);
  EXPECT_THAT(model.weights, ElementsAre(0.25f));
  EXPECT_THAT(model.ik, ElementsAre(0));
  EXPECT_EQ(model.edge_width, 1.5f);
}

TEST(PmmRead, LinksEachKeyOfABoneToTheNext) {
  const auto file = read_exact(test::pmm_project());
  ASSERT_TRUE(file);
  const auto& keys = file->models[0].bone_keys;
  ASSERT_EQ(keys.size(), 4u);
  EXPECT_EQ(keys[0].next, keys[3].index);
  EXPECT_EQ(keys[3].frame, 10);
  EXPECT_EQ(keys[3].translation, vec3(1, 2, 3));
  EXPECT_EQ(keys[3].next, 0);
}

TEST(PmmRead, ReadsCameraLightAccessoriesAndSettings) {
  const auto file = read_exact(test::pmm_project());
  ASSERT_TRUE(file);
  EXPECT_EQ(file->fov_degrees, 45.0f);
  EXPECT_EQ(file->camera_centre, vec3(0, 12.25f, 0));
  EXPECT_EQ(file->camera_distance, -48.0f);
  EXPECT_EQ(file->light_direction, vec3(0, -1, 0));
  ASSERT_EQ(file->accessories.size(), 1u);
  const Accessory& negi = file->accessories[0];
  EXPECT_EQ(negi.name, "ねぎ");
  EXPECT_TRUE(negi.visible());
  EXPECT_FLOAT_EQ(negi.alpha(), 0.8f);
  EXPECT_EQ(negi.parent.model, 3);
  EXPECT_EQ(negi.rotation, vec3(0, 0.5f, 0));
  EXPECT_EQ(negi.scale, 2.0f);
  EXPECT_EQ(negi.position, vec3(-0.5f, -1, 0));
  EXPECT_EQ(file->frame, 7);
  EXPECT_EQ(file->sound, "song.wav");
  EXPECT_EQ(file->picture.path, "sky.png");
  EXPECT_EQ(file->accessory_split, 1);
  EXPECT_EQ(file->ground_shadow_brightness, 0.5f);
  EXPECT_EQ(file->gravity.acceleration, 9.8f);
  EXPECT_THAT(file->edge_colour, ElementsAre(10, 20, 30));
}

TEST(PmmRead, CameraKeysBecomeAMotion) {
  const auto file = read_exact(test::pmm_project());
  ASSERT_TRUE(file);
  const vmd::File motion = camera_motion(*file);
  ASSERT_EQ(motion.cameras.size(), 2u);
  EXPECT_EQ(motion.cameras[1].frame, 10u);
  EXPECT_EQ(motion.cameras[1].distance, -30.0f);
  EXPECT_THAT(
      std::vector<int>(motion.cameras[0].interpolation.begin(), motion.cameras[0].interpolation.begin() + 4),
      ElementsAre(1, 3, 2, 4))
      << "a VMD has x1, x2, y1, y2";
  ASSERT_EQ(motion.lights.size(), 1u);
}

TEST(PmmRead, LocatesEveryTruncation) {
  const Bytes whole = test::pmm_project();
  // A file of MMD before 9.24 ends before the selection ranges.
  const std::size_t older = whole.size() - 6;
  for (std::size_t n = 0; n < whole.size(); ++n) {
    const auto file = read_exact(ByteSpan(whole).first(n));
    if (n == older) {
      EXPECT_TRUE(file) << describe(file.error());
      continue;
    }
    ASSERT_FALSE(file) << n;
    EXPECT_TRUE(file.error().offset) << n;
  }
}

TEST(PmmRead, WrongCountsAreErrorsAndAllocateNothing) {
  Bytes bytes = test::pmm_project();
  const std::size_t bones_at = 30 + 4 * 4 + 1 + 6 + 2 + 1 + 1 + 8 + 1 + 4 + 256 + 1;
  for (const std::int32_t count : {-1, 0x7fffffff, 1 << 24}) {
    std::memcpy(bytes.data() + bones_at, &count, sizeof count);
    const auto file = read_exact(bytes);
    ASSERT_FALSE(file);
    EXPECT_THAT(file.error().what, HasSubstr("bones"));
  }
}

TEST(PmmRead, ListsNeedRoomForAllThatTheirElementsHave) {
  // Names that take one byte each: the other lists of a million bones do not fit.
  Bytes bytes = test::pmm_project();
  const std::size_t bones_at = 30 + 4 * 4 + 1 + 6 + 2 + 1 + 1 + 8 + 1 + 4 + 256 + 1;
  bytes.resize(bones_at);
  ByteWriter writer;
  writer.write_bytes(as_text(bytes));
  writer.write(std::int32_t{1'000'000});
  writer.write_bytes(std::string(1'000'000, '\0'));
  const auto file = read_exact(writer.take());
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().what, HasSubstr("bones: 1000000 declared, room for 11111"));
  EXPECT_EQ(file.error().offset, bones_at);
}

/// A version 1 project without models and accessories that ends in parents of its camera keys.
Bytes v1_project(std::int32_t camera_keys, const std::vector<std::int32_t>& parents_of) {
  ByteWriter w;
  const auto zeros = [&](std::size_t count) { w.write_bytes(std::string(count, '\0')); };
  w.write_bytes("Polygon Movie maker 0001");
  zeros(30 - 24 + 4 * 4 + 1 + 5 + 1 + 1);
  zeros(12 + 58);  // first camera key
  w.write(camera_keys);
  for (std::int32_t i = 1; i <= camera_keys; ++i) {
    w.write(i);
    zeros(12 + 58);
  }
  zeros(12 + 8 + 4 + 12 + 1);
  zeros(12 + 25 + 4 + 24);       // light
  zeros(1 + 4 + 1);              // accessories
  zeros(4 + 12 + 12 + 1 + 256);  // frame … sound
  zeros(12 + 256 + 4 + 12 + 256 + 1);
  zeros(1 + 2 + 4 + 4);
  zeros(8 + 4 + 1);  // split, brightness, edge width, translucent shadow
  const auto gate = [&] { w.write(std::uint8_t{1}); };
  gate();
  gate();
  zeros(1 + 21);  // physics
  gate();
  zeros(5);  // self shadow
  gate();
  zeros(18 + 4);
  gate();
  zeros(12);
  gate();
  zeros(1);
  gate();
  zeros(8);
  w.write(static_cast<std::int32_t>(parents_of.size()));
  for (std::size_t i = 0; i < parents_of.size(); ++i) {
    w.write(parents_of[i]);
    w.write(static_cast<std::int32_t>(i));  // model
    w.write(std::int32_t{5});               // bone
  }
  zeros(8);
  return w.take();
}

TEST(PmmRead, VersionOneGivesCameraKeysTheirParents) {
  const auto file = read_exact(v1_project(3, {2, 9, 3, 2}));
  ASSERT_TRUE(file) << describe(file.error());
  ASSERT_EQ(file->camera_keys.size(), 4u);
  EXPECT_EQ(file->camera_keys[1].parent.model, -1);
  EXPECT_EQ(file->camera_keys[2].parent.model, 3) << "the last one counts";
  EXPECT_EQ(file->camera_keys[3].parent.model, 2);
  EXPECT_EQ(file->camera_keys[3].parent.bone, 5);
}

TEST(PmmRead, VersionOneMayHaveAHundredThousandCameraParents) {
  // In quadratic time this would take half a minute.
  for (const bool all_of_one_key : {false, true}) {
    std::vector<std::int32_t> parents(120'000, 7);
    for (std::size_t i = 0; i < parents.size() && !all_of_one_key; ++i)
      parents[i] = static_cast<std::int32_t>(parents.size() - i);
    const auto file = read_exact(v1_project(120'000, parents));
    ASSERT_TRUE(file) << describe(file.error());
    EXPECT_EQ(file->camera_keys[7].parent.model, all_of_one_key ? 119'999 : 119'993);
  }
}

TEST(PmmRead, VersionOneNeedsItsModels) {
  Bytes bytes = test::pmm_project();
  bytes[23] = std::byte{'1'};
  const auto file = read_exact(bytes);
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().what, HasSubstr("version 1"));
}

TEST(PmmRead, RecognisesFilesByTheirHeader) {
  EXPECT_FALSE(looks_like(as_byte_span("Vocaloid Motion Data 0002")));
  EXPECT_TRUE(looks_like(test::pmm_project()));
  EXPECT_FALSE(read(as_byte_span("Polygon Movie maker 0009")));
}

}  // namespace
}  // namespace mmd::pmm
