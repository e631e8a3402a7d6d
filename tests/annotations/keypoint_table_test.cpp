#include "annotations/keypoint_table.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

KeypointAnchor anchor_of(const Model& model, std::string_view name) {
  const std::vector<std::string> names = keypoint_names();
  const auto at = std::find(names.begin(), names.end(), name) - names.begin();
  return find_anchors(model, Landmarks{}).at(static_cast<std::size_t>(at));
}

TEST(KeypointTable, HasTheOrderOfCocoWholebody) {
  const std::vector<std::string> names = keypoint_names();
  ASSERT_EQ(names.size(), keypoint_count);
  std::istringstream some(
      "0 nose 1 left_eye 2 right_eye 4 right_ear 5 left_shoulder 6 right_shoulder 9 left_wrist 16 "
      "right_ankle "
      "17 left_big_toe 19 left_heel 20 right_big_toe 22 right_heel 23 face-0 90 face-67 91 left_hand_root "
      "95 left_thumb4 96 left_forefinger1 111 left_pinky_finger4 112 right_hand_root 132 "
      "right_pinky_finger4");
  std::size_t index = 0;
  for (std::string name; some >> index >> name;) EXPECT_EQ(names.at(index), name);
  EXPECT_EQ(first_keypoint(KeypointGroup::left_hand), 91u);
  EXPECT_EQ(first_keypoint(KeypointGroup::right_hand), 112u);
}

TEST(KeypointTable, UsesTheFirstExistingBone) {
  test::FileBuilder builder;
  const auto left = builder.bone("左ひじ"), right = builder.bone("右ひじ");
  builder.bone("左足");
  const auto other_hip = builder.bone("右足"), driven = builder.bone("左足D");
  const auto thumb = builder.bone("左親指１");
  const auto model = builder.model();
  const std::pair<const char*, std::int32_t> points[] = {
      {"left_elbow", left},   {"right_elbow", right}, {"left_hip", driven}, {"right_hip", other_hip},
      {"left_thumb2", thumb}, {"left_thumb1", none},  {"face-30", none},    {"nose", none}};
  for (const auto& [point, bone] : points) {
    EXPECT_EQ(anchor_of(*model, point).bone, bone) << point;
    EXPECT_EQ(anchor_of(*model, point).is_known(), bone != none) << point;
  }
}

TEST(KeypointTable, TipsAreTailsOrFarthestVertices) {
  test::FileBuilder builder;
  const auto parent = builder.bone("左人指２"),
             to_offset = builder.bone("左人指３", parent, vec3(1.0f, 0.0f, 0.0f));
  builder.file.bones[static_cast<std::size_t>(to_offset)].tail_offset = vec3(0.5f, 0.0f, 0.0f);
  const auto middle = builder.bone("左中指２"), to_bone = builder.bone("左中指３", middle);
  const auto end = builder.bone("左中指先", to_bone);
  builder.file.bones[static_cast<std::size_t>(to_bone)].flags |= pmx::bone_tail_is_bone;
  builder.file.bones[static_cast<std::size_t>(to_bone)].tail_bone = end;
  const auto ring = builder.bone("左薬指２"), bare = builder.bone("左薬指３", ring, vec3(1.0f, 0.0f, 0.0f));
  builder.file.bones[static_cast<std::size_t>(bare)].tail_offset = vec3(0.0f);
  builder.vertex(vec3(1.5f, 0.0f, 0.0f), bare);
  const auto farthest_vertex = builder.vertex(vec3(2.0f, 0.0f, 0.0f), bare);
  builder.vertex(vec3(9.0f, 0.0f, 0.0f), ring);
  builder.triangle(0, 1, 2);
  builder.material();
  const auto model = builder.model();
  EXPECT_EQ(anchor_of(*model, "left_forefinger4").bone, to_offset);
  EXPECT_FLOAT_EQ(anchor_of(*model, "left_forefinger4").offset.x, 0.5f);
  EXPECT_EQ(anchor_of(*model, "left_middle_finger4").bone, end);
  EXPECT_EQ(anchor_of(*model, "left_ring_finger4").vertices, (std::vector<std::uint32_t>{farthest_vertex}));
}

TEST(KeypointTable, DistinguishesPropsAndPersons) {
  test::FileBuilder prop, person;
  prop.bone("マイク");
  for (const char* name :
       {"左腕", "左ひじ", "左手首", "左足", "左ひざ", "左足首", "右腕", "右ひじ", "右手首"})
    person.bone(name);
  EXPECT_FALSE(is_person(find_anchors(*prop.model(), Landmarks{})));
  EXPECT_TRUE(is_person(find_anchors(*person.model(), Landmarks{})));
}

std::string in_manual(const KeypointRow& row) {
  std::string bones(row.bones);
  for (std::size_t at = 0; (at = bones.find(',', at)) != std::string::npos; at += 2)
    bones.insert(at + 1, " ");
  const char* kinds[] = {"joint of ", "tip of ", "landmark"};
  return fmt::format("| {} | {}{} |\n", row.name, kinds[static_cast<std::size_t>(row.kind)], bones);
}

TEST(KeypointTable, MatchesTheManual) {
  std::ifstream in(std::string(MMDVIEW_SOURCE_DIR) + "/docs/user/labels.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  std::string table = "| Point | From |\n|---|---|\n";
  for (const auto& rows : keypoint_rows())
    for (const KeypointRow& row : rows) table += in_manual(row);
  EXPECT_THAT(page, ::testing::HasSubstr(table + "\n"));
}

}  // namespace
}  // namespace mmd
