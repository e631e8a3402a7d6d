#include "annotations/keypoints.h"

#include "tests/annotations/label_fixture.h"

namespace mmd {
namespace {

class Keypoints : public test::LabelTest {
 protected:
  enum : std::size_t {
    nose = 0,
    left_eye,
    right_eye,
    left_ear,
    right_ear,
    left_shoulder,
    right_shoulder,
    left_wrist = 9,
    right_wrist,
    left_hip,
    right_hip,
    left_knee,
    right_knee,
    left_ankle,
    right_ankle,
    left_big_toe,
    left_small_toe,
    left_heel
  };
  std::vector<Keypoint> points(int width, int height) {
    const LabelSource source = look("keypoints", width, height);
    const auto people = people_in(source);
    EXPECT_EQ(people.size(), 1u);
    return people.empty() ? std::vector<Keypoint>(keypoint_count) : keypoints_of(source, *people.front());
  }
  void look_from(const vec3& side) {
    scene_.camera.target = vec3(0.0f, 10.0f, 0.0f);
    scene_.camera.eye = scene_.camera.target + 45.0f * side;
  }
};

TEST_F(Keypoints, FromTheFrontTheFiguresLeftIsToTheRight) {
  add_figure("standing", 200, 200);
  const auto p = points(200, 200);
  ASSERT_EQ(p.size(), keypoint_count);
  for (const std::size_t left :
       {left_eye, left_ear, left_shoulder, left_wrist, left_hip, left_knee, left_ankle})
    EXPECT_GT(p[left].pixel.x, p[left + 1].pixel.x) << left;
  EXPECT_LT(p[nose].pixel.y, p[left_shoulder].pixel.y);
  EXPECT_LT(p[left_shoulder].pixel.y, p[left_hip].pixel.y);
  EXPECT_LT(p[left_hip].pixel.y, p[left_knee].pixel.y);
  EXPECT_LT(p[left_knee].pixel.y, p[left_ankle].pixel.y);
  for (const std::size_t seen : {nose, left_eye, right_eye, left_knee, right_knee, left_big_toe})
    EXPECT_EQ(p[seen].visibility, Visibility::seen) << seen;
}

TEST_F(Keypoints, FromBehindTheFaceIsHidden) {
  add_figure("standing", 200, 200);
  look_from({0.0f, 0.0f, -1.0f});
  const auto p = points(200, 200);
  EXPECT_LT(p[left_shoulder].pixel.x, p[right_shoulder].pixel.x);
  for (const std::size_t hidden : {nose, left_eye, right_eye})
    EXPECT_EQ(p[hidden].visibility, Visibility::hidden) << hidden;
  EXPECT_EQ(p[left_heel].visibility, Visibility::seen);
}

TEST_F(Keypoints, FromTheSideTheFarShoulderAndAnkleAreHidden) {
  add_figure("standing", 200, 200);
  look_from({1.0f, 0.0f, 0.0f});
  const auto p = points(200, 200);
  for (const std::size_t near : {left_shoulder, left_ankle}) {
    EXPECT_EQ(p[near].visibility, Visibility::seen) << near;
    EXPECT_EQ(p[near + 1].visibility, Visibility::hidden) << near;
  }
}

TEST_F(Keypoints, OutsideThePictureAndUnknownOnesAreZero) {
  add_figure("standing", 200, 200);
  look_from({0.0f, 0.0f, 1.0f});
  scene_.camera.target.y = scene_.camera.eye.y = 26.0f;
  const auto p = points(200, 200);
  EXPECT_EQ(p[left_ankle].visibility, Visibility::outside);
  EXPECT_EQ(p[left_ankle].pixel, glm::dvec2(0.0));
  EXPECT_NE(p[nose].visibility, Visibility::outside);
  for (const Keypoint& of_face : group_of(p, KeypointGroup::face)) EXPECT_FALSE(of_face.is_in_picture());
}

TEST_F(Keypoints, FingersOfAnOpenHandLieInOrder) {
  add_figure("standing", 400, 400);
  const auto p = points(400, 400);
  for (const KeypointGroup group : {KeypointGroup::left_hand, KeypointGroup::right_hand}) {
    const auto hand = group_of(p, group);
    for (std::size_t finger = 1; finger < 21; finger += 4) {
      double before = 0.0;
      for (std::size_t joint = finger; joint < finger + 4; ++joint) {
        const double from_wrist = glm::distance(hand[joint].pixel, hand[0].pixel);
        EXPECT_GT(from_wrist, before) << joint;
        before = from_wrist;
      }
    }
  }
}

}  // namespace
}  // namespace mmd
