#include "annotations/openpose_label.h"

#include "tests/annotations/label_fixture.h"

namespace mmd {
namespace {

std::vector<Keypoint> numbered() {
  std::vector<Keypoint> out(keypoint_count);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = {glm::dvec2(static_cast<double>(i)), Visibility::seen};
  return out;
}

std::vector<double> order(OpenposeBody body) {
  std::vector<double> out;
  for (const Keypoint& p : openpose_body(numbered(), body)) out.push_back(p.pixel.x);
  return out;
}

TEST(OpenposeBody, HasThePointsOfItsDocumentationInOrder) {
  // Nose, neck, right arm, left arm, middle hip, right leg, left leg, eyes and ears right first, left toes
  // and heel, right ones: by COCO-WholeBody's numbers; what lies between two has their mean.
  EXPECT_EQ(order(OpenposeBody::body_25),
            (std::vector<double>{0,  5.5, 6, 8, 10, 5, 7,  9,  11.5, 12, 14, 16, 11,
                                 13, 15,  2, 1, 4,  3, 17, 18, 19,   20, 21, 22}));
  EXPECT_EQ(order(OpenposeBody::coco_18),
            (std::vector<double>{0, 5.5, 6, 8, 10, 5, 7, 9, 12, 14, 16, 11, 13, 15, 2, 1, 4, 3}));
}

TEST(OpenposeBody, BetweenTwoPointsThereIsNothingUnlessBothAreThere) {
  auto points = numbered();
  points[5] = {};
  EXPECT_FALSE(openpose_body(points, OpenposeBody::coco_18)[1].is_in_picture());
  points = numbered();
  points[5].visibility = points[6].visibility = Visibility::hidden;
  EXPECT_EQ(openpose_body(points, OpenposeBody::coco_18)[1].visibility, Visibility::hidden);
}

class OpenposeLabel : public test::LabelTest {};

TEST_F(OpenposeLabel, IsTheJsonThatOpenPoseWrites) {
  add_figure("dance", 160, 160);
  const LabelSource source = look("openpose", 160, 160);
  const std::pair<const char*, std::size_t> files[] = {{".openpose.json", 25}, {".openpose18.json", 18}};
  for (const auto& [suffix, count] : files) {
    const auto json = json_of(source, suffix);
    EXPECT_DOUBLE_EQ(json["version"].get<double>(), 1.3);
    ASSERT_EQ(json["people"].size(), 1u);
    const auto& person = json["people"][0];
    EXPECT_EQ(person["person_id"], nlohmann::json({-1}));
    const std::vector<double> points = person["pose_keypoints_2d"];
    ASSERT_EQ(points.size(), count * 3);
    EXPECT_EQ(person["hand_left_keypoints_2d"].size(), 63u);
    EXPECT_EQ(person["hand_right_keypoints_2d"].size(), 63u);
    EXPECT_TRUE(person["face_keypoints_2d"].empty());
    for (const char* empty :
         {"pose_keypoints_3d", "face_keypoints_3d", "hand_left_keypoints_3d", "hand_right_keypoints_3d"})
      EXPECT_TRUE(person[empty].is_array() && person[empty].empty()) << empty;
    for (std::size_t i = 0; i < count; ++i) {
      const double c = points[3 * i + 2];
      EXPECT_TRUE(c == 0.0 || c == 0.5 || c == 1.0) << i;
    }
  }
}

}  // namespace
}  // namespace mmd
