#include "pose/hand_poses.h"

#include <set>

#include <gmock/gmock.h>

#include "base/handedness.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

constexpr std::string_view fingers[] = {"人指", "中指", "薬指", "小指"};
constexpr std::string_view digits[] = {"１", "２", "３"};

/// Two hands that point to the sides, palms down; the fingers rest curled by an angle per joint.
std::shared_ptr<const Model> hands(float curl) {
  test::FileBuilder b;
  for (const float side : {1.0f, -1.0f}) {  // left-handed: the left hand is at +x
    const std::string name = side > 0.0f ? "左" : "右";
    const auto wrist = static_cast<std::int32_t>(b.file.bones.size());
    b.bone(name + "手首", -1, {5 * side, 10, 0});
    for (int f = 0; f < 4; ++f) {
      vec3 at(6 * side, 10, -0.3f + 0.2f * static_cast<float>(f));
      std::int32_t parent = wrist;
      float angle = 0.0f;
      for (const std::string_view digit : digits) {
        angle += curl;
        b.bone(name + std::string(fingers[f]) + std::string(digit), parent, at);
        parent = static_cast<std::int32_t>(b.file.bones.size()) - 1;
        const vec3 segment(side * std::cos(angle), -std::sin(angle), 0.0f);
        b.file.bones.back().tail_offset = segment;
        at += segment;
      }
    }
  }
  return b.model();
}

/// The directions of the segments of a finger in a pose, in the model's space.
std::vector<vec3> segments(const Model& model, const std::vector<BoneRotation>& rotations,
                           const std::string& finger) {
  std::vector<vec3> out;
  quat turned = identity_rotation();
  for (const std::string_view digit : digits) {
    const std::int32_t bone = model.find_bone(finger + std::string(digit));
    for (const BoneRotation& r : rotations)
      if (r.bone == bone) turned = turned * r.rotation;
    const Bone& one = model.skeleton.bones[static_cast<std::size_t>(bone)];
    const vec3 along = one.tail_bone != none
                           ? model.skeleton.bones[static_cast<std::size_t>(one.tail_bone)].rest - one.rest
                           : one.tail_offset;
    out.push_back(turned * glm::normalize(along));
  }
  return out;
}

TEST(HandPoses, CurlBendsEachFingerFromWhereItIs) {
  const auto model = hands(0.0f);
  std::vector<quat> pose(model->bone_count(), identity_rotation());
  const auto bend = [&](float curl, float spread) {
    turn(bent_fingers(*model, Hands::left, curl, spread, pose), pose);
  };
  const auto tip = [&] {
    std::vector<BoneRotation> now;
    for (std::size_t i = 0; i < pose.size(); ++i) now.push_back({static_cast<std::int32_t>(i), pose[i]});
    return segments(*model, now, "左中指").back();
  };
  bend(30.0f, 0.0f);
  const float once = tip().y;
  EXPECT_LT(once, -0.9f) << "towards the palm, which is down";
  bend(-30.0f, 0.0f);
  EXPECT_NEAR(tip().y, 0.0f, 1e-5f) << "and back";
  for (const BoneRotation& r : bent_fingers(*model, Hands::left, 0.0f, 10.0f, pose))
    EXPECT_TRUE(model->skeleton.bones[static_cast<std::size_t>(r.bone)].name.starts_with("左"));
}

TEST(HandPoses, AreSixteenWithNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const HandPose& pose : hand_poses()) {
    names.insert(pose.name);
    EXPECT_EQ(hand_pose_called(pose.name), &pose);
  }
  EXPECT_EQ(names.size(), 16u);
  EXPECT_EQ(hand_pose_called("Fist"), nullptr);
}

TEST(HandPoses, FingersThatRestCurledEndAsThoseThatRestStraight) {
  const auto plain = hands(0.0f), curled = hands(0.2f);
  for (const HandPose& pose : hand_poses())
    for (const char* finger : {"左人指", "左小指", "右中指"}) {
      const auto a = segments(*plain, hand_rotations(*plain, pose, Hands::both), finger),
                 b = segments(*curled, hand_rotations(*curled, pose, Hands::both), finger);
      for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(glm::distance(a[i], b[i]), 0.02f) << pose.name;
    }
}

TEST(HandPoses, AFistBendsTheFingersIntoThePalm) {
  const auto model = hands(0.0f);
  const auto rotations = hand_rotations(*model, *hand_pose_called("fist"), Hands::left);
  const auto finger = segments(*model, rotations, "左人指");
  EXPECT_LT(finger[0].y, -0.9f) << "down, where the palm is";
  EXPECT_LT(finger[1].x, -0.8f) << "back to the wrist";
  const auto open =
      segments(*model, hand_rotations(*model, *hand_pose_called("open"), Hands::left), "左小指");
  EXPECT_GT(open[0].x, 0.9f);
}

TEST(HandPoses, BothHandsAreMirrored) {
  const auto model = hands(0.1f);
  for (const HandPose& pose : hand_poses()) {
    const auto left = segments(*model, hand_rotations(*model, pose, Hands::left), "左人指"),
               right = segments(*model, hand_rotations(*model, pose, Hands::right), "右人指");
    for (std::size_t i = 0; i < left.size(); ++i)
      EXPECT_LT(glm::distance(left[i], right[i] * vec3(-1, 1, 1)), 1e-4f) << pose.name;
  }
}

TEST(HandPoses, LeaveOutBonesThatAModelLacks) {
  test::FileBuilder none_at_all;
  none_at_all.bone("センター");
  for (const HandPose& pose : hand_poses())
    EXPECT_THAT(hand_rotations(*none_at_all.model(), pose, Hands::both), testing::IsEmpty());
  test::FileBuilder one_finger;
  one_finger.bone("左手首", -1, {5, 10, 0});
  one_finger.bone("左人指１", 0, {6, 10, 0});
  EXPECT_THAT(hand_rotations(*one_finger.model(), hand_poses()[0], Hands::both), testing::IsEmpty())
      << "the sides of a hand with one finger are unknown";
}

TEST(HandPoses, AWeightTurnsAShareOfTheWay) {
  const quat half = glm::angleAxis(0.5f, vec3(0, 0, 1)), whole = glm::angleAxis(1.0f, vec3(0, 0, 1));
  std::vector<quat> pose{identity_rotation(), identity_rotation()};
  turn({{0, whole, 0.5f}, {1, whole, 1.0f}}, pose);
  EXPECT_LT(
      glm::distance(vec4(pose[0].x, pose[0].y, pose[0].z, pose[0].w), vec4(half.x, half.y, half.z, half.w)),
      1e-5f);
  EXPECT_EQ(pose[1], whole);
}

}  // namespace
}  // namespace mmd
