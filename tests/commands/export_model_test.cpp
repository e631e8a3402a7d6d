#include <algorithm>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/commands/export_fixture.h"

namespace mmd {
namespace {

using test::json_of;
using test::names_in;
using test::Square;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

TEST(ExportModel, WritesAnObjWithMaterialsAndTextures) {
  Square s("out/図 1.obj");
  EXPECT_EQ(s.run().status, exit_done);
  EXPECT_THAT(names_in(s.folder.path() / "out"), UnorderedElementsAre("図 1.obj", "図_1.mtl", "図_1_1.png"));
}

TEST(ExportModel, NeverOverwritesFilesOfTheModel) {
  Square texture("t.obj");
  std::filesystem::rename(texture.folder.path() / "t.png", texture.folder.path() / "t_1.png");
  test::FileBuilder b;
  b.bone("首");
  b.square({0, 1, 0}, 1);
  b.material().texture = b.texture("t_1.png");
  texture.set_model(b);
  const auto ran = texture.run();
  EXPECT_EQ(ran.status, exit_bad_input);
  EXPECT_THAT(ran.err, HasSubstr("t_1.png: the output would overwrite an input"));
  EXPECT_FALSE(std::filesystem::exists(texture.folder.path() / "t.obj"));
}

TEST(ExportModel, OverwritesOtherFilesOnlyIfForced) {
  Square s("out/m.obj");
  s.folder.put("out/m.mtl", "mine");
  const auto ran = s.run();
  EXPECT_EQ(ran.status, exit_bad_input);
  EXPECT_THAT(ran.err, HasSubstr("m.mtl"));
  EXPECT_THAT(names_in(s.folder.path() / "out"), UnorderedElementsAre("m.mtl"));
  s.options.force = true;
  EXPECT_EQ(s.run().status, exit_done);
  s.options.force = false;
  EXPECT_EQ(s.run().status, exit_done) << "what would not change may stay";
}

TEST(ExportModel, ReportsAndSkipsMissingTextures) {
  Square s("out/m.obj");
  std::filesystem::remove(s.folder.path() / "t.png");
  const auto ran = s.run();
  EXPECT_EQ(ran.status, exit_done) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("t.png"));
}

#if MMDVIEW_HAS_GLTF
TEST(ExportModel, LimitsMorphsTimesMaterials) {
  Square s("out/m.glb");
  test::FileBuilder b;
  b.bone("首");
  constexpr int parts = 800, morphs = 700;
  for (int i = 0; i < parts; ++i) {
    b.square({0, 1, 0}, 1);
    b.material();
  }
  for (int i = 0; i < morphs; ++i)
    b.morph("m" + std::to_string(i), pmx::MorphType::vertex,
            std::vector<pmx::VertexOffset>{{0, {0.0f, 1.0f, 0.0f}}});
  s.set_model(b);
  const auto ran = s.run();
  EXPECT_EQ(ran.status, exit_bad_input);
  EXPECT_THAT(ran.err, HasSubstr("800 materials times 700 morphs"));
  s.options.skin = false;
  EXPECT_EQ(s.run().status, exit_done);
}

TEST(ExportModel, GlbContainsTheMotionUnlessAFrameOrPosedVerticesAreRequested) {
  Square s("out/m.glb");
  test::FileBuilder b;
  b.bone("首");
  b.square({0, 1, 0}, 1);
  b.material();
  b.morph("色", pmx::MorphType::material, std::vector<pmx::MaterialOffset>{{-1, 1}});
  s.set_model(b);
  vmd::File motion = vmd::empty_file("");
  motion.bones = {test::bone_key("首", 0), test::bone_key("首", 30, {0, 3, 0})};
  motion.morphs = {test::morph_key("色", 0, 0.0f), test::morph_key("色", 30, 1.0f)};
  s.add_motion(motion);

  auto ran = s.run();
  EXPECT_EQ(ran.status, exit_done);
  EXPECT_THAT(ran.err, HasSubstr("material and UV morphs are not animated: 色"));
  EXPECT_EQ(json_of(s.options.output).at("animations").size(), 1u);

  s.options.frame = 30.0;
  ran = s.run();
  EXPECT_EQ(ran.status, exit_done);
  EXPECT_EQ(ran.err, "");
  EXPECT_FALSE(json_of(s.options.output).contains("animations"));

  s.options.frame.reset();
  s.options.skin = false;
  ran = s.run();
  EXPECT_EQ(ran.status, exit_done);
  EXPECT_THAT(ran.err, HasSubstr("--no-skin writes one frame of the motion"));
  EXPECT_FALSE(json_of(s.options.output).contains("animations"));
  EXPECT_FALSE(json_of(s.options.output).contains("skins"));
}

TEST(ExportModel, GlbHasAllModelsWhetherSkinnedOrPosed) {
  Square s("out/m.glb");
  s.options.files.push_back(s.options.files.front());
  AttachOption hat;
  hat.what = s.options.files.front() + "@首";
  s.options.attachments = {hat};
  ScenePlace aside;
  aside.position = {10, 0, 0};
  s.options.places = {ScenePlace(), aside};
  for (const bool skin : {true, false}) {
    s.options.skin = skin;
    const auto ran = s.run();
    ASSERT_EQ(ran.status, exit_done) << ran.err;
    const auto json = json_of(s.options.output);
    EXPECT_EQ(json.at("meshes").size(), 3u);
    EXPECT_EQ(json.at("materials").size(), 3u);
    std::size_t aside_nodes = 0;
    for (const auto& node : json.at("nodes"))
      if (node.contains("translation") && std::abs(node["translation"][0].get<double>() - 0.8) < 1e-6)
        ++aside_nodes;
    EXPECT_EQ(aside_nodes, 1u);
  }
}

TEST(ExportModel, GlbHasTheOpacityOfAttachedAndOfPlacedModels) {
  Square s("out/m.glb");
  const std::string model = s.options.files.front();
  s.options.files.push_back(model);
  AttachOption glass;
  glass.what = model;
  glass.place.opacity = 0.5f;
  glass.has_place = true;
  s.options.attachments = {glass};
  ScenePlace faint;
  faint.opacity = 0.25f;
  s.options.places = {ScenePlace(), faint};
  ASSERT_EQ(s.run().status, exit_done);
  const auto json = json_of(s.options.output);
  const auto alpha = [&](std::size_t material) {
    const auto& base = json.at("materials")[material].at("pbrMetallicRoughness");
    return base.contains("baseColorFactor") ? base["baseColorFactor"][3].get<double>() : 1.0;
  };
  EXPECT_EQ(alpha(0), 1.0);
  EXPECT_EQ(alpha(1), 0.5);
  EXPECT_EQ(alpha(2), 0.25);
  EXPECT_EQ(json.at("materials")[2].at("alphaMode"), "BLEND");
}

TEST(ExportModel, AnimationIsNamedAfterTheMotionsFile) {
  for (const char* output : {"out/m.glb", "out/m.vrma"}) {
    Square s(output);
    s.options.files = {MMDVIEW_SOURCE_DIR "/samples/figure/figure.pmx"};
    vmd::File motion = vmd::empty_file("");
    motion.bones = {test::bone_key("頭", 0), test::bone_key("頭", 3, {0, 3, 0})};
    s.options.files.push_back(to_utf8(s.folder.put("歌 1.vmd", as_text(*vmd::write(motion)))));
    ASSERT_EQ(s.run().status, exit_done);
    EXPECT_EQ(json_of(s.options.output).at("animations")[0].at("name"), "歌 1") << output;
  }
}

TEST(ExportModel, WarnsOfAFileWithoutVisibleFaces) {
  Square s("out/m.glb");
  EXPECT_EQ(s.run().err, "");
  s.options.hidden = {"服"};
  s.options.force = true;
  const auto ran = s.run();
  EXPECT_EQ(ran.status, exit_done);
  EXPECT_THAT(ran.err, HasSubstr("m.glb: the file has no visible faces"));
}

TEST(ExportModel, GlbHasAxesAndEdgesOnRequest) {
  Square s("out/m.glb");
  test::FileBuilder b;
  const auto arm = b.bone("腕");
  b.bone("手", arm, {2, 0, 0});
  b.square({0, 1, 0}, 1);
  pmx::Material& material = b.material();
  material.flags |= pmx::material_edge;
  material.edge_size = 1.0f;
  s.set_model(b);
  s.options.bones_along = s.options.edge_hulls = true;
  ASSERT_EQ(s.run().status, exit_done);
  const auto json = json_of(s.options.output);
  EXPECT_EQ(json.at("materials").size(), 2u);
  EXPECT_NEAR(json.at("nodes")[2].at("translation")[1].get<double>(), 0.16, 1e-6) << "along Y";
}

TEST(ExportModel, WarnsThatAHiddenModelIsExported) {
  Square s("out/m.glb");
  vmd::File motion = vmd::empty_file("");
  motion.bones = {test::bone_key("首", 0), test::bone_key("首", 30, {0, 3, 0})};
  motion.properties = {{0, true, {}}, {10, false, {}}, {20, true, {}}};
  s.add_motion(motion);
  EXPECT_THAT(s.run().err, HasSubstr("the motion hides the model at times"));
  s.options.frame = 15.0;
  EXPECT_THAT(s.run().err, HasSubstr("the motion hides the model at this frame"));
  s.options.frame = 5.0;
  EXPECT_EQ(s.run().err, "");
}

#else
TEST(ExportModel, WithoutGltfFailsBeforeReadingTheModel) {
  for (const char* output : {"out/m.glb", "out/m.vrm"}) {
    Square s(output);
    s.options.files = {to_utf8(s.folder.path() / "missing.pmx")};
    const auto ran = s.run();
    EXPECT_EQ(ran.status, exit_wrong_usage);
    EXPECT_THAT(ran.err, HasSubstr("this program was built without glTF"));
    EXPECT_THAT(ran.err, ::testing::Not(HasSubstr("missing.pmx")));
    EXPECT_THAT(names_in(s.folder.path() / "out"), ::testing::IsEmpty());
  }
}
#endif

TEST(ExportModel, RejectsVmdsAboveThirtyFramesASecond) {
  Square s("out/m.vmd");
  s.options.bake.on = true;
  s.options.bake.rate = 60.0;
  EXPECT_EQ(s.run().status, exit_wrong_usage);
}

}  // namespace
}  // namespace mmd
