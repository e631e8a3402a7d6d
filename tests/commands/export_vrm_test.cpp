// What export says and writes of a VRM.
#include <algorithm>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/commands/export_fixture.h"
#include "tests/support/image_samples.h"
#include "tests/support/model_builder.h"

#if MMDVIEW_HAS_GLTF
namespace mmd {
namespace {

using test::json_of;
using test::names_in;
using test::Square;
using ::testing::HasSubstr;

TEST(ExportVrm, ModelWithoutABodyGivesNoVrm) {
  Square s("out/m.vrm");
  const auto ran = s.run();
  EXPECT_EQ(ran.status, exit_bad_input);
  EXPECT_THAT(ran.err, HasSubstr("a VRM needs the bones of a human body; not found: hips, spine, head"));
  EXPECT_THAT(names_in(s.folder.path() / "out"), ::testing::IsEmpty());
}

/// Whether a value or a member of it is null.
bool has_null(const nlohmann::json& value) {
  if (value.is_null()) return true;
  return value.is_structured() &&
         std::any_of(value.begin(), value.end(), [](const nlohmann::json& one) { return has_null(one); });
}

TEST(ExportVrm, HasNoNulls) {
  for (const bool zero : {false, true}) {
    Square s("out/m.vrm");
    s.options.files = {MMDVIEW_SOURCE_DIR "/samples/figure/figure.pmx"};
    s.options.physics.on = false;
    s.options.vrm_zero = zero;
    ASSERT_EQ(s.run().status, exit_done);
    EXPECT_FALSE(has_null(json_of(s.options.output))) << zero;
  }
}

TEST(ExportVrm, ReportsOmissionsAndAllowsNothing) {
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

TEST(ExportVrm, HasTheThumbnailOfItsTerms) {
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

TEST(ExportVrm, ReportsWrongTermsBeforeItExaminesTheModel) {
  Square s("out/m.vrm");
  s.options.vrm_meta = to_utf8(s.folder.put("terms.json", R"({"autors": ["A"]})"));
  const auto ran = s.run();
  EXPECT_EQ(ran.status, exit_bad_input);
  EXPECT_THAT(ran.err, HasSubstr("terms.json: \"autors\" is not a term of a VRM"));
  EXPECT_THAT(ran.err, HasSubstr("did you mean authors?"));
  EXPECT_THAT(ran.err, ::testing::Not(HasSubstr("bones of a human body"))) << "the model lacks them, too";
}

TEST(ExportVrm, NeverOverwritesTheTermsOfAVrmOrTheirPicture) {
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

TEST(ExportVrm, HasTheChosenExpressionsAndArkitsOnRequest) {
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

TEST(ExportVrm, TakesTheSpringsOfAnEarlierExport) {
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

TEST(ExportVrm, IsInATPoseForAnyPoseMotionAndIk) {
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

}  // namespace
}  // namespace mmd
#endif
