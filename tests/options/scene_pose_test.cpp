// The pose in a scene file, which other windows open as a pose.
#include "document/scene_pose.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "options/scene_file.h"

namespace mmd {
namespace {

using testing::ElementsAre;

TEST(ScenePose, IsFoundInStateFilesOnly) {
  for (const char* none :
       {"", R"({"pose": "x"})", R"({"mmdview-state": 1})", R"({"mmdview-state": 1, "pose": 3})"})
    EXPECT_FALSE(pose_of_scene(as_byte_span(none))) << none;
  for (const char* found :
       {R"({"mmdview-state": 1, "pose": "x"})", "\n {\"mmdview-state\": 1, \"pose\": \"x\"}",
        "\xEF\xBB\xBF{\"mmdview-state\": 1, \"pose\": \"x\"}"}) {
    const auto pose = pose_of_scene(as_byte_span(found));
    ASSERT_TRUE(pose) << found;
    EXPECT_EQ(as_text(pose->vpd), "x");
    EXPECT_EQ(pose->shows, Shows::motion);
  }
  const auto more = pose_of_scene(
      as_byte_span(R"({"mmdview-state": 1, "pose": "x", "shows": "rest", "ik-off": ["ＩＫ", 3]})"));
  ASSERT_TRUE(more);
  EXPECT_EQ(more->shows, Shows::rest);
  EXPECT_THAT(more->ik_off, ElementsAre("ＩＫ"));
}

TEST(ScenePose, KeepsWhatAVpdCannotNameToTheBit) {
  SceneFile scene;
  scene.files = {"a.pmx"};
  scene.pose = "x";
  const quat turned = glm::normalize(quat(0.9f, 0.1f, -0.2f, 0.3f));
  scene.unnamed.bones.push_back({3, vec3(0.1f, 0.2f, -0.3f), turned});
  scene.unnamed.morphs.emplace_back(2, 1.0f / 3.0f);
  const std::string text = scene_text(scene, {});
  const auto pose = pose_of_scene(as_byte_span(text));
  ASSERT_TRUE(pose);
  ASSERT_EQ(pose->unnamed.bones.size(), 1u);
  EXPECT_EQ(pose->unnamed.bones[0].index, 3u);
  EXPECT_EQ(pose->unnamed.bones[0].translation, vec3(0.1f, 0.2f, -0.3f));
  EXPECT_EQ(pose->unnamed.bones[0].rotation, turned);
  EXPECT_EQ(pose->unnamed.morphs, scene.unnamed.morphs);
  EXPECT_EQ(parse_scene(text, "s")->unnamed.morphs, scene.unnamed.morphs);
  for (const char* damaged :
       {"3", R"({"bones": 3})", R"({"bones": [[1, 2]]})", R"({"morphs": [["x", 1]]})"}) {
    const std::string bytes = fmt::format(R"({{"mmdview-scene": 1, "pose": "x", "unnamed": {}}})", damaged);
    const auto read = pose_of_scene(as_byte_span(bytes));
    ASSERT_TRUE(read) << damaged;
    EXPECT_TRUE(read->unnamed.bones.empty()) << damaged;
  }
}

}  // namespace
}  // namespace mmd
