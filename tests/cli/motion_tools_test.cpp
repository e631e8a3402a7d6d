// `pose` for motions, from outside. What the tools compute: tests/pose/motion_tools_test.cpp.

#include <filesystem>

#include <gmock/gmock.h>

#include "tests/cli/program.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;

const std::string song = MMDVIEW_SOURCE_DIR "/samples/motions/song.vmd";

class MotionToolsOfPose : public ProgramTest {
 protected:
  Outcome tool(const std::string& name, Words arguments) {
    return mmdview(with({"pose", name}, with(arguments, {"-o", in_folder("out.vmd")})));
  }
};

TEST_F(MotionToolsOfPose, KeepTheBytesOfAMotionThatTheyDoNotChange) {
  const std::string bytes = bytes_in(song);
  ASSERT_EQ(tool("shift", {song, "--by", "0"}).status, 0);
  EXPECT_EQ(content("out.vmd"), bytes);
  ASSERT_EQ(tool("retime", {song, "--speed", "1"}).status, 0);
  EXPECT_EQ(content("out.vmd"), bytes);
  ASSERT_EQ(tool("merge", {song}).status, 0);
  EXPECT_EQ(content("out.vmd"), bytes);
  ASSERT_EQ(tool("mirror", {song}).status, 0);
  std::filesystem::rename(folder.path() / "out.vmd", folder.path() / "mirrored.vmd");
  ASSERT_EQ(tool("mirror", {in_folder("mirrored.vmd")}).status, 0);
  EXPECT_EQ(content("out.vmd"), bytes);
}

TEST_F(MotionToolsOfPose, SayWhichOptionTheyNeed) {
  EXPECT_THAT(tool("cut", {song}).err, HasSubstr("pose cut needs --range FIRST:LAST"));
  expect_failure(tool("shift", {song}), 2);
  expect_failure(tool("retime", {song}), 2);
  EXPECT_THAT(tool("shift", {song, "--by", "3", "--speed", "2"}).err,
              HasSubstr("--speed is not for pose shift"));
  EXPECT_THAT(tool("cut", {song, song, "--range", "0:3"}).err, HasSubstr("pose cut takes one motion"));
  EXPECT_THAT(tool("blend", {song}).err, HasSubstr("only mirror, merge, cut, shift, retime and sequence"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out.vmd"));
}

TEST_F(MotionToolsOfPose, RefuseOtherFilesAndOtherNames) {
  EXPECT_THAT(tool("shift", {pose, "--by", "3"}).err, HasSubstr("not a VMD motion"));
  EXPECT_THAT(tool("sequence", {song}).err, HasSubstr("not a VPD pose"));
  const Outcome named = mmdview({"pose", "shift", song, "--by", "3", "-o", in_folder("a.vpd")});
  expect_failure(named, 2);
  EXPECT_THAT(named.err, HasSubstr("motions are .vmd files"));
  const std::string own = put("own.vmd", bytes_in(song));
  EXPECT_NE(mmdview({"pose", "shift", own, "--by", "3", "-o", own}).status, 0);
  EXPECT_EQ(content("own.vmd"), bytes_in(song));
}

TEST_F(MotionToolsOfPose, RefuseDamagedMotions) {
  const std::string bytes = bytes_in(song);
  for (const std::size_t length : {std::size_t{31}, std::size_t{60}, std::size_t{200}}) {
    const std::string damaged = put("damaged.vmd", bytes.substr(0, length));
    for (const Words& words : {Words{"cut", damaged, "--range", "0:30"}, Words{"mirror", damaged}}) {
      const Outcome done = mmdview(with({"pose"}, with(words, {"-o", in_folder("out.vmd")})));
      expect_failure(done, 1);
      EXPECT_THAT(done.err, ::testing::Not(HasSubstr("skipped")));
      EXPECT_FALSE(std::filesystem::exists(folder.path() / "out.vmd"));
    }
  }
}

TEST_F(MotionToolsOfPose, RefuseKeysThatAreNoNumbers) {
  std::string bytes = bytes_in(song);
  bytes.replace(73, 4, "\x00\x00\xc0\x7f", 4);  // the first bone key's X
  const std::string damaged = put("nan.vmd", bytes);
  for (const Words& words : {Words{"cut", damaged, "--range", "0:30"}, Words{"mirror", damaged}}) {
    const Outcome done = mmdview(with({"pose"}, with(words, {"-o", in_folder("out.vmd")})));
    expect_failure(done, 1);
    EXPECT_THAT(done.err, HasSubstr("keys are not numbers"));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "out.vmd"));
  }
}

TEST_F(MotionToolsOfPose, WriteMotionsToStandardOutput) {
  ASSERT_EQ(tool("mirror", {song}).status, 0);
  const Outcome done = mmdview({"pose", "mirror", song, "-o", "-"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(done.out, content("out.vmd"));
}

TEST_F(MotionToolsOfPose, MergeSaysHowManyKeysItReplaced) {
  EXPECT_THAT(tool("merge", {song, song}).err, HasSubstr("keys replaced by keys of later files"));
}

TEST_F(MotionToolsOfPose, MakeASequenceThatOtherCommandsPlay) {
  ASSERT_EQ(tool("sequence", {pose, other_pose, "--every", "10"}).status, 0);
  const Outcome told = mmdview({"info", in_folder("out.vmd")});
  EXPECT_EQ(told.status, 0) << told.err;
  EXPECT_EQ(mmdview({"bones", model, in_folder("out.vmd"), "--frame", "5"}).status, 0);
}

}  // namespace
}  // namespace mmd::test
