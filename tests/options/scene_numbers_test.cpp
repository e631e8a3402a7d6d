// Options of a scene that mean a figure by its number, or the first one, when other figures are left out.
#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "options/scene_file.h"
#include "tests/assets/temporary_folder.h"
#include "tests/options/arguments.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class SceneNumbers : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"a.pmx", "b.pmx", "mic.pmx"}) folder.put(name, "x");
  }
  /// A scene with these members beside two models, of which the second is active.
  std::string put(const std::string& members) const {
    return to_utf8(folder.put("s.mmdscene", R"({"mmdview-scene": 1, "files": ["a.pmx"],
      "figures": [{"files": ["b.pmx"]}], "active": 2, "options": {)" +
                                                members + "}}"));
  }
  static Options options_of(const std::string& scene, const char* output) {
    const CommandLine line = test::parse_with_scene({"export", scene, "-o", output});
    EXPECT_FALSE(line.exit_status);
    return line.options;
  }

  const test::TemporaryFolder folder;
};

TEST_F(SceneNumbers, AnExportOfOneModelHasItsHiddenMaterials) {
  const std::string scene = put(R"("hide": ["1:skirt", "2:hair"], "place": ["1,0,0", "2,0,0@1:head"])");
  const Options one = options_of(scene, "o.obj");
  EXPECT_THAT(one.files, ElementsAre(to_utf8(folder.path() / "b.pmx")));
  EXPECT_THAT(one.hidden, ElementsAre("1:hair"));
  EXPECT_THAT(one.places, IsEmpty());
  EXPECT_THAT(options_of(scene, "o.glb").hidden, ElementsAre("1:skirt", "2:hair"));
}

TEST_F(SceneNumbers, AnExportOfOneModelLeavesOutWhatIsAboutTheFirst) {
  const std::string scene =
      put(R"("attach": "mic.pmx@head", "highlight": "head", "depth-of-field": "head,2", "fov": "20")");
  const Options one = options_of(scene, "o.vrm");
  EXPECT_THAT(one.attachments, IsEmpty());
  EXPECT_EQ(one.highlight, "");
  EXPECT_FALSE(one.look.effects.depth_of_field.on);
}

TEST_F(SceneNumbers, WhatIsAboutAMissingFirstModelGoesWithIt) {
  const std::string file = put(R"("attach": "mic.pmx@head", "depth-of-field": "head,2", "morph": "smile=1")");
  std::filesystem::remove(folder.path() / "a.pmx");
  auto scene = read_scene(file);
  ASSERT_TRUE(scene) << describe(scene.error());
  EXPECT_EQ(drop_missing(*scene, file).size(), 1u);
  EXPECT_THAT(scene->options, IsEmpty());
}

TEST_F(SceneNumbers, ADistanceInFocusStaysWithoutTheFirstModel) {
  const std::string file = put(R"("depth-of-field": "12.5,2")");
  std::filesystem::remove(folder.path() / "a.pmx");
  auto scene = read_scene(file);
  ASSERT_TRUE(scene) << describe(scene.error());
  EXPECT_EQ(drop_missing(*scene, file).size(), 1u);
  EXPECT_THAT(scene->options, ElementsAre(SceneOption("depth-of-field", "12.5,2")));
}

TEST_F(SceneNumbers, ASwitchIsTrueOrFalse) {
  for (const char* wrong : {R"("no-edge": "no")", R"("no-edge": 0)"}) {
    const auto line = options_of_scene(put(wrong), {});
    ASSERT_FALSE(line) << wrong;
    EXPECT_THAT(line.error().what, testing::HasSubstr("no-edge: expected true or false"));
  }
}

}  // namespace
}  // namespace mmd
