#include "app/stage/timeline.h"

#include <gmock/gmock.h>

#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::bone_key;
using test::morph_key;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::Optional;
using testing::SizeIs;

std::shared_ptr<const Model> model() {
  test::FileBuilder b;
  for (const char* name : {"全ての親", "腕", "ひじ", "髪"}) b.bone(name);
  b.morph<pmx::VertexOffset>("あ", pmx::MorphType::vertex, {});
  const auto frame = [&](const char* name, std::vector<pmx::DisplayItem> items) {
    pmx::DisplayFrame out;
    out.name = pmx::from_utf8(name, b.file.header.encoding);
    out.items = std::move(items);
    b.file.display_frames.push_back(out);
  };
  frame("Root", {{0, 0}});
  frame("表情", {{1, 0}});
  frame("腕", {{0, 1}, {0, 2}});
  return b.model();
}

vmd::File dance() {
  vmd::File file = vmd::empty_file("");
  file.bones = {bone_key("腕", 0), bone_key("腕", 20), bone_key("腕", 40), bone_key("髪", 7)};
  file.morphs = {morph_key("あ", 10, 1.0f)};
  file.properties.resize(1);
  file.properties[0].frame = 3;
  return file;
}

std::shared_ptr<const LoadedFigure> document(const std::vector<vmd::File>& motions,
                                             const std::shared_ptr<const Model>& of = model()) {
  auto out = std::make_shared<LoadedFigure>();
  out->loaded.model = of;
  for (const vmd::File& file : motions) {
    Diagnostics ignored;
    out->motions.push_back({"dance.vmd", nullptr, std::make_shared<const Motion>(file, *of, ignored)});
  }
  return out;
}

struct Row {
  TrackKind kind;
  std::int32_t index;
  bool operator==(const Row& other) const = default;
};
std::vector<Row> rows_of(const Timeline& timeline) {
  std::vector<Row> out;
  for (const Track& track : timeline.rows()) out.push_back({track.kind, track.index});
  return out;
}

TEST(TimelineKeys, FindTheNextPreviousAndNearestKey) {
  const std::vector<std::uint32_t> keys{0, 10, 20};
  EXPECT_THAT(key_after(keys, 0.0), Optional(10u));
  EXPECT_THAT(key_after(keys, 10.5), Optional(20u));
  EXPECT_EQ(key_after(keys, 20.0), std::nullopt);
  EXPECT_THAT(key_before(keys, 20.0), Optional(10u));
  EXPECT_THAT(key_before(keys, 10.5), Optional(10u));
  EXPECT_EQ(key_before(keys, 0.0), std::nullopt);
  EXPECT_THAT(key_near(keys, 10.0, 0.0), Optional(10u));
  EXPECT_THAT(key_near(keys, 14.0, 5.0), Optional(10u));
  EXPECT_THAT(key_near(keys, 16.0, 5.0), Optional(20u));
  EXPECT_EQ(key_near(keys, 14.0, 3.0), std::nullopt);
  EXPECT_EQ(key_near({}, 14.0, 1e9), std::nullopt);
}

TEST(Timeline, ListsKeysByDisplayFrame) {
  Timeline timeline;
  timeline.follow(document({dance()}));
  EXPECT_THAT(rows_of(timeline), ElementsAre(Row{TrackKind::properties, none}, Row{TrackKind::frame, 1},
                                             Row{TrackKind::frame, 2}, Row{TrackKind::frame, none}));
  EXPECT_THAT(timeline.all_keys(), ElementsAre(0u, 3u, 7u, 10u, 20u, 40u));
  EXPECT_THAT(timeline.keys_of_bone(1), ElementsAre(0u, 20u, 40u));
  EXPECT_THAT(timeline.keys_of_bone(0), IsEmpty());
  EXPECT_THAT(timeline.keys_of_bone(none), IsEmpty());
}

TEST(Timeline, OpenFramesListWhatIsInThem) {
  Timeline timeline;
  timeline.follow(document({dance()}));
  timeline.toggle(2);
  timeline.toggle(none);
  EXPECT_THAT(rows_of(timeline), ElementsAre(Row{TrackKind::properties, none}, Row{TrackKind::frame, 1},
                                             Row{TrackKind::frame, 2}, Row{TrackKind::bone, 1},
                                             Row{TrackKind::frame, none}, Row{TrackKind::bone, 3}));
  timeline.list_all(true);
  EXPECT_THAT(rows_of(timeline),
              ElementsAre(Row{TrackKind::properties, none}, Row{TrackKind::frame, 0},
                          Row{TrackKind::frame, 1}, Row{TrackKind::frame, 2}, Row{TrackKind::bone, 1},
                          Row{TrackKind::bone, 2}, Row{TrackKind::frame, none}, Row{TrackKind::bone, 3}));
  timeline.toggle(2);
  timeline.list_all(false);
  EXPECT_THAT(timeline.rows(), SizeIs(5));
}

TEST(Timeline, ShowsTheKeysOfTheLastMotion) {
  vmd::File over = vmd::empty_file("");
  over.bones = {bone_key("腕", 5)};
  over.cameras.resize(2);
  over.cameras[1].frame = 50;
  Timeline timeline;
  timeline.follow(document({dance(), over}));
  EXPECT_THAT(timeline.keys_of_bone(1), ElementsAre(0u, 5u));
  EXPECT_THAT(timeline.keys_of_bone(3), ElementsAre(0u, 7u));
  EXPECT_EQ(timeline.rows().front().kind, TrackKind::camera);
  EXPECT_THAT(timeline.rows().front().keys, ElementsAre(0u, 50u));
  EXPECT_THAT(timeline.all_keys(), ElementsAre(0u, 3u, 5u, 7u, 10u, 50u));
}

TEST(Timeline, HasSparseAndDenseKeys) {
  vmd::File sparse = vmd::empty_file("");
  sparse.bones = {bone_key("腕", 4'000'000'000u), bone_key("ひじ", 1), bone_key("腕", 1)};
  Timeline timeline;
  timeline.follow(document({sparse}));
  EXPECT_THAT(timeline.all_keys(), ElementsAre(0u, 1u, 4'000'000'000u));

  vmd::File baked = vmd::empty_file("");
  std::vector<std::uint32_t> frames;
  for (std::uint32_t frame = 0; frame < 300; ++frame) {
    frames.push_back(frame);
    for (const char* bone : {"腕", "ひじ", "髪"}) baked.bones.push_back(bone_key(bone, frame));
  }
  timeline.follow(document({baked}));
  EXPECT_THAT(timeline.all_keys(), ElementsAreArray(frames));
}

TEST(Timeline, KeepsFramesOpenForTheSameModel) {
  const auto same = model();
  Timeline timeline;
  timeline.follow(document({dance()}, same));
  timeline.toggle(2);
  timeline.follow(document({dance()}, same));
  EXPECT_TRUE(timeline.is_open(2));
  timeline.follow(document({dance()}));
  EXPECT_FALSE(timeline.is_open(2));
  timeline.follow(nullptr);
  EXPECT_THAT(timeline.rows(), SizeIs(4)) << "there is nothing new to follow";
}

}  // namespace
}  // namespace mmd
