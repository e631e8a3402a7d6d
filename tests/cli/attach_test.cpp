// `shot --attach`: what is said and what is seen.

#include <gmock/gmock.h>

#include "tests/cli/program.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Attach : public ProgramTest {
 protected:
  Attach() {
    FileBuilder b;
    b.bone("軸");
    b.square({0, 0, 0}, 0.5f);
    b.material();
    prop = put("props/小@道具.pmx", as_text(b.bytes()));
  }
  Outcome shot(const std::vector<std::string>& values, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{
        "shot",  model, "-o",     in_folder("out.png"), "--camera", "0,0,-20,0,0,0", "--size", "80x80",
        "--fov", "30",  "--ortho"};
    for (const std::string& value : values) arguments.insert(arguments.end(), {"--attach", value});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return mmdview(std::move(arguments));
  }
  Image picture(const std::vector<std::string>& values, std::vector<std::string> more = {}) {
    const Outcome outcome = shot(values, std::move(more));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return decoded(content("out.png"));
  }
  /// Whether something is drawn at a place of the XY plane, MMD units. The picture is 10.7 units high.
  static bool drawn_at(const Image& image, float x, float y) {
    const auto column = static_cast<std::size_t>(40.0f + x * 7.46f),
               row = static_cast<std::size_t>(40.0f - y * 7.46f);
    return image.rgba[4 * (row * 80 + column) + 3] > 128;
  }

  std::string prop;
};

TEST_F(Attach, HangsAModelOnABoneAndInTheScene) {
  const Image plain = picture({});
  EXPECT_TRUE(drawn_at(plain, 2, 0)) << "the model's own square";
  EXPECT_FALSE(drawn_at(plain, 2, 3));
  const Image image = picture({prop + "@腕:0,3,0", prop + "@:-2,-3,0,0,0,0,2"});
  EXPECT_TRUE(drawn_at(image, 2, 3));
  EXPECT_TRUE(drawn_at(image, -2.8f, -3.8f)) << "twice as large";
  EXPECT_FALSE(drawn_at(image, 2.8f, 3.8f));
}

TEST_F(Attach, SeveralModelsOfOneShotStandEachInItsPlaceAndPose) {
  const Image image = picture({}, {prop, "--place", "0,0,0", "--place", "-2,-3,0"});
  EXPECT_TRUE(drawn_at(image, 2, 0));
  EXPECT_TRUE(drawn_at(image, -2, -3));
  const Image posed = picture({}, {model, other_pose, "--place", "0,0,0", "--place", "-4,-3,0"});
  EXPECT_TRUE(drawn_at(posed, 2, 0)) << "the pose is the second model's";
  EXPECT_TRUE(drawn_at(posed, -2, 0)) << "which lifts the arm by 3";
  EXPECT_FALSE(drawn_at(posed, -2, -3));
  const Image hidden = picture({}, {prop, "--place", "0,0,0", "--place", "-2,-3,0", "--hide", "1:*"});
  EXPECT_FALSE(drawn_at(hidden, 2, 0));
  EXPECT_TRUE(drawn_at(hidden, -2, -3));
}

TEST_F(Attach, FollowsThePose) {
  const Image image = picture({prop + "@腕:0,2,0"}, {other_pose});  // lifts the arm by 3
  EXPECT_TRUE(drawn_at(image, 2, 5));
  EXPECT_FALSE(drawn_at(image, 2, 1.7f));
}

TEST_F(Attach, IsInTheMetadataWithoutFolders) {
  static_cast<void>(picture({prop + "@腕:0,3,0"}));
  EXPECT_THAT(content("out.png"), HasSubstr("--attach 小@道具.pmx@腕:0,3,0"));
  EXPECT_THAT(content("out.png"), Not(HasSubstr(to_utf8(folder.path()))));
}

TEST_F(Attach, WhatCannotBeAttachedIsNamed) {
  const Outcome bone = shot({prop + "@うで"});
  expect_failure(bone, 1);
  EXPECT_THAT(bone.err, HasSubstr("うで"));
  EXPECT_THAT(bone.err, HasSubstr("hint: "));
  const Outcome missing = shot({in_folder("missing.pmx") + "@腕"});
  expect_failure(missing, 1);
  EXPECT_THAT(missing.err, HasSubstr("missing.pmx"));
  const Outcome no_model = shot({pose + "@腕"});
  expect_failure(no_model, 1);
  EXPECT_THAT(no_model.err, HasSubstr(pose));
  const Outcome no_bone = shot({prop});  // its name holds an '@'
  expect_failure(no_bone, 1);
  EXPECT_THAT(no_bone.err, HasSubstr(prop));
  EXPECT_THAT(no_bone.err, HasSubstr("@BONE"));
  EXPECT_EQ(content("out.png"), "");
}

TEST_F(Attach, WrongNumbersAreWrongUsage) {
  for (const char* numbers : {"1,2", "nan,0,0", "0,0,0,0,0,0,0", "0,0,0,0,0,0,-1", "a,b,c"})
    expect_failure(shot({prop + "@腕:" + numbers}), 2);
  expect_failure(shot({in_folder("plain.pmx")}), 2);
  expect_failure(mmdview({"bones", model, "--attach", prop + "@腕"}), 2);
}

TEST_F(Attach, InComparisonsItFollowsTheBoneOfEachState) {
  const Image image = picture({prop + "@腕:0,2,0"}, {"--compare", other_pose});
  ASSERT_EQ(image.width, 240);
  const auto panel_drawn_at = [&](std::size_t panel, float x, float y) {
    const auto column = static_cast<std::size_t>(40.0f + x * 7.46f),
               row = static_cast<std::size_t>(40.0f - y * 7.46f);
    return image.rgba[4 * (row * 240 + 80 * panel + column) + 3] > 128;
  };
  EXPECT_TRUE(panel_drawn_at(0, 2, 2));
  EXPECT_FALSE(panel_drawn_at(0, 2, 5));
  EXPECT_TRUE(panel_drawn_at(1, 2, 5));
  EXPECT_FALSE(panel_drawn_at(1, 2, 1.7f));
  EXPECT_TRUE(panel_drawn_at(2, 2, 2));
  const std::uint8_t* heat = &image.rgba[4 * (25 * 240 + 160 + 54)];  // the prop in the heat map
  EXPECT_GT(heat[0], 2 * heat[1]) << "it moved as far as anything: red";
}

}  // namespace
}  // namespace mmd::test
