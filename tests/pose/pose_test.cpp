#include "pose/pose.h"

#include <gmock/gmock.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
using ::testing::ElementsAre;

std::shared_ptr<const Model> small_model() {
  FileBuilder b;
  b.bone("センター");
  b.bone("首", 0);
  b.bone("首", 0);
  b.bone("other", 0);
  b.morph<pmx::VertexOffset>("あ", pmx::MorphType::vertex, {});
  b.morph<pmx::VertexOffset>("い", pmx::MorphType::vertex, {});
  return b.model();
}

struct ApplyVpd : testing::Test {
  std::shared_ptr<const Model> model = small_model();
  Pose pose{*model};
  vpd::File file;
};

TEST_F(ApplyVpd, StartsAtRest) {
  EXPECT_TRUE(pose.fits(*model));
  for (const vec3& t : pose.translation) EXPECT_EQ(t, vec3(0.0f));
  for (const quat& q : pose.rotation) EXPECT_EQ(q, identity_rotation());
  EXPECT_FALSE(Pose().fits(*model));
}

TEST_F(ApplyVpd, MirrorsTranslationAndRotation) {
  file.bones = {{"センター", {1, 2, 3}, {0.1f, 0.2f, 0.3f, 0.927362f}}};
  apply_vpd(file, *model, pose);
  EXPECT_EQ(pose.translation[0], vec3(1, 2, -3));
  EXPECT_NEAR(pose.rotation[0].x, -0.1f, 1e-5f);
  EXPECT_NEAR(pose.rotation[0].y, -0.2f, 1e-5f);
  EXPECT_NEAR(pose.rotation[0].z, 0.3f, 1e-5f);
  EXPECT_NEAR(pose.rotation[0].w, 0.927362f, 1e-5f);
}

TEST_F(ApplyVpd, FindsNamesWithTrailingBlanksInTheModel) {
  FileBuilder b;
  b.bone("首 ");
  b.bone("腕 ");
  b.bone("腕");
  b.bone(" ");
  b.morph<pmx::VertexOffset>("あ\t ", pmx::MorphType::vertex, {});
  model = b.model();
  const std::string text =
      "Vocaloid Pose Data file\r\n\r\nx.osm;\r\n2;\r\n\r\nBone0{首 \r\n 1,0,0;\r\n 0,0,0,1;\r\n}\r\n"
      "Bone1{腕\r\n 2,0,0;\r\n 0,0,0,1;\r\n}\r\nMorph0{あ\t \r\n 0.5;\r\n}\r\n";
  pose = Pose(*model);
  const UnmatchedNames unmatched = apply_vpd(vpd::read(as_byte_span(text))->file, *model, pose);
  EXPECT_THAT(unmatched.bones, ElementsAre());
  EXPECT_THAT(unmatched.morphs, ElementsAre());
  EXPECT_EQ(pose.translation[0].x, 1.0f);
  EXPECT_EQ(pose.translation[1].x, 0.0f);
  EXPECT_EQ(pose.translation[2].x, 2.0f) << "the exact name wins";
  EXPECT_EQ(pose.morph_weights[0], 0.5f);
}

TEST_F(ApplyVpd, KeepsDigitsBeyondFloats) {
  file.bones = {{"センター", {0.1f, 0, 0}, {0, 0, 0.6f, 0.8f}, 0, {1e-9f, 0, 0}, {0, 0, 1e-9f, 0}}};
  apply_vpd(file, *model, pose);
  EXPECT_EQ(pose.exact_at(0).translation.x, static_cast<double>(0.1f) + static_cast<double>(1e-9f));
  const glm::dvec4 written(0.0, 0.0, static_cast<double>(0.6f) + static_cast<double>(1e-9f),
                           static_cast<double>(0.8f));
  EXPECT_NEAR(pose.exact_at(0).rotation.z, written.z / glm::length(written), 1e-15);
  EXPECT_EQ(vec3(pose.exact_at(0).translation), pose.translation[0]);
  EXPECT_EQ(quat(pose.exact_at(0).rotation), pose.rotation[0]);
}

TEST_F(ApplyVpd, IgnoresDigitsOfValuesSetSince) {
  file.bones = {{"センター", {0.1f, 0, 0}, {0, 0, 0.6f, 0.8f}, 0, {1e-9f, 0, 0}, {}}};
  apply_vpd(file, *model, pose);
  pose.translation[0].x = 0.5f;
  pose.rotation[0] = identity_rotation();
  EXPECT_EQ(pose.exact_at(0).translation, glm::dvec3(0.5, 0, 0));
  EXPECT_EQ(pose.exact_at(0).rotation, glm::dquat(1, 0, 0, 0));
  EXPECT_EQ(pose.exact_at(1).translation, glm::dvec3(0.0)) << "of which the file says nothing";
}

TEST_F(ApplyVpd, UsesTheLastBlockAndTheFirstBoneOfAName) {
  file.bones = {{"other", {1, 0, 0}, {0, 1, 0, 0}},
                {"other", {2, 0, 0}, {0, 0, 0, 1}},
                {"首", {1, 0, 0}, {0, 0, 0, 1}}};
  file.morphs = {{"あ", 0.25f}, {"あ", 0.75f}};
  apply_vpd(file, *model, pose);
  EXPECT_EQ(pose.translation[3], vec3(2, 0, 0));
  EXPECT_EQ(pose.rotation[3], identity_rotation());
  EXPECT_EQ(pose.morph_weights[0], 0.75f);
  EXPECT_EQ(pose.translation[1], vec3(1, 0, 0));
  EXPECT_EQ(pose.translation[2], vec3(0.0f));
}

TEST_F(ApplyVpd, NormalisesRotations) {
  const vec4 raw[] = {{0, 2, 0, 2}, {1e-3f, 0, 0, 0}, {1e30f, 1e30f, 0, 0}, {0, 0, 0, -1}, {0, 0, 0, 0}};
  for (const vec4& r : raw) {
    file.bones = {{"other", {0, 0, 0}, r}};
    apply_vpd(file, *model, pose);
    EXPECT_NEAR(glm::length(pose.rotation[3]), 1.0f, 1e-5f);
  }
  EXPECT_EQ(pose.rotation[3], identity_rotation()) << "of a rotation of zero";
}

TEST_F(ApplyVpd, LimitsTranslations) {
  file.bones = {{"センター", {3e38f, -3e38f, 5}, {0, 0, 0, 1}}};
  apply_vpd(file, *model, pose);
  EXPECT_EQ(pose.translation[0], vec3(1e9f, -1e9f, -5));
}

TEST_F(ApplyVpd, ListsUnknownNamesAndAppliesTheRest) {
  file.bones = {{"nobody", {1, 0, 0}, {0, 0, 0, 1}}, {"センター", {1, 0, 0}, {0, 0, 0, 1}}, {"", {}, {}}};
  file.morphs = {{"nothing", 1.0f}, {"い", 0.5f}};
  const UnmatchedNames unmatched = apply_vpd(file, *model, pose);
  EXPECT_THAT(unmatched.bones, ElementsAre("nobody", ""));
  EXPECT_THAT(unmatched.morphs, ElementsAre("nothing"));
  EXPECT_EQ(pose.translation[0], vec3(1, 0, 0));
  EXPECT_EQ(pose.morph_weights[1], 0.5f);
}

TEST_F(ApplyVpd, KeepsBonesThatTheFileDoesNotList) {
  file.bones = {{"センター", {1, 0, 0}, {0, 1, 0, 0}}, {"other", {1, 0, 0}, {0, 0, 0, 1}}};
  file.morphs = {{"あ", 1.0f}};
  apply_vpd(file, *model, pose);
  vpd::File second;
  second.bones = {{"other", {5, 0, 0}, {0, 0, 0, 1}}};
  apply_vpd(second, *model, pose);
  EXPECT_EQ(pose.translation[0], vec3(1, 0, 0));
  EXPECT_EQ(pose.translation[3], vec3(5, 0, 0));
  EXPECT_EQ(pose.morph_weights[0], 1.0f);
}

}  // namespace
}  // namespace mmd
