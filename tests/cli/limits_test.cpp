// The program at the limits that a system sets: of memory, of files, of processors.

#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "tests/cli/program.h"
#include "tests/support/archive_samples.h"
#include "tests/support/model_builder.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;

class Limits : public ProgramTest {
 protected:
  const std::string samples = std::string(MMDVIEW_SOURCE_DIR) + "/samples/";
  const std::string figure = samples + "figure/figure.pmx", dance = samples + "poses/dance.vpd";

  /// Neither half a file, nor one that only the program knows.
  void expect_nothing_unfinished() {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
      EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
  }
};

/// A figure with rigid bodies that hang on each other, in a ZIP.
std::string zip_of_chain() {
  FileBuilder b;
  for (int i = 0; i < 40; ++i) {
    const vec3 at(0, 20.0f - static_cast<float>(i), 0);
    b.bone("骨" + std::to_string(i), i - 1, at);
    b.file.rigid_bodies.push_back(ball(i, i == 0 ? 0 : 1, at));
    if (i > 0) b.file.joints.push_back(joint(i - 1, i, at));
  }
  b.square({0, 10, 0}, 5);
  b.material("服");
  return std::string(as_text(zip_file({{"m.pmx", std::string(as_text(b.bytes())), 0, true}})));
}

TEST_F(Limits, RunningOutOfMemoryGivesAMessage) {
  const std::string zip = put("chain.zip", zip_of_chain());
  const std::vector<Words> commands{{"bones", figure},
                                    {"bones", figure, "--physics-warmup", "2", "--physics-steps", "4"},
                                    {"bones", zip, "--physics-warmup", "0", "--physics-steps", "2"},
                                    {"shot", figure, "--size", "16x16", "-o", in_folder("o.png")},
                                    {"batch", figure, "--size", "16x16", "-o", in_folder("out")},
                                    {"serve", figure},
                                    {"thumbnail", zip, in_folder("t.png")}};
  std::size_t refused = 0;
  // From about 70 MiB on the system can load the program with its libraries.
  for (const std::size_t mebibytes :
       {64, 70, 72, 74, 75, 76, 77, 78, 79, 80, 82, 84, 88, 94, 100, 150, 200, 700, 1200})
    for (const auto& command : commands) {
      Invocation run;
      run.limits = {{RLIMIT_AS, mebibytes << 20}};
      const Outcome outcome = mmdview(command, run);
      // The system could not even load the program: libGLdispatch aborts while it is loaded.
      if (outcome.err == "Could not allocate dispatch index array\n") continue;
      EXPECT_EQ(outcome.signal, 0) << command[0] << ' ' << command[1] << " with " << mebibytes << " MiB";
      if (outcome.status == 0) continue;
      if (outcome.status == 127) continue;  // the system could not even load the program
      ++refused;
      EXPECT_EQ(outcome.status, 1) << command[0] << ' ' << mebibytes << ": " << outcome.err;
      EXPECT_THAT(outcome.err, HasSubstr("not enough memory")) << command[0] << ' ' << mebibytes;
    }
  EXPECT_GT(refused, 0u);
  expect_nothing_unfinished();
}

TEST_F(Limits, FileSizeLimitGivesAMessageAndKeepsTheOldFile) {
  Invocation run;
  run.limits = {{RLIMIT_FSIZE, 200}};
  const std::pair<const char*, Words> commands[] = {{"o.png", {"shot", figure, "--force", "-o"}},
                                                    {"o.vpd", {"export", figure, dance, "--force", "-o"}},
                                                    {"p.vpd", {"pose", "mirror", dance, "--force", "-o"}},
                                                    {"t.png", {"thumbnail", figure}}};
  for (const auto& [name, begin] : commands) {
    Words command = begin;
    const std::string old =
        std::string_view(name) == "t.png" ? "" : "old";  // thumbnail replaces pictures alone
    command.push_back(put(name, old));
    const Outcome outcome = mmdview(command, run);
    EXPECT_EQ(outcome.signal, 0) << name;
    EXPECT_EQ(outcome.status, 1) << name << ' ' << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("ulimit -f")) << name;
    EXPECT_EQ(content(name), old);
  }
  run.output_file = put("bones.txt", "");
  EXPECT_EQ(mmdview({"bones", figure}, run).status, 1);
  run.output_file.clear();
  const Outcome batch = mmdview({"batch", figure, "-o", in_folder("out"), "--size", "64x64"}, run);
  EXPECT_EQ(batch.status, 3) << batch.err;
  EXPECT_THAT(batch.err, HasSubstr("ulimit -f"));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path_from_utf8(in_folder("out"))))
    EXPECT_TRUE(entry.is_directory()) << entry.path();
  expect_nothing_unfinished();
}

TEST_F(Limits, FileSizeLimitLeavesNoPartOfAnExport) {
  Invocation run;
  run.limits = {{RLIMIT_FSIZE, 1500}};  // the small files fit, the large ones do not
  const Words exports[] = {
      {"export", figure, "-o", in_folder("new/o.obj")},
      {"shot", figure, "-o", in_folder("new/o.png"), "--size", "256x256", "--labels",
       "camera,keypoints,depth"},
      {"batch", figure, "-o", in_folder("new"), "--size", "256x256", "--labels", "camera,keypoints,depth"}};
  std::filesystem::create_directory(folder.path() / "new");
  for (const Words& command : exports) {
    const Outcome outcome = mmdview(command, run);
    EXPECT_EQ(outcome.status, command[0] == "batch" ? 3 : 1) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("ulimit -f"));
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path() / "new"))
      EXPECT_TRUE(entry.is_directory()) << entry.path();
  }
}

TEST_F(Limits, FullDiskGivesAMessage) {
  std::filesystem::create_symlink("/dev/full", path_from_utf8(in_folder("full.png")));
  const Outcome outcome = mmdview({"shot", model, "-o", in_folder("full.png"), "--size", "64x64"});
  expect_failure(outcome, 1);
  EXPECT_THAT(outcome.err, HasSubstr("free some space"));
}

TEST_F(Limits, OneProcessorIsEnough) {
  Invocation run;
  run.on_one_processor = true;
  for (int i = 0; i < 8; ++i)
    run.input += nlohmann::json{{"id", i}, {"model", figure}, {"options", {{"size", "16x16"}}}}.dump() + "\n";
  const Outcome served = mmdview({"serve", model}, run);
  EXPECT_EQ(served.status, 0) << served.err;
  EXPECT_EQ(std::count(served.out.begin(), served.out.end(), '\n'), 8);
  run.input.clear();
  for (const char* threads : {"1", "2", "5"}) {
    const Outcome batch = mmdview(
        {"batch", figure, model, "--poses", pose, other_pose, "--views", "front,back", "-o", in_folder("out"),
         "--size", "16x16", "--threads", threads, "--sheet", in_folder("sheet.png"), "--labels", "keypoints"},
        run);
    EXPECT_EQ(batch.status, 0) << batch.err;
  }
}

class WithoutThreads : public ProgramTest {
 protected:
  static Outcome run(Words arguments) {
    Invocation run;
    run.environment = {{"LD_PRELOAD", MMDVIEW_NO_THREADS}};
    return mmdview(std::move(arguments), run);
  }
};

TEST_F(WithoutThreads, APictureAndBonesAreTheSame) {
  EXPECT_EQ(run({"bones", model, pose}).out, mmdview({"bones", model, pose}).out);
  const std::string one = in_folder("one.png"), other = in_folder("other.png");
  ASSERT_EQ(mmdview({"shot", model, pose, "-o", one, "--size", "64x64"}).status, 0);
  const Outcome outcome = run({"shot", model, pose, "-o", other, "--size", "64x64"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(content("one.png"), content("other.png"));
}

TEST_F(WithoutThreads, ServeAndBatchEndWithAMessage) {
  for (const Words& arguments :
       {Words{"serve"}, {"batch", model, "-o", in_folder("out"), "--size", "16x16"}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    expect_messages(outcome);
    EXPECT_THAT(outcome.err, HasSubstr("thread"));
  }
}

}  // namespace
}  // namespace mmd::test
