// The reference picture and the work camera of a scene file.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "options/command_line.h"
#include "options/scene_file.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// Windows has a drive before it.
std::string whole_path(std::string_view path) {
  return to_utf8(std::filesystem::absolute(path_from_utf8(path)));
}

TEST(SceneReference, IsKept) {
  SceneFile scene{{{whole_path("/a/b/model.pmx")}, {}}, {}, {}};
  scene.reference = {whole_path("/a/b/下絵.png"), true, true, true, 0.25f, 0.125f, 0.75f, 2.5f};
  const std::string text = scene_text(scene, whole_path("/a/b"));
  EXPECT_THAT(text, HasSubstr("\"下絵.png\""));
  const auto back = parse_scene(text, whole_path("/a/b/s.mmdscene"));
  ASSERT_TRUE(back) << describe(back.error());
  EXPECT_EQ(back->reference, scene.reference);
  EXPECT_EQ(scene_text(*back, whole_path("/a/b")), text);
  scene.reference = {};
  EXPECT_THAT(scene_text(scene, whole_path("/a/b")), testing::Not(HasSubstr("reference")));

  std::ifstream file(MMDVIEW_SOURCE_DIR "/docs/user/scene.schema.json");
  const auto schema = nlohmann::json::parse(file)["properties"]["reference"]["properties"];
  const auto written = nlohmann::json::parse(text)["reference"];
  for (const auto& [name, value] : written.items()) EXPECT_TRUE(schema.contains(name)) << name;
}

TEST(SceneReference, IsTheWindowsAlone) {
  const test::TemporaryFolder folder;
  const std::string scene = to_utf8(folder.put(
      "s.mmdscene",
      R"({"mmdview-scene": 1, "files": ["m.pmx"], "reference": {"file": "a.png", "opacity": 7}})"));
  folder.put("m.pmx", "");
  const auto line = options_of_scene(scene, {});
  ASSERT_TRUE(line) << describe(line.error());
  EXPECT_EQ(line->options.window.reference.file, to_utf8(folder.path() / "a.png"));
  EXPECT_EQ(line->options.window.reference.opacity, 1.0f) << "within its limits";
  EXPECT_THAT(line->options.missing, IsEmpty()) << "the scene opens without it";
}

TEST(SceneWorkCamera, IsTheWindowsAlone) {
  const test::TemporaryFolder folder;
  const std::string scene = to_utf8(folder.put(
      "s.mmdscene",
      R"({"mmdview-scene": 1, "files": ["m.pmx"], "work-camera": {"view": "face", "fov": "20"}})"));
  folder.put("m.pmx", "");
  const auto line = options_of_scene(scene, {});
  ASSERT_TRUE(line) << describe(line.error());
  ASSERT_TRUE(line->options.window.work_camera);
  EXPECT_EQ(line->options.window.work_camera->view, View::face);
  EXPECT_EQ(line->options.window.work_camera->fov_degrees, 20.0f);
  EXPECT_EQ(line->options.camera.view, std::nullopt) << "pictures have their own";
  const auto back = read_scene(scene);
  ASSERT_TRUE(back);
  EXPECT_THAT(scene_text(*back, folder.path()), HasSubstr("\"work-camera\""));
  for (const char* wrong : {R"("face")", R"({"view": "sideways"})"}) {
    const auto bad = parse_scene(std::string(R"({"mmdview-scene": 1, "work-camera": )") + wrong + "}", scene);
    Options options;
    EXPECT_FALSE(bad && apply_scene(*bad, scene, options)) << wrong;
  }
}

}  // namespace
}  // namespace mmd
