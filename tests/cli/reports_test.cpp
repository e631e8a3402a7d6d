// Files as they are found: tests/cli/reports/README.md.
#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

std::string report(const std::string& name) {
  return std::string(MMDVIEW_SOURCE_DIR "/tests/cli/reports/") + name;
}

class Reports : public ProgramTest {
 protected:
  /// What `bones` says of the files with these options.
  static Json bones(Words arguments) {
    const Outcome outcome = mmdview(with({"bones", "--format", "json"}, arguments));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return Json::parse(outcome.out, nullptr, false);
  }
  static void expect_numbers(const Json& found, std::vector<double> expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(found[i].get<double>(), expected[i], 2e-4) << found;
  }
  /// The picture of a model, and in `said_` what was said on the way.
  Image picture(const std::string& name, Words options = {}) {
    const std::string out = in_folder("out.png");
    const Outcome outcome = mmdview(
        with({"shot", report(name), "-o", out, "--force", "--size", "64x64", "--no-ground-shadow"}, options));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    said_ = outcome.err;
    return decoded(content("out.png"));
  }
  static bool is_blank(const Image& image) {
    for (std::size_t i = 3; i < image.rgba.size(); i += 4)
      if (image.rgba[i] != 0) return false;
    return true;
  }

  std::string said_;
};

TEST_F(Reports, NamesThatMmdCutAt19BytesMatchTheirBones) {
  const Json all = bones({report("cut.pmx"), report("cut.vpd")});
  expect_numbers(all["bones"][1]["position"], {2, 2, 3});
  expect_numbers(all["bones"][2]["position"], {3, 2, 3});
  for (const int bone : {1, 2}) expect_numbers(all["bones"][bone]["rotation"], {0, 0.7071, 0, 0.7071});
  EXPECT_TRUE(all["unmatched"].empty());
  EXPECT_EQ(mmdview({"check", report("cut.vpd"), report("cut.pmx")}).status, 0);
}

TEST_F(Reports, TruncatedSecondPmdTextureKeepsTheFirst) {
  picture("star_bmp.pmd");
  EXPECT_THAT(said_, HasSubstr("second texture"));
  EXPECT_THAT(said_, Not(HasSubstr("not found")));
}

TEST_F(Reports, FlatModelIsShownFromItsVisibleSide) {
  EXPECT_FALSE(is_blank(picture("flat.pmx")));
  const Outcome outcome = mmdview({"thumbnail", report("flat.pmx"), in_folder("thumbnail.png")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_FALSE(is_blank(decoded(content("thumbnail.png"))));
}

TEST_F(Reports, WarnsIfThePictureIsEmpty) {
  EXPECT_TRUE(is_blank(picture("flat.pmx", {"--view", "front"})));
  EXPECT_THAT(said_, HasSubstr("warning: the model is not visible in the picture"));
}

TEST_F(Reports, WarnsAboutRealProblemsOnly) {
  struct Case {
    Words arguments;
    std::vector<const char*> said;
    const char* unsaid = "error: ";
  };
  const Case cases[] = {
      {{"bones", report("groupmat.pmx"), report("base.vmd")}, {}, "base"},  // the base morph
      {{"check", report("base.vmd"), report("groupmat.pmx")}, {}, "name-unknown"},
      {{"check", report("knee_z0.0.pmx")}, {"[ik-straight]"}},
      {{"check", report("append_self.pmx")}, {"0 errors, 1 warning"}},
      {{"bones", model, report("33_nan.vpd")}, {"line 8: ", "skipped"}},
      {{"bones", model, report("08_bracket_head.vpd")}, {}}};
  for (const Case& c : cases) {
    SCOPED_TRACE(::testing::PrintToString(c.arguments));
    const Outcome outcome = mmdview(c.arguments);
    EXPECT_EQ(outcome.status, 0);
    const std::string said = c.arguments[0] == "check" ? outcome.out : outcome.err;
    for (const char* words : c.said) EXPECT_THAT(said, HasSubstr(words));
    EXPECT_THAT(said, Not(HasSubstr(c.unsaid)));
  }
}

TEST_F(Reports, TexturesAreFoundLikeOnWindows) {
  for (const char* folder : {"path_wavedash", "path_trailing_space", "path_leading_slash"}) {
    picture(std::string(folder) + "/model.pmx");
    EXPECT_THAT(said_, Not(HasSubstr("texture"))) << folder;
  }
}

TEST_F(Reports, ReadsTexturesOutsideTheFolderIfAllowed) {
  picture("path_up2/a/b/m.pmx");
  EXPECT_THAT(said_, HasSubstr("is outside of the model's folder"));
  EXPECT_THAT(said_, HasSubstr("--allow-outside"));
  picture("path_up2/a/b/m.pmx", {"--allow-outside"});
  EXPECT_THAT(said_, Not(HasSubstr("texture")));
}

TEST_F(Reports, Pmx21WithoutSoftBodiesLoadsWithAWarning) {
  EXPECT_FALSE(is_blank(picture("ver21_nosoft.pmx")));
  EXPECT_THAT(said_, HasSubstr("warning: "));
  EXPECT_THAT(said_, HasSubstr("soft bodies"));
}

TEST_F(Reports, TracksWithALateFirstKeyStartAtRest) {
  for (const auto& [frame, x] : {std::pair("0", 0.0), std::pair("5", 5.0), std::pair("10", 10.0)}) {
    const Json at = bones({report("late.pmx"), report("late.vmd"), "--frame", frame});
    double most = 0.0;
    for (const Json& bone : at["bones"]) most = std::max(most, std::abs(bone["position"][0].get<double>()));
    EXPECT_NEAR(most, x, 1e-4) << frame;
  }
}

TEST_F(Reports, IkIsOnBeforeItsFirstKey) {
  for (const auto& [frame, on] : {std::pair("0", true), std::pair("9", true), std::pair("10", false)}) {
    const Json at = bones({report("prop_late.pmx"), report("prop_late.vmd"), "--frame", frame});
    for (const Json& chain : at["ik"]) EXPECT_EQ(chain["enabled"].get<bool>(), on) << frame;
  }
}

TEST_F(Reports, FixedAxisBonesRotateLikeInMmd) {
  const Json at = bones({report("fixed.pmx"), report("fixed.vmd")});
  for (const Json& bone : at["bones"])
    if (bone["name"] == "右腕捩")
      return expect_numbers(bone["rotation"], {-0.15898, -0.14217, -0.00555, 0.97698});
  FAIL() << at;
}

TEST_F(Reports, FramesBeyondTheEndGiveTheLastFrame) {
  const Outcome beyond = mmdview({"bones", report("late.pmx"), report("late.vmd"), "--frame", "2000000000",
                                  "--settle", "--format", "json"});
  EXPECT_EQ(beyond.status, 0) << beyond.err;
  EXPECT_EQ(Json::parse(beyond.out)["bones"],
            bones({report("late.pmx"), report("late.vmd"), "--frame", "10"})["bones"]);
}

}  // namespace
}  // namespace mmd::test
