#include "pose/pose_mix.h"

#include <cstring>
#include <random>

#include <gmock/gmock.h>

#include "pose/pose_to_vpd.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using ::testing::ElementsAre;

std::shared_ptr<const Model> model_with(std::vector<const char*> bones, std::vector<const char*> morphs) {
  test::FileBuilder b;
  for (const char* name : bones) b.bone(name);
  for (const char* name : morphs) b.morph<pmx::VertexOffset>(name, pmx::MorphType::vertex, {});
  return b.model();
}

Pose random_pose(std::mt19937& random, const Model& model) {
  const auto number = [&] { return static_cast<float>(random() % 2001) / 1000.0f - 1.0f; };
  const auto vector = [&] {
    const float x = number(), y = number();
    return vec3(x, y, number());
  };
  Pose pose(model);
  for (vec3& t : pose.translation) t = vector();
  for (quat& q : pose.rotation) {
    const vec3 v = vector();
    q = glm::normalize(quat(number() + 2.5f, v.x, v.y, v.z));
  }
  for (float& w : pose.morph_weights) w = number();
  return pose;
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

bool same_bits(const Pose& a, const Pose& b) {
  return same_bits(a.translation, b.translation) && same_bits(a.rotation, b.rotation) &&
         same_bits(a.morph_weights, b.morph_weights);
}

TEST(MirroredPose, MirroringTwiceIsTheIdentity) {
  const auto model =
      model_with({"センター", "左腕", "右腕", "arm_L", "arm_R"}, {"ウィンク", "ウィンク右", "あ"});
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    Pose pose = random_pose(random, *model);
    pose.translation[0] = vec3(-0.0f, 0.0f, 0.0f);
    pose.rotation[1] = -identity_rotation();
    UnmatchedNames lacking;
    const Pose once = mirrored(pose, *model, lacking);
    EXPECT_TRUE(same_bits(mirrored(once, *model, lacking), pose));
    EXPECT_TRUE(lacking.bones.empty() && lacking.morphs.empty());
  }
}

TEST(MirroredPose, ReportsMissingSides) {
  const auto model = model_with({"左腕", "左袖", "左紐"}, {"涙右"});
  Pose pose(*model);
  pose.translation[1] = vec3(1.0f);
  pose.morph_weights[0] = 1.0f;
  UnmatchedNames lacking;
  const Pose out = mirrored(pose, *model, lacking);
  EXPECT_THAT(lacking.bones, ElementsAre("右袖")) << "bones at rest lose nothing";
  EXPECT_THAT(lacking.morphs, ElementsAre("涙左"));
  EXPECT_TRUE(is_at_rest(out, 1));
  EXPECT_EQ(out.morph_weights[0], 0.0f);
}

TEST(MirroredPose, MirrorsBothKindsOfWinks) {
  for (const char* left : {"ウィンク", "ウィンク左"}) {
    const auto model = model_with({"首"}, {left, "ウィンク右"});
    Pose pose(*model);
    pose.morph_weights = {0.25f, 0.5f};
    UnmatchedNames lacking;
    EXPECT_THAT(mirrored(pose, *model, lacking).morph_weights, ElementsAre(0.5f, 0.25f)) << left;
  }
}

TEST(MirroredPose, IgnoresTheSecondBoneOfAName) {
  const auto model = model_with({"左腕", "左腕", "右腕"}, {});
  Pose pose(*model);
  pose.translation[0] = vec3(1.0f);
  pose.translation[1] = vec3(2.0f);
  UnmatchedNames lacking;
  const Pose out = mirrored(pose, *model, lacking);
  EXPECT_EQ(out.translation[1], vec3(2.0f));
  EXPECT_EQ(out.translation[2], vec3(-1, 1, 1));
}

TEST(BlendedPose, IsExactAtEndsAndForEqualPoses) {
  const auto model = model_with({"a", "b", "c"}, {"d"});
  std::mt19937 random(2);
  for (int i = 0; i < 100; ++i) {
    const Pose a = random_pose(random, *model), b = random_pose(random, *model);
    EXPECT_TRUE(same_bits(blended(a, b, 0.0f), a));
    EXPECT_TRUE(same_bits(blended(a, b, 1.0f), b));
    EXPECT_TRUE(same_bits(blended(a, a, 0.3f), a));
  }
}

}  // namespace
}  // namespace mmd
