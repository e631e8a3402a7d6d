// `shot --attach`: what is said and what is seen.

#include <gmock/gmock.h>

#include "tests/cli/program.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;

class Attach : public ProgramTest {
 protected:
  Attach() {
    FileBuilder b;
    b.bone("軸");
    b.square({0, 0, 0}, 0.5f);
    b.material();
    prop = put("props/小@道具.pmx", as_text(b.bytes()));
  }
  Outcome shot(const Words& values, Words more = {}) {
    Words arguments{
        "shot",  model, "-o",     in_folder("out.png"), "--camera", "0,0,-20,0,0,0", "--size", "80x80",
        "--fov", "30",  "--ortho"};
    for (const std::string& value : values) arguments.insert(arguments.end(), {"--attach", value});
    return mmdview(with(arguments, more));
  }
  Image picture(const Words& values, Words more = {}) {
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

TEST_F(Attach, PlacesAModelAtABoneOrInTheScene) {
  const Image plain = picture({});
  EXPECT_TRUE(drawn_at(plain, 2, 0)) << "the model's own square";
  EXPECT_FALSE(drawn_at(plain, 2, 3));
  const Image image = picture({prop + "@腕:0,3,0", prop + "@:-2,-3,0,0,0,0,2"});
  EXPECT_TRUE(drawn_at(image, 2, 3));
  EXPECT_TRUE(drawn_at(image, -2.8f, -3.8f)) << "twice as large";
  EXPECT_FALSE(drawn_at(image, 2.8f, 3.8f));
}

TEST_F(Attach, SeveralModelsKeepTheirPlacesAndPoses) {
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

TEST_F(Attach, NamesWhatCannotBeAttached) {
  const std::pair<std::string, Words> wrong[] = {{prop + "@うで", {"no bone \"うで\"", "hint: "}},
                                                 {in_folder("missing.pmx") + "@腕", {"missing.pmx"}},
                                                 {pose + "@腕", {pose}}};
  for (const auto& [value, words] : wrong) {
    const Outcome outcome = shot({value});
    expect_failure(outcome, 1);
    for (const std::string& word : words) EXPECT_THAT(outcome.err, HasSubstr(word));
  }
  EXPECT_EQ(content("out.png"), "");
}

TEST_F(Attach, FollowsTheBoneInBothStatesOfAComparison) {
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
