#include "document/landmarks.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "document/loaded_figure.h"
#include "scene/scene.h"

namespace mmd {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

const LoadedFigure& figure_in(const char* pose) {
  static std::map<std::string, LoadedFigure> all;
  auto [at, is_new] = all.try_emplace(pose);
  if (is_new) {
    const std::string folder = std::string(MMDVIEW_SOURCE_DIR) + "/samples/";
    auto loaded = load_document({folder + "figure/figure.pmx", folder + "poses/" + pose + ".vpd"}, {}, false);
    EXPECT_TRUE(loaded);
    if (loaded) at->second = std::move(*loaded);
  }
  return at->second;
}

Actor posed(const LoadedFigure& figure, const Pose& pose) {
  Actor out(figure.loaded.model, figure.loaded.textures);
  out.pose = pose;
  out.evaluate();
  return out;
}

vec3 joint(const Actor& actor, const std::string& bone) {
  return translation_of(actor.bone_in_scene(actor.model().find_bone(bone)));
}
vec3 beside(const Actor& actor, const std::string& bone, const vec3& offset) {
  return transform_point(actor.bone_in_scene(actor.model().find_bone(bone)), offset);
}

/// The landmarks of an evaluated figure, moved by up to `noise` units, as MediaPipe prints them (metres).
std::string landmarks_of(const Actor& actor, float noise = 0.0f) {
  std::vector<vec3> p(33, vec3(0.0f));
  p[0] = beside(actor, "頭", {0, 0.6f, 0.9f});
  for (std::size_t side = 0; side < 2; ++side) {
    const std::string name = side == 0 ? "左" : "右";
    p[7 + side] = beside(actor, "頭", {side == 0 ? 0.7f : -0.7f, 0.6f, 0.0f});
    const std::pair<std::size_t, const char*> joints[] = {{11, "腕"},     {13, "ひじ"},   {15, "手首"},
                                                          {17, "小指１"}, {19, "人指１"}, {23, "足"},
                                                          {25, "ひざ"},   {27, "足首"}};
    for (const auto& [mark, bone] : joints) p[mark + side] = joint(actor, name + bone);
    p[29 + side] = beside(actor, name + "足首", {0, -0.9f, -0.3f});
    p[31 + side] = beside(actor, name + "足首", {0, -0.9f, 1.0f});
  }
  std::uint32_t random = 1;
  std::string out;
  for (vec3& v : p) {
    for (int i = 0; i < 3; ++i) {
      random = random * 1664525u + 1013904223u;
      v[i] += noise * (static_cast<float>(random >> 8) / 8388608.0f - 1.0f);
    }
    out += fmt::format("{}{{\"x\": {}, \"y\": {}, \"z\": {}, \"visibility\": 0.99}}", out.empty() ? "" : ",",
                       0.08f * v.x, -0.08f * v.y, -0.08f * v.z);
  }
  return "{\"pose_world_landmarks\": [[" + out + "]]}";
}

/// The angle between a limb of two evaluated figures, degrees.
float limb_angle(const Actor& a, const Actor& b, const std::string& from, const std::string& to) {
  const vec3 x = glm::normalize(joint(a, to) - joint(a, from)),
             y = glm::normalize(joint(b, to) - joint(b, from));
  return std::acos(std::clamp(glm::dot(x, y), -1.0f, 1.0f)) * 180.0f / pi;
}

std::vector<float> limb_angles(const Actor& a, const Actor& b) {
  std::vector<float> out;
  const auto compare = [&](const std::string& from, const std::string& to) {
    out.push_back(limb_angle(a, b, from, to));
  };
  for (const std::string side : {"左", "右"}) {
    compare(side + "腕", side + "ひじ");
    compare(side + "ひじ", side + "手首");
    compare(side + "手首", side + "中指１");
    compare(side + "足", side + "ひざ");
    compare(side + "ひざ", side + "足首");
    compare(side + "足首", side + "つま先");
  }
  compare("左足", "右足");
  compare("左腕", "右腕");
  compare("首", "頭");
  return out;
}

float largest(const std::vector<float>& angles) {
  return *std::max_element(angles.begin(), angles.end());
}
float median(std::vector<float> angles) {
  std::nth_element(angles.begin(), angles.begin() + static_cast<std::ptrdiff_t>(angles.size() / 2),
                   angles.end());
  return angles[angles.size() / 2];
}

/// Long limbs and the lines from left to right point as they did: nothing is exchanged.
void expect_own_sides(const Actor& before, const Actor& after) {
  constexpr std::pair<const char*, const char*> limbs[] = {
      {"腕", "ひじ"}, {"ひじ", "手首"}, {"足", "ひざ"}, {"ひざ", "足首"}};
  for (const std::string side : {"左", "右"})
    for (const auto& [from, to] : limbs)
      EXPECT_LT(limb_angle(before, after, side + from, side + to), 8.0f) << side << from;
  EXPECT_LT(limb_angle(before, after, "左足", "右足"), 12.0f);
  EXPECT_LT(limb_angle(before, after, "左腕", "右腕"), 12.0f);
}

class FromLandmarks : public testing::TestWithParam<const char*> {};

TEST_P(FromLandmarks, LimbsPointWhereTheyDid) {
  const LoadedFigure& figure = figure_in(GetParam());
  const Actor before = posed(figure, figure.pose);
  for (const float noise : {0.0f, 0.125f}) {  // a centimetre
    const auto landmarks = parse_landmarks(landmarks_of(before, noise));
    ASSERT_TRUE(landmarks);
    const auto made = pose_from_landmarks(*landmarks, figure.loaded.model);
    ASSERT_TRUE(made);
    EXPECT_THAT(made->left_at_rest, IsEmpty());
    const auto angles = limb_angles(before, posed(figure, made->pose));
    EXPECT_LT(median(angles), noise > 0.0f ? 8.0f : 3.0f);
    // A centimetre is a lot for the short lines of hands, feet and head.
    EXPECT_LT(largest(angles), noise > 0.0f ? 60.0f : 12.0f) << testing::PrintToString(angles);
    expect_own_sides(before, posed(figure, made->pose));
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, FromLandmarks,
                         testing::Values("standing", "peace", "walking", "bow", "sitting", "kick", "dance",
                                         "running", "jumping", "pointing", "singing", "sleeping", "stretch"));

TEST(Landmarks, AKneelingFigureKneelsOnTheFloor) {
  const LoadedFigure& figure = figure_in("sitting");
  const auto landmarks = parse_landmarks(landmarks_of(posed(figure, figure.pose)));
  ASSERT_TRUE(landmarks);
  const auto made = pose_from_landmarks(*landmarks, figure.loaded.model);
  ASSERT_TRUE(made);
  EXPECT_NEAR(joint(posed(figure, made->pose), "左ひざ").y, joint(posed(figure, figure.pose), "左ひざ").y,
              0.3f);
}

TEST(Landmarks, UnlikelyOnesLeaveTheirBonesAtRest) {
  const LoadedFigure& figure = figure_in("peace");
  auto landmarks = parse_landmarks(landmarks_of(posed(figure, figure.pose)));
  ASSERT_TRUE(landmarks);
  landmarks->body[13].reset();
  const auto made = pose_from_landmarks(*landmarks, figure.loaded.model);
  ASSERT_TRUE(made);
  EXPECT_THAT(made->left_at_rest, Contains("左腕"));
  EXPECT_EQ(made->pose.rotation[static_cast<std::size_t>(figure.model().find_bone("左腕"))],
            identity_rotation());
  landmarks->body[23].reset();
  const auto none = pose_from_landmarks(*landmarks, figure.loaded.model);
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().what, HasSubstr("hips"));
}

TEST(Landmarks, ArraysOfNumbersAreReadToo) {
  std::string points;
  for (int i = 0; i < 33; ++i)
    points += fmt::format("{}[{}, 1, 2, {}]", i > 0 ? "," : "", i, i == 4 ? 0.2 : 0.9);
  const auto landmarks = parse_landmarks("[" + points + "]");
  ASSERT_TRUE(landmarks);
  EXPECT_EQ(landmarks->body[3], vec3(3, -1, -2));
  EXPECT_FALSE(landmarks->body[4]) << "its visibility is 0.2";
}

TEST(Landmarks, AreReadFromOurKeypointsLabel) {
  const LoadedFigure& figure = figure_in("dance");
  const auto landmarks = parse_landmarks(landmarks_of(posed(figure, figure.pose)));
  ASSERT_TRUE(landmarks);
  // Per landmark of MediaPipe the point of COCO-WholeBody.
  constexpr std::pair<std::size_t, std::size_t> same[] = {
      {0, 0},   {7, 3},    {8, 4},    {11, 5},  {12, 6},   {13, 7},  {14, 8},  {15, 9},
      {16, 10}, {17, 108}, {18, 129}, {19, 96}, {20, 117}, {23, 11}, {24, 12}, {25, 13},
      {26, 14}, {27, 15},  {28, 16},  {29, 19}, {30, 22},  {31, 17}, {32, 20}};
  std::vector<std::string> points(133, "null");
  for (const auto& [mark, coco] : same) {
    const vec3& p = *landmarks->body[mark];
    points[coco] = fmt::format("[{}, {}, {}]", p.x, p.y, p.z);
  }
  const auto read = parse_landmarks(
      fmt::format("{{\"annotations\": [{{\"keypoints_3d\": [{}]}}]}}", fmt::join(points, ", ")));
  ASSERT_TRUE(read);
  for (const auto& [mark, coco] : same) EXPECT_EQ(read->body[mark], landmarks->body[mark]) << mark;
  EXPECT_FALSE(read->body[1]);
  EXPECT_FALSE(parse_landmarks("{\"annotations\": []}"));
}

TEST(Landmarks, DamagedFilesNameThePlace) {
  const std::pair<const char*, const char*> files[] = {
      {"", "JSON"},
      {"{}", "pose_world_landmarks"},
      {"[]", "expected 33 points"},
      {R"({"pose_world_landmarks": [[1, 2, 3]]})", "expected 33 points"},
      {R"({"pose_world_landmarks": "x"})", "expected 33 points"}};
  for (const auto& [text, what] : files) {
    const auto landmarks = parse_landmarks(text);
    ASSERT_FALSE(landmarks) << text;
    EXPECT_THAT(landmarks.error().what, HasSubstr(what)) << text;
  }
  std::string points;
  for (int i = 0; i < 33; ++i) points += i > 0 ? ",[1,2]" : "[1,2,3]";
  const auto landmarks = parse_landmarks("[" + points + "]");
  ASSERT_FALSE(landmarks);
  EXPECT_THAT(landmarks.error().what, HasSubstr("pose_world_landmarks[1]"));
}

}  // namespace
}  // namespace mmd
