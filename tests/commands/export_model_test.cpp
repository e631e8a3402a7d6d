#include <algorithm>
#include <cstring>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "commands/commands.h"
#include "options/messages.h"
#include "tests/assets/temporary_folder.h"
#include "tests/commands/ran.h"
#include "tests/support/format_samples.h"
#include "tests/support/image_samples.h"
#include "tests/support/model_builder.h"
#include "tests/support/process.h"

namespace mmd {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

/// A square with a texture, and the options to export it.
struct Square {
  test::TemporaryFolder folder;
  test::EnvironmentVariable cache{"XDG_CACHE_HOME", to_utf8(folder.path() / "cache").c_str()};
  Options options{Command::export_};

  explicit Square(const char* output) {
    test::FileBuilder b;
    b.bone("首");
    b.square({0, 1, 0}, 1);
    b.material("服").texture = b.texture("t.png");
    folder.put("t.png", as_text(test::png_file(test::gradient(4, 4, false))));
    options.files = {to_utf8(folder.put("m.pmx", as_text(b.bytes())))};
    std::filesystem::create_directory(folder.path() / "out");
    options.output = to_utf8(folder.path() / path_from_utf8(output));
  }
  void set_model(const test::FileBuilder& b) { folder.put("m.pmx", as_text(b.bytes())); }
  void add_motion(const vmd::File& motion) {
    options.files.push_back(to_utf8(folder.put("m.vmd", as_text(*vmd::write(motion)))));
  }
  test::Ran run() const { return test::ran(run_export, options); }
};

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    out.push_back(to_utf8(entry.path().filename()));
  return out;
}

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

TEST(ExportModel, ModelWithoutABodyGivesNoVrm) {
  Square s("out/m.vrm");
  const auto ran = s.run();
  EXPECT_EQ(ran.status, exit_bad_input);
  EXPECT_THAT(ran.err, HasSubstr("a VRM needs the bones of a human body; not found: hips, spine, head"));
  EXPECT_THAT(names_in(s.folder.path() / "out"), ::testing::IsEmpty());
}

/// The JSON of the GLB that an export wrote.
nlohmann::json json_of(const std::string& file) {
  const auto bytes = read_file(path_from_utf8(file));
  if (!bytes || bytes->size() < 20) return nullptr;
  std::uint32_t size = 0;  // of the first chunk, behind 12 bytes of header
  std::memcpy(&size, bytes->data() + 12, sizeof size);
  return nlohmann::json::parse(as_text(*bytes).substr(20, size));
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

/// Whether a value or a member of it is null.
bool has_null(const nlohmann::json& value) {
  if (value.is_null()) return true;
  return value.is_structured() &&
         std::any_of(value.begin(), value.end(), [](const nlohmann::json& one) { return has_null(one); });
}

TEST(ExportModel, VrmHasNoNulls) {
  for (const bool zero : {false, true}) {
    Square s("out/m.vrm");
    s.options.files = {MMDVIEW_SOURCE_DIR "/samples/figure/figure.pmx"};
    s.options.physics.on = false;
    s.options.vrm_zero = zero;
    ASSERT_EQ(s.run().status, exit_done);
    EXPECT_FALSE(has_null(json_of(s.options.output))) << zero;
  }
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

TEST(ExportModel, VrmReportsOmissionsAndAllowsNothing) {
  Square s("out/m.vrm");
  s.options.files = {MMDVIEW_SOURCE_DIR "/samples/figure/figure.pmx",
                     MMDVIEW_SOURCE_DIR "/samples/poses/peace.vpd"};
  s.options.skin = false;
  const auto ran = s.run();
  EXPECT_EQ(ran.status, exit_done) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("without poses and motions"));
  EXPECT_THAT(ran.err, HasSubstr("--no-skin has no effect"));
  EXPECT_THAT(ran.err, HasSubstr("the VRM permits no use"));
  const auto json = json_of(s.options.output);
  EXPECT_EQ(json.at("skins").size(), 1u);
  EXPECT_TRUE(json.at("extensions").contains("VRMC_vrm"));
}

TEST(ExportModel, VrmHasTheThumbnailOfItsTerms) {
  for (const bool zero : {false, true}) {
    Square s("out/m.vrm");
    s.options.files = {MMDVIEW_SOURCE_DIR "/samples/figure/figure.pmx"};
    s.options.physics.on = false;
    s.options.vrm_zero = zero;
    s.options.vrm_meta =
        to_utf8(s.folder.put("terms.json", R"({"authors": ["A", "B"], "thumbnailImage": "face.png"})"));
    s.folder.put("face.png", as_text(test::png_file(test::gradient(4, 3, false))));
    auto ran = s.run();
    EXPECT_EQ(ran.status, exit_bad_input);
    EXPECT_THAT(ran.err, HasSubstr("the thumbnail must be square"));
    s.folder.put("face.png", as_text(test::png_file(test::gradient(4, 4, false))));
    ran = s.run();
    ASSERT_EQ(ran.status, exit_done) << ran.err;
    const auto json = json_of(s.options.output);
    const auto& meta = json.at("extensions").at(zero ? "VRM" : "VRMC_vrm").at("meta");
    std::size_t image = meta.at(zero ? "texture" : "thumbnailImage").get<std::size_t>();
    if (zero) image = json.at("textures")[image].at("source").get<std::size_t>();
    EXPECT_EQ(json.at("images")[image].at("name"), "face.png");
    EXPECT_EQ(zero ? meta.at("author") : meta.at("authors").at(1), zero ? "A, B" : "B");
  }
}

TEST(ExportModel, ReportsWrongTermsBeforeItExaminesTheModel) {
  Square s("out/m.vrm");
  s.options.vrm_meta = to_utf8(s.folder.put("terms.json", R"({"autors": ["A"]})"));
  const auto ran = s.run();
  EXPECT_EQ(ran.status, exit_bad_input);
  EXPECT_THAT(ran.err, HasSubstr("terms.json: \"autors\" is not a term of a VRM"));
  EXPECT_THAT(ran.err, HasSubstr("did you mean authors?"));
  EXPECT_THAT(ran.err, ::testing::Not(HasSubstr("bones of a human body"))) << "the model lacks them, too";
}

TEST(ExportModel, NeverOverwritesTheTermsOfAVrmOrTheirPicture) {
  Square s("m.vrm");
  s.options.files = {MMDVIEW_SOURCE_DIR "/samples/figure/figure.pmx"};
  s.options.physics.on = false;
  s.options.force = true;
  const std::string terms = R"({"authors": ["A"], "thumbnailImage": "thumb.vrm"})";
  s.options.vrm_meta = to_utf8(s.folder.put("terms.vrm", terms));
  std::filesystem::copy(MMDVIEW_SOURCE_DIR "/samples/figure/tex/face.png", s.folder.path() / "thumb.vrm");
  for (const char* input : {"terms.vrm", "thumb.vrm"}) {
    s.options.output = to_utf8(s.folder.path() / input);
    const auto ran = s.run();
    EXPECT_EQ(ran.status, exit_bad_input) << input;
    EXPECT_THAT(ran.err, HasSubstr("would overwrite an input"));
  }
}

TEST(ExportModel, VrmHasTheChosenExpressionsAndArkitsOnRequest) {
  Square s("out/m.vrm");
  s.options.files = {MMDVIEW_SOURCE_DIR "/samples/figure/figure.pmx"};
  s.options.physics.on = false;
  s.options.vrm_expressions = to_utf8(s.folder.put("faces.txt", "happy\nsurprised\tあ\nsad\t没有\n"));
  s.options.arkit = true;
  auto ran = s.run();
  ASSERT_EQ(ran.status, exit_done) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("the model lacks them or they move no vertex: 没有"));
  const auto json = json_of(s.options.output);
  const auto& expressions = json.at("extensions").at("VRMC_vrm").at("expressions");
  EXPECT_FALSE(expressions.at("preset").contains("happy"));
  EXPECT_FALSE(expressions.at("preset").contains("sad"));
  EXPECT_EQ(expressions.at("preset").at("surprised").at("morphTargetBinds"),
            expressions.at("preset").at("aa").at("morphTargetBinds"));
  EXPECT_EQ(expressions.at("custom").at("jawOpen").at("morphTargetBinds"),
            expressions.at("preset").at("aa").at("morphTargetBinds"));
  s.options.vrm_expressions = to_utf8(s.folder.put("faces.txt", "smile\t笑い\n"));
  ran = s.run();
  EXPECT_EQ(ran.status, exit_bad_input);
  EXPECT_THAT(ran.err, HasSubstr("faces.txt: line 1: \"smile\" is not an expression of VRM 1.0"));
}

TEST(ExportModel, VrmTakesTheSpringsOfAnEarlierExport) {
  Square s("out/m.vrm");
  s.options.files = {MMDVIEW_SOURCE_DIR "/samples/figure/figure.pmx"};
  const auto stiffness = [&] {
    EXPECT_EQ(s.run().status, exit_done);
    const auto springs = json_of(s.options.output).at("extensions").at("VRMC_springBone").at("springs");
    return springs.at(0).at("joints").at(0).at("stiffness").get<double>();
  };
  const double fitted = stiffness();
  const std::filesystem::path kept = s.folder.path() / "cache/mmdview/springs";
  ASSERT_EQ(names_in(kept).size(), 1u);
  const std::filesystem::path file = kept / names_in(kept).front();
  auto numbers = nlohmann::json::parse(as_text(read_file(file).value()));
  for (auto& chain : numbers) chain[0] = 3.25;
  s.folder.put("cache/mmdview/springs/" + names_in(kept).front(), numbers.dump());
  EXPECT_EQ(stiffness(), 3.25);
  s.folder.put("cache/mmdview/springs/" + names_in(kept).front(), "{\"1+1\": [");
  EXPECT_EQ(stiffness(), fitted) << "a damaged file is replaced";
  for (auto& chain : numbers) chain[0] = -5.0;
  s.folder.put("cache/mmdview/springs/" + names_in(kept).front(), numbers.dump());
  EXPECT_EQ(stiffness(), fitted) << "as is one with numbers that no fit gives";
}

/// The figure with arms that IK holds where they rest.
std::string person_with_arm_ik(const test::TemporaryFolder& folder) {
  test::FileBuilder b;
  b.file = pmx::read(*read_file(path_from_utf8(MMDVIEW_SOURCE_DIR "/samples/figure/figure.pmx"))).value();
  const auto bone = [&](const std::string& name) {
    for (std::size_t i = 0; i < b.file.bones.size(); ++i)
      if (b.file.utf8(b.file.bones[i].name) == name) return static_cast<std::int32_t>(i);
    return -1;
  };
  for (const std::string side : {"左", "右"}) {
    const auto wrist = bone(side + "手首");
    const auto goal = b.bone(side + "腕ＩＫ", 0, b.file.bones[static_cast<std::size_t>(wrist)].position);
    b.ik(goal, wrist, {bone(side + "ひじ"), bone(side + "腕")});
  }
  return to_utf8(folder.put("person.pmx", as_text(b.bytes())));
}

TEST(ExportModel, VrmIsInATPoseForAnyPoseMotionAndIk) {
  const auto avatar = [](bool ik, bool pose) {
    Square s("out/m.vrm");
    s.options.files = {ik ? person_with_arm_ik(s.folder) : MMDVIEW_SOURCE_DIR "/samples/figure/figure.pmx"};
    if (pose)
      s.options.files.push_back(to_utf8(s.folder.put(
          "p.vpd", "\xEF\xBB\xBFVocaloid Pose Data file\n\nm.osm;\n0;\n\nMorph0{笑い\n  1;\n}\n")));
    s.options.hidden = {"肌"};
    const auto ran = s.run();
    EXPECT_EQ(ran.status, exit_done) << ran.err;
    return json_of(s.options.output);
  };
  const auto plain = avatar(false, false), with_ik = avatar(true, false), posed = avatar(true, true);
  EXPECT_TRUE(with_ik.at("meshes") == posed.at("meshes")) << "weights of morphs, too";
  for (const auto& material : plain.at("materials")) EXPECT_NE(material.at("name"), "肌") << "it is hidden";
  const auto bone = [](const nlohmann::json& json, const char* name) {
    const auto& bones = json.at("extensions").at("VRMC_vrm").at("humanoid").at("humanBones");
    return json.at("nodes")[bones.at(name).at("node").get<std::size_t>()];
  };
  for (const char* name : {"leftUpperArm", "leftLowerArm", "leftHand", "rightUpperArm", "rightHand"})
    for (const char* member : {"translation", "rotation"})
      EXPECT_EQ(bone(plain, name).value(member, nlohmann::json()),
                bone(with_ik, name).value(member, nlohmann::json()))
          << name;
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
