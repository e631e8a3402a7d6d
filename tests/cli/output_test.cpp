#include <cstring>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "tests/cli/program.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class Output : public ProgramTest {
 protected:
  Json bones(Words arguments) {
    const Outcome outcome = mmdview(with({"bones", "--format", "json"}, arguments));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return Json::parse(outcome.out);
  }
  /// A small picture with those arguments more.
  std::string shot(Words arguments) {
    const Outcome outcome = mmdview(with({"shot", "-o", "-", "--size", "64x48", "--no-metadata"}, arguments));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }
};

TEST_F(Output, StandardOutputContainsThePictureOnly) {
  const Outcome outcome = mmdview({"shot", "-v", model, pose, "-o", "-", "--size", "64x48"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("OpenGL"));
  const Image image = decoded(outcome.out);
  EXPECT_EQ(image.width, 64);
  EXPECT_EQ(image.height, 48);
  EXPECT_TRUE(image.has_alpha) << "transparent is the default";
  EXPECT_GT(covered_pixels(image), 100);
  EXPECT_EQ(outcome.out.substr(outcome.out.size() - 8, 4), "IEND") << "nothing after the picture";
}

TEST_F(Output, AcceptsModelsAndPosesOnStandardInput) {
  Invocation run;
  run.input = content(model);
  const Outcome info = mmdview({"info", "-"}, run);
  EXPECT_EQ(info.status, 0) << info.err;
  const Outcome shot_outcome =
      mmdview({"shot", "-", pose, "-o", "-", "--size", "64x48", "--no-metadata"}, run);
  EXPECT_EQ(shot_outcome.out, shot({model, pose}));
  run.input = content(pose);
  const Outcome with_pose = mmdview({"shot", model, "-", "-o", "-", "--size", "64x48", "--no-metadata"}, run);
  EXPECT_EQ(with_pose.out, shot({model, pose}));
  run.input.clear();
  expect_failure(mmdview({"info", "-"}, run), 1);
}

TEST_F(Output, PoseToolsReadStandardInputAndWriteStandardOutput) {
  Invocation run;
  run.input = vpd_text("Bone0{左腕\r\n  1,2,3;\r\n  0,0,0.6,0.8;\r\n}\r\n");
  for (const char* expected :
       {"Bone0{右腕\r\n  -1.000000,2.000000,3.000000;", "Bone0{左腕\r\n  1.000000,2.000000,3.000000;"}) {
    const Outcome mirrored = mmdview({"pose", "mirror", "-", "-o", "-"}, run);
    ASSERT_EQ(mirrored.status, 0) << mirrored.err;
    EXPECT_THAT(mirrored.out, HasSubstr(*cp932_from_utf8(expected)));
    run.input = mirrored.out;
  }
}

TEST_F(Output, EmptyOutputNameDoesNotConsumeAnInput) {
  const std::string before = content("ポーズ 1.vpd");
  expect_failure(mmdview({"pose", "mirror", "--output=", pose, other_pose}), 2);
  EXPECT_EQ(content("ポーズ 1.vpd"), before);
}

TEST_F(Output, PathsAreRelativeToTheWorkingFolder) {
  Invocation run;
  run.working_folder = to_utf8(folder.path());
  put("-x.pmx", content(model));
  EXPECT_EQ(mmdview({"info", "--", "-x.pmx"}, run).status, 0);
  EXPECT_EQ(mmdview({"shot", "-o", "out.PNG", "--size", "8x8", "--", "-x.pmx"}, run).status, 0);
  EXPECT_EQ(decoded(content("out.PNG")).width, 8);
}

TEST_F(Output, ControlCharactersInNamesAreEscapedEverywhere) {
  const std::string wild =
      "\x1b]0;a\x07\xc2\x9b"
      "31m\x7f\u202e\u2066b";
  FileBuilder b = small_model();
  b.bone(wild, 0);
  b.bone("=1+2", 0);
  b.file.name = b.file.comment = b.text(wild);
  b.texture(wild + ".png");
  b.file.materials[0].name = b.text(wild);
  b.file.materials[0].texture = 0;
  b.file.morphs[0].name = b.text(wild);
  const std::string named = put("wild.pmx", as_text(b.bytes())),
                    posed = put("wild.vpd", vpd_text("Bone0{" + wild + "x\n 0,0,0;\n 0,0,0,1;\n}\n"));
  const std::vector<Words> runs{
      {"bones", named, posed},
      {"bones", named, posed, "--format", "csv"},
      {"bones", named, posed, "--format", "json"},
      {"info", named, "-v"},
      {"info", named, "--format", "json"},
      {"info", posed},
      {"check", named, posed, "-v"},
      {"check", named, posed, "--format", "json"},
      {"bones", named, "--morph", wild + "z=1"},
      {"batch", named, posed, "-o", in_folder("o"), "--size", "8x8", "--manifest", in_folder("m.jsonl")}};
  for (const auto& arguments : runs) {
    const Outcome done = mmdview(arguments);
    for (const std::string& text : {done.out, done.err, content("m.jsonl")})
      for (const char* raw : {"\x1b", "\x07", "\xc2\x9b", "\x7f", "\u202e", "\u2066"})
        EXPECT_EQ(text.find(raw), std::string::npos) << testing::PrintToString(arguments) << text;
  }
  const Outcome csv = mmdview(runs[1]), json = mmdview(runs[2]);
  EXPECT_THAT(csv.out, HasSubstr(",\\u001b]0;a\\u0007\\u009b31m\\u007f\\u202e\\u2066b,0,"));
  EXPECT_THAT(csv.out, HasSubstr(",\"=1+2\",0,"));
  EXPECT_THAT(csv.out, HasSubstr(",-1,")) << "a number";
  EXPECT_EQ(nlohmann::json::parse(json.out)["bones"].back()["name"], "=1+2");
  EXPECT_EQ(nlohmann::json::parse(json.out)["bones"][b.file.bones.size() - 2]["name"], wild);
}

TEST_F(Output, NoMorphsIgnoresTheMorphsOfThePose) {
  const std::string camera = "0,0,-20,0,0,0";
  const std::string plain = shot({model, "--camera", camera}),
                    wide = shot({model, "--morph", "広げる=1", "--camera", camera});
  EXPECT_GT(covered_pixels(decoded(wide)), covered_pixels(decoded(plain)));
  const std::string in_pose = put("広げる.vpd", vpd_text("Morph0{広げる\r\n  1;\r\n}\r\n"));
  EXPECT_EQ(decoded(shot({model, in_pose, "--camera", camera})).rgba, decoded(wide).rgba);
  EXPECT_EQ(decoded(shot({model, in_pose, "--no-morphs", "--camera", camera})).rgba, decoded(plain).rgba);
  EXPECT_EQ(shot({model, "--morph", "広げる=1", "--morph", "広げる=0", "--camera", camera}), plain);
}

}  // namespace
}  // namespace mmd::test
