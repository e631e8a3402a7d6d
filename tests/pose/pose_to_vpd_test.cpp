#include "pose/pose_to_vpd.h"

#include <gmock/gmock.h>

#include "base/text.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

std::shared_ptr<const Model> small_model() {
  test::FileBuilder b;
  b.file.name = b.text("モデル");
  b.bone("センター");
  b.bone("首", 0);
  b.bone("首", 0);
  b.bone("頭", 1);
  b.morph<pmx::VertexOffset>("あ", pmx::MorphType::vertex, {});
  b.morph<pmx::VertexOffset>("い", pmx::MorphType::vertex, {});
  return b.model();
}

TEST(VpdFromPose, WritesBonesAndMorphsThatAreNotAtRest) {
  const auto model = small_model();
  Pose pose(*model);
  pose.translation[0] = {1, 2, 3};
  pose.rotation[3] = quat(0.8f, 0.0f, 0.6f, 0.0f);
  pose.rotation[1] = -identity_rotation();
  pose.rotation[2] = quat(0.0f, 1.0f, 0.0f, 0.0f);  // the second 首 cannot be named
  pose.morph_weights[1] = 0.5f;
  const vpd::File file = vpd_from_pose(pose, *model);
  EXPECT_EQ(file.model_name, "モデル.osm");
  ASSERT_EQ(file.bones.size(), 2u);
  EXPECT_EQ(file.bones[0].name, "センター");
  EXPECT_EQ(file.bones[0].translation, vec3(1, 2, -3));
  EXPECT_EQ(file.bones[1].name, "頭");
  EXPECT_EQ(file.bones[1].rotation, vec4(0.0f, -0.6f, 0.0f, 0.8f));
  ASSERT_EQ(file.morphs.size(), 1u);
  EXPECT_EQ(file.morphs[0].name, "い");
  EXPECT_EQ(file.bone_count, 2);
}

TEST(VpdFromPose, EscapesModelNames) {
  for (const char* name : {"two\r\nlines", "初音ミク; Ver.2", "Foo {2}", "a // b", "}"}) {
    test::FileBuilder b;
    b.file.name = b.text(name);
    b.bone("センター");
    const auto model = b.model();
    Pose pose(*model);
    pose.translation[0] = {1, 2, 3};
    const vpd::File file = vpd_from_pose(pose, *model);
    if (name == std::string_view("two\r\nlines")) {
      EXPECT_EQ(file.model_name, "two  lines.osm");
    }
    const auto again = vpd::read(as_byte_span(*vpd::write(file)));
    ASSERT_TRUE(again);
    EXPECT_TRUE(again->diagnostics.empty()) << again->diagnostics.front().what;
    EXPECT_EQ(again->file.model_name, file.model_name);
    EXPECT_EQ(again->file.bones.size(), 1u);
  }
}

TEST(VpdFromPose, SkipsAmbiguousNamesAndReportsThem) {
  test::FileBuilder b;
  for (const char* name : {"a ", "a", "b//c", "b", "two\nlines", "x//y", "z "}) b.bone(name);
  for (const char* name : {"m", "m\t", "n\r"}) b.morph<pmx::VertexOffset>(name, pmx::MorphType::vertex, {});
  const auto model = b.model();
  Pose pose(*model);
  for (std::size_t i = 0; i < pose.translation.size(); ++i) pose.translation[i].x = static_cast<float>(i + 1);
  for (float& weight : pose.morph_weights) weight = 0.5f;
  const vpd::File file = vpd_from_pose(pose, *model);
  std::vector<std::string> names;
  for (const vpd::Bone& bone : file.bones) names.push_back(bone.name);
  for (const vpd::Morph& morph : file.morphs) names.push_back(morph.name);
  EXPECT_THAT(names, testing::ElementsAre("a", "b", "x//y", "z ", "m"));
  EXPECT_THAT(left_out_of_vpd(pose, *model), testing::ElementsAre("a ", "b//c", "two\nlines", "m\t", "n\r"));
  EXPECT_THAT(left_out_of_vpd(Pose(*model), *model), testing::IsEmpty());
  const auto text = vpd::write(file);
  ASSERT_TRUE(text);
  Pose again(*model);
  apply_vpd(vpd::read(as_byte_span(*text))->file, *model, again);
  EXPECT_EQ(again.translation[0].x, 0.0f);
  EXPECT_EQ(again.translation[1].x, 2.0f);
  EXPECT_EQ(again.translation[3].x, 4.0f);
  EXPECT_EQ(again.translation[6].x, 7.0f);
}

}  // namespace
}  // namespace mmd
