#include <algorithm>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "commands/commands.h"
#include "physics/physics_world.h"
#include "tests/assets/temporary_folder.h"
#include "tests/commands/ran.h"
#include "tests/support/model_builder.h"
#include "tests/support/regex.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::Ran;
using test::TemporaryFolder;
using ::testing::HasSubstr;
using Json = nlohmann::json;

Ran bones(const Options& options) {
  return test::ran(run_bones, options);
}

/// 0 root, 1 arm at (1, 2, 3), 2 appends half of 1, 3-5 a leg and its goal.
FileBuilder limb() {
  FileBuilder b;
  b.bone("センター", -1, {0, 1, 0});
  b.bone("腕,\"左\"\n", 0, {1, 2, 3});
  b.bone("腕捩", 0, {1, 2, 3});
  b.append(2, 1, 0.5f);
  const auto leg = b.bone("leg", 0, {0, 4, 0}), foot = b.bone("foot", leg, {0, 2, 0}),
             goal = b.bone("goal", -1, {1, 3, 0});
  b.ik(goal, foot, {leg});
  return b;
}

struct Given {
  TemporaryFolder folder;
  Options options;
  explicit Given(OutputFormat format, const std::string& pose = {}) {
    options.command = Command::bones;
    options.format = format;
    options.files = {to_utf8(folder.put("m.pmx", as_text(limb().bytes())))};
    if (!pose.empty())
      options.files.push_back(
          to_utf8(folder.put("p.vpd", "Vocaloid Pose Data file\n\nx.osm;\n1;\n\n" + pose)));
  }
};

TEST(Bones, HandsLieOverThePoseAndAModelWithoutFingersSaysSo) {
  Given s(OutputFormat::json);
  FileBuilder b;
  b.bone("左手首", -1, {5, 10, 0});
  for (const char* finger : {"左人指１", "左小指１"})
    b.bone(finger, 0, {6, 10, finger == std::string("左人指１") ? -0.5f : 0.5f});
  s.options.files = {to_utf8(s.folder.put("hand.pmx", as_text(b.bytes()))),
                     to_utf8(s.folder.put("p.vpd",
                                          "Vocaloid Pose Data file\n\nx.osm;\n1;\n\n"
                                          "Bone0{左人指１\n 0,0,0;\n 1,0,0,0;\n}\n"))};
  const auto rotation = [&] { return Json::parse(bones(s.options).out).at("bones").at(1).at("rotation"); };
  const Json posed = rotation();
  s.options.hands = {{"fist", Hands::left, 0.0f}};
  EXPECT_EQ(rotation(), posed);
  s.options.hands = {{"flat", Hands::both, 1.0f}};
  EXPECT_NEAR(rotation().at(3).get<float>(), 1.0f, 0.02f) << "the finger is straight again";
  const Given limbs(OutputFormat::json);
  s.options.files = limbs.options.files;
  const Ran ran = bones(s.options);
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.err, HasSubstr("--hands flat: the model has no fingers"));
}

TEST(Bones, JsonHasTheDocumentedFields) {
  const Given s(OutputFormat::json,
                "Bone0{センター\n 1,2,3.1;\n 0,0,0,1;\n}\nBone1{nobody\n 0,0,0;\n 0,0,0,1;\n}\n");
  const Ran ran = bones(s.options);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const Json j = Json::parse(ran.out);
  EXPECT_EQ(j.at("model"), s.options.files[0]);
  EXPECT_EQ(j.at("poses").at(0), s.options.files[1]);
  EXPECT_EQ(j.at("space"), "mmd");
  EXPECT_EQ(j.at("unmatched").at(0), "nobody");
  ASSERT_EQ(j.at("bones").size(), 6u);
  const Json& arm = j["bones"][1];
  EXPECT_EQ(arm.at("index"), 1);
  EXPECT_EQ(arm.at("name"), "腕,\"左\"\n");
  EXPECT_EQ(arm.at("parent"), 0);
  EXPECT_FLOAT_EQ(arm.at("position").at(0).get<float>(), 2.0f);
  EXPECT_EQ(arm.at("position").at(2).get<float>(), 3.0f + 3.1f) << "left-handed as in the files, and exact";
  EXPECT_EQ(arm.at("rotation").size(), 4u);
  EXPECT_FALSE(arm.contains("append"));
  EXPECT_EQ(j["bones"][2].at("append").at("source"), 1);
  EXPECT_EQ(j["bones"][2].at("append").at("ratio"), 0.5);
  ASSERT_EQ(j.at("ik").size(), 1u);
  EXPECT_EQ(j["ik"][0].at("bone"), 5);
  EXPECT_EQ(j["ik"][0].at("enabled"), true);
  EXPECT_TRUE(j["ik"][0].at("iterations").is_number_integer());
  EXPECT_TRUE(j["ik"][0].at("residual").is_number());
}

TEST(Bones, RightHandedSpaceIsMirrored) {
  Given s(OutputFormat::json, "Bone0{腕捩\n 0,0,0;\n 0.1,0.2,0.3,0.9;\n}\n");
  const Json mmd_space = Json::parse(bones(s.options).out);
  s.options.space = Space::gl;
  const Json gl = Json::parse(bones(s.options).out);
  EXPECT_EQ(gl["space"], "gl");
  for (std::size_t i = 0; i < 6; ++i) {
    const auto &a = mmd_space["bones"][i], &b = gl["bones"][i];
    EXPECT_FLOAT_EQ(a["position"][2].get<float>(), -b["position"][2].get<float>());
    EXPECT_FLOAT_EQ(a["position"][0].get<float>(), b["position"][0].get<float>());
    EXPECT_NEAR(a["rotation"][0].get<float>(), -b["rotation"][0].get<float>(), 1e-6f);
    EXPECT_NEAR(a["rotation"][2].get<float>(), b["rotation"][2].get<float>(), 1e-6f);
  }
}

TEST(Bones, ListsSimulatedBodiesInBothSpaces) {
  Given s(OutputFormat::json);
  FileBuilder b = limb();
  b.file.rigid_bodies = {test::ball(0, 0, {1, 2, 3}), test::ball(1, 1, {4, 5, 6})};
  b.file.rigid_bodies[1].name = b.text("玉");
  s.folder.put("m.pmx", as_text(b.bytes()));
  EXPECT_FALSE(Json::parse(bones(s.options).out).contains("bodies"));
  s.options.physics.on = true;
  s.options.physics.warm_up_steps = 0;
  s.options.physics.settle_seconds = 0.5f;
  const Json mmd_space = Json::parse(bones(s.options).out);
  ASSERT_TRUE(mmd_space.contains("bodies"));
  ASSERT_EQ(mmd_space["bodies"].size(), 2u);
  const Json &still = mmd_space["bodies"][0], &fallen = mmd_space["bodies"][1];
  EXPECT_EQ(still.at("position"), Json({1, 2, 3}));
  EXPECT_EQ(fallen.at("index"), 1);
  EXPECT_EQ(fallen.at("name"), "玉");
  EXPECT_LT(fallen.at("position").at(1).get<float>(), 4.0f);
  s.options.space = Space::gl;
  const Json gl = Json::parse(bones(s.options).out);
  EXPECT_EQ(gl.at("bodies").at(0).at("position"), Json({1, 2, -3}));
}

TEST(Bones, CsvIsQuotedWhereNeeded) {
  const Ran ran = bones(Given(OutputFormat::csv).options);
  EXPECT_THAT(ran.out, ::testing::StartsWith("index,name,parent,x,y,z,qx,qy,qz,qw\r\n"));
  EXPECT_THAT(ran.out, HasSubstr("1,\"腕,\"\"左\"\"\\u000a\",0,1,2,3,"));
}

TEST(Bones, TableHasALinePerBoneAndPerIkChain) {
  const Ran ran = bones(Given(OutputFormat::table).options);
  const std::size_t end = ran.out.find("\n\n") + 1;
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.begin() + static_cast<std::ptrdiff_t>(end), '\n'), 7);
  EXPECT_THAT(ran.out, HasSubstr("センター"));
  EXPECT_THAT(
      ran.out.substr(end + 1),
      test::HasMatch("^chain +name +enabled +iterations +residual\n +5 +goal +yes +[0-9]+ +[0-9.]+\n$"));
}

TEST(Bones, ListsUnknownBonesAndMorphsWithSuggestions) {
  const Given s(OutputFormat::json,
                "Bone0{ｾﾝﾀｰ\n 0,0,0;\n 0,0,0,1;\n}\nBone1{nobody\n 0,0,0;\n 0,0,0,1;\n}\n"
                "Morph0{nothing\n 1;\n}\nMorph1{ｱ\n 1;\n}\n");
  const Ran ran = bones(s.options);
  const Json j = Json::parse(ran.out);
  EXPECT_EQ(j.at("unmatched"), Json({"ｾﾝﾀｰ", "nobody"}));
  EXPECT_EQ(j.at("nearest"), Json({{"ｾﾝﾀｰ", "センター"}}));
  EXPECT_THAT(ran.err, HasSubstr("ｾﾝﾀｰ (did you mean センター?), nobody; "));
  EXPECT_EQ(j.at("unmatched_morphs"), Json({"nothing", "ｱ"}));
  EXPECT_TRUE(j.at("nearest_morphs").is_object());
  EXPECT_THAT(ran.err, HasSubstr("2 morphs that the model lacks: nothing, ｱ"));
}

TEST(Bones, NeverPrintsMinusZero) {
  for (const OutputFormat format : {OutputFormat::json, OutputFormat::csv, OutputFormat::table}) {
    const Given s(format, "Bone0{センター\n -0,-0.00001,0;\n 0,-0,-0,1;\n}\n");
    const Ran ran = bones(s.options);
    EXPECT_THAT(ran.out, ::testing::Not(test::HasMatch("-0[, \n\r\\]]"))) << ran.out;
    EXPECT_THAT(ran.out, ::testing::Not(HasSubstr("-0.0000 "))) << ran.out;
  }
}

TEST(Bones, NoIkReportsChainsAsOff) {
  Given s(OutputFormat::json);
  const Json on = Json::parse(bones(s.options).out);
  s.options.evaluation.ik = false;
  const Json off = Json::parse(bones(s.options).out);
  EXPECT_EQ(off["ik"][0]["enabled"], false);
  EXPECT_NE(on["bones"][4]["position"], off["bones"][4]["position"]);
  EXPECT_EQ(on["bones"][1], off["bones"][1]);
  s.options.format = OutputFormat::table;
  EXPECT_THAT(bones(s.options).out, ::testing::ContainsRegex(" 5 +goal +no +0 "));
}

TEST(Bones, JsonIsValidIfNumbersOverflow) {
  const Given s(OutputFormat::json,
                "Bone0{センター\n 3e38,0,0;\n 0,0,0,1;\n}\nBone1{leg\n 3e38,0,0;\n 0,0,0,1;\n}\n");
  const Ran ran = bones(s.options);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(Json::accept(ran.out)) << ran.out;
}

TEST(Bones, SeveralModelsOfASceneAreListedWithTheirPlaces) {
  Given s(OutputFormat::json);
  s.options.state = "two.mmdscene";  // only a scene names several models
  s.options.files.push_back(s.options.files[0]);
  const Json alone = Json::parse(bones(Given(OutputFormat::json).options).out);
  s.options.places.resize(2);
  s.options.places[1].position = {1, 2, 3};
  s.options.places[1].carrier = 1;
  s.options.places[1].bone = "センター";
  const Json figures = Json::parse(bones(s.options).out).at("figures");
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_EQ(figures[0].at("place"),
            Json({{"position", {0, 0, 0}}, {"rotation", {0, 0, 0, 1}}, {"scale", 1}}));
  EXPECT_EQ(figures[1].at("place").at("position"), Json({1, 3, 3})) << "on a bone at (0, 1, 0)";
  EXPECT_EQ(figures[1].at("bones"), alone.at("bones")) << "in the model's own space";
  s.options.format = OutputFormat::csv;
  EXPECT_THAT(bones(s.options).out,
              ::testing::StartsWith("figure,index,name,parent,x,y,z,qx,qy,qz,qw\r\n1,0,"));
  EXPECT_THAT(bones(s.options).out, HasSubstr("\r\n2,5,goal,-1,1,3,0,"));
  s.options.format = OutputFormat::table;
  EXPECT_THAT(bones(s.options).out, HasSubstr("\n\n2: " + s.options.files[1] + "\nindex  name "));
}

TEST(Bones, ModelWithoutBonesGivesAnEmptyList) {
  TemporaryFolder folder;
  Options o;
  o.format = OutputFormat::json;
  o.files = {to_utf8(folder.put("m.pmx", as_text(FileBuilder().bytes())))};
  const Json j = Json::parse(bones(o).out);
  EXPECT_TRUE(j["bones"].empty());
  EXPECT_TRUE(j["ik"].empty());
}

}  // namespace
}  // namespace mmd
