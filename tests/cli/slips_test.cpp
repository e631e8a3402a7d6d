// What those who do not know the program yet type, and what it answers.

#include <gmock/gmock.h>

#include "formats/vmd.h"
#include "tests/cli/program.h"
#include "tests/support/archive_samples.h"

namespace mmd::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Slips : public ProgramTest {};

TEST_F(Slips, UnknownWordIsReportedBeforeAMissingDisplay) {
  const Outcome like_a_command = mmdview({"shoot"});
  expect_failure(like_a_command, 2);
  EXPECT_THAT(like_a_command.err,
              AllOf(HasSubstr("no such file or command"), HasSubstr("did you mean shot?")));
  const Outcome word = mmdview({"frobnicate"});
  expect_failure(word, 1);
  EXPECT_THAT(word.err, AllOf(HasSubstr("frobnicate: no such file or command"), HasSubstr("mmdview help")));
  expect_failure(mmdview({model, in_folder("missing.vpd")}), 1);
  Invocation no_display;
  no_display.environment = {{"SDL_VIDEODRIVER", "nonexistent"}};
  expect_failure(mmdview({in_folder("")}, no_display), 4);  // a folder to browse
  expect_failure(mmdview({"shot", in_folder(""), "-o", in_folder("x.png")}), 1);
  expect_failure(mmdview({model, "--attach", in_folder("missing.pmx") + "@腕"}), 1);
  expect_failure(mmdview({model}, no_display), 4);  // that is there, and a display is not
}

TEST_F(Slips, OutputWithoutACommandMeansShot) {
  const Outcome made = mmdview({model, pose, "-o", in_folder("o.png"), "--size", "8x8"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(mmdview({"shot", model, pose, "-o", in_folder("s.png"), "--size", "8x8"}).status, 0);
  EXPECT_EQ(content("o.png"), content("s.png"));
  const Outcome exported = mmdview({model, "-o", in_folder("o.glb")});
  expect_failure(exported, 2);
  EXPECT_THAT(exported.err, HasSubstr("`mmdview export` writes .glb"));
  const Outcome picture = mmdview({"convert", model, "-o", in_folder("o2.png")});
  expect_failure(picture, 2);
  EXPECT_THAT(picture.err, HasSubstr("use `mmdview shot`"));
  const Outcome unnamed = mmdview({model, in_folder("new.png")});
  expect_failure(unnamed, 1);
  EXPECT_THAT(unnamed.err, HasSubstr("put -o before it"));
}

TEST_F(Slips, MissingFileSuggestsASimilarName) {
  put("figure.pmx", content("モデル 1.pmx"));
  put("standing.vpd", content("ポーズ 1.vpd"));
  for (const char* command : {"view", "info", "bones"}) {
    const Outcome outcome = mmdview({command, in_folder("figur.pmx")});
    expect_failure(outcome, 1);
    EXPECT_THAT(outcome.err, HasSubstr("did you mean " + in_folder("figure.pmx") + "?"));
  }
  const Outcome pose_tool = mmdview({"pose", "mirror", in_folder("standig.vpd"), "-o", in_folder("o.vpd")});
  EXPECT_THAT(pose_tool.err, HasSubstr("did you mean " + in_folder("standing.vpd") + "?"));
}

TEST_F(Slips, OverlappingPosesWarnAndNameTheBatch) {
  const Outcome two = mmdview({"shot", model, pose, other_pose, "-o", in_folder("o.png"), "--size", "8x8"});
  EXPECT_EQ(two.status, 0);
  EXPECT_THAT(two.err, AllOf(HasSubstr("2 poses are combined"), HasSubstr("most bones of 1 of them"),
                             HasSubstr("`mmdview batch` makes one picture per pose")));
  EXPECT_THAT(mmdview({"bones", model, pose, other_pose}).err, HasSubstr("2 poses are combined"));
}

TEST_F(Slips, RefusesAStateWithAPoseFromStandardInput) {
  Invocation run;
  run.input = R"({"mmdview-state": 1, "pose": "Vocaloid Pose Data file\n\nx.osm;\n0;\n"})";
  const Outcome outcome = mmdview({"shot", "--state", "-", "-o", in_folder("o.png")}, run);
  expect_failure(outcome, 1);
  EXPECT_THAT(outcome.err, HasSubstr("a scene with a pose cannot come from standard input"));
  const Outcome named = mmdview({"shot", "--state", "-", model, pose, "-o", in_folder("o.png")}, run);
  EXPECT_EQ(named.status, 0) << named.err;
}

TEST_F(Slips, PosesOfDifferentBonesDoNotWarn) {
  const std::string centre = put("c.vpd", vpd_text("Bone0{センター\r\n  0,1,0;\r\n  0,0,0,1;\r\n}\r\n"));
  EXPECT_EQ(mmdview({"shot", model, pose, centre, "-o", in_folder("o.png"), "--size", "8x8"}).err, "");
}

class PoseArchive : public ProgramTest {
 protected:
  std::string archive(const char* name, std::vector<ZipFile> files) {
    return put(name, as_text(zip_file(files)));
  }
};

TEST_F(PoseArchive, UsesTheOnlyPose) {
  const std::string zip = archive("one.zip", {{"p/a.vpd", content("ポーズ 1.vpd")}, {"readme.txt", "x"}});
  const std::string expected = mmdview({"bones", model, pose}).out;
  EXPECT_EQ(mmdview({"bones", model, zip}).out, expected);
  EXPECT_EQ(mmdview({"bones", zip, model}).out, expected);
  EXPECT_THAT(mmdview({"info", zip}).out, HasSubstr("p/a.vpd"));
  EXPECT_THAT(mmdview({"check", model, zip}).out, HasSubstr("one.zip/p/a.vpd: pose"));
  EXPECT_EQ(mmdview({"pose", "mirror", zip, "-o", "-"}).out,
            mmdview({"pose", "mirror", pose, "-o", "-"}).out);
}

TEST_F(PoseArchive, SeveralPosesAreAnErrorThatShowsHowToNameOne) {
  const std::string zip =
      archive("two.zip", {{"a.vpd", content("ポーズ 1.vpd")}, {"b.vpd", content("ポーズ 2.vpd")}});
  for (const auto& arguments : {Words{"bones", model, zip}, {"bones", zip, model}, {"info", zip}}) {
    const Outcome outcome = mmdview(arguments);
    expect_failure(outcome, 1);
    EXPECT_THAT(outcome.err,
                AllOf(HasSubstr("2 poses"), HasSubstr(zip + "/b.vpd"), Not(HasSubstr("second model"))));
  }
  EXPECT_EQ(mmdview({"bones", model, zip + "/b.vpd"}).out, mmdview({"bones", model, other_pose}).out);
}

TEST_F(PoseArchive, ArchiveWithAModelGivesTheModel) {
  const std::string zip =
      archive("both.zip", {{"m.pmx", content("モデル 1.pmx")}, {"a.vpd", content("ポーズ 1.vpd")}});
  EXPECT_EQ(mmdview({"bones", zip}).status, 0);
  expect_failure(mmdview({"bones", model, zip}), 1);
}

TEST_F(Slips, WarnsThatFramesNeedAMotion) {
  const std::string motion = put("m.vmd", as_text(vmd::write(vmd::empty_file("m")).value()));
  const auto frames = [&](const std::string& file) {
    return mmdview({"batch", model, file, "-o", in_folder("out"), "--frames", "0:4", "--dry-run"});
  };
  const Outcome without = frames(pose);
  EXPECT_EQ(without.status, 0);
  EXPECT_THAT(without.err, HasSubstr("--frames has no effect: there is no motion"));
  EXPECT_THAT(frames(motion).err, Not(HasSubstr("no effect")));
}

}  // namespace
}  // namespace mmd::test
