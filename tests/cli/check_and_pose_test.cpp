#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "tests/cli/program.h"
#include "tests/support/format_samples.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class CheckAndPose : public ProgramTest {
 protected:
  std::string side_pose() {
    return put("side.vpd", vpd_text("Bone0{左腕\r\n  1,2,3;\r\n  0,0,0.6,0.8;\r\n}\r\n"));
  }
};

TEST_F(CheckAndPose, CheckIsAResultOnStandardOutput) {
  const Outcome outcome = mmdview({"check", model, pose});
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr(model + ": model, 0 errors"));
  EXPECT_THAT(outcome.out, HasSubstr(pose + ": pose, 0 errors"));
}

TEST_F(CheckAndPose, CheckOfADamagedModelIsOne) {
  pmx::File file = full_featured();
  file.bones[1].parent = 1;
  const Outcome outcome = mmdview({"check", "--format", "json", put("m.pmx", as_text(*pmx::write(file)))});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_GE(Json::parse(outcome.out).at("errors").get<int>(), 1);
  EXPECT_EQ(outcome.err, "");
}

TEST_F(CheckAndPose, CheckSurvivesFilesCutOffAnywhere) {
  const std::string whole(as_text(*pmx::write(full_featured())));
  for (std::size_t i = 0; i < 12; ++i) {
    const Outcome outcome = mmdview({"check", put("cut.pmx", whole.substr(0, whole.size() * i / 12))});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.signal, 0);
    EXPECT_THAT(outcome.out, HasSubstr("  error "));
  }
}

TEST_F(CheckAndPose, APoseGoesThroughStandardInputAndOutput) {
  side_pose();
  Invocation run;
  run.input = content("side.vpd");
  const Outcome once = mmdview({"pose", "mirror", "-", "-o", "-"}, run);
  ASSERT_EQ(once.status, 0) << once.err;
  EXPECT_THAT(once.out, HasSubstr(*cp932_from_utf8("Bone0{右腕\r\n  -1.000000,2.000000,3.000000;")));
  run.input = once.out;
  const Outcome twice = mmdview({"pose", "mirror", "-", "-o", "-"}, run);
  EXPECT_THAT(twice.out, HasSubstr(*cp932_from_utf8("Bone0{左腕\r\n  1.000000,2.000000,3.000000;")));
}

TEST_F(CheckAndPose, WhatPoseWritesIsAPoseForTheOtherCommands) {
  const std::string out = in_folder("half.vpd");
  ASSERT_EQ(mmdview({"pose", "blend", pose, other_pose, "--weights", "1,1", "-o", out}).status, 0);
  const Outcome bones = mmdview({"bones", "--format", "json", model, out});
  ASSERT_EQ(bones.status, 0) << bones.err;
  EXPECT_FLOAT_EQ(Json::parse(bones.out)["bones"][1]["position"][1].get<float>(), 1.5f);
  EXPECT_EQ(bones.err, "");
}

TEST_F(CheckAndPose, AnOutputWithoutANameTakesNoInputForIt) {
  const std::string before = content("ポーズ 1.vpd");
  expect_failure(mmdview({"pose", "mirror", "--output=", pose, other_pose}), 2);
  EXPECT_EQ(content("ポーズ 1.vpd"), before);
}

TEST_F(CheckAndPose, WrongUsageIsTwo) {
  const std::string out = in_folder("o.vpd");
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"pose"},
                                                    {"pose", "turn", pose, "-o", out},
                                                    {"pose", "mirror", pose},
                                                    {"pose", "diff", pose, "-o", out},
                                                    {"pose", "reset", pose, "-o", out},
                                                    {"pose", "mirror", pose, "-o", in_folder("o.png")},
                                                    {"check"},
                                                    {"check", "--format", "csv", model}}) {
    const Outcome outcome = mmdview(arguments);
    expect_failure(outcome, 2);
    EXPECT_THAT(outcome.err, HasSubstr("  hint: "));
  }
  expect_failure(mmdview({"pose", "mirror", model, "-o", out}), 1);
  expect_failure(mmdview({"pose", "mirror", in_folder("missing.vpd"), "-o", out}), 1);
  EXPECT_EQ(content("o.vpd"), "");
}

}  // namespace
}  // namespace mmd::test
