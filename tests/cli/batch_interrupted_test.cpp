// A batch that is asked to end when its pictures are made.

#include <csignal>
#include <filesystem>

#include <gmock/gmock.h>

#include "tests/cli/program.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;

class BatchInterrupted : public ProgramTest {};

TEST_F(BatchInterrupted, WhileItsContactSheetIsMadeItLeavesNoneThatLacksPictures) {
  constexpr int count = 360;  // three pages
  Invocation run;
  run.interrupt_at = "(360 of 360)";
  const Outcome stopped =
      mmdview({"batch", model, "-o", in_folder("out"), "--size", "16x16", "-v", "--turntable",
               std::to_string(count), "--sheet", in_folder("sheet.png"), "--index", in_folder("index.html")},
              run);
  EXPECT_EQ(stopped.status, 130) << stopped.err;
  EXPECT_THAT(stopped.err, HasSubstr("interrupted: 360 pictures"));
  EXPECT_EQ(content("sheet_002.png"), "");
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
}

TEST_F(BatchInterrupted, ByAnEndOfItsTerminalItKeepsWhatIsFinishedAndGoesOnLater) {
  const auto batch = [&](std::vector<std::string> more, const Invocation& run) {
    more.insert(more.begin(),
                {"batch", model, "-o", in_folder("out"), "--size", "16x16", "--turntable", "200"});
    return mmdview(std::move(more), run);
  };
  for (const int signal : {SIGHUP, SIGTERM}) {
    Invocation run;
    run.interrupt_at = "(3 of 200)";
    run.interrupt_signal = signal;
    const Outcome stopped = batch({"-v"}, run);
    EXPECT_EQ(stopped.status, 130) << stopped.err;
    EXPECT_THAT(stopped.err, HasSubstr("interrupted: "));
    std::size_t finished = 0;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(path_from_utf8(in_folder("out")))) {
      if (entry.is_directory()) continue;
      EXPECT_EQ(entry.path().extension(), ".png") << entry.path();
      ++finished;
    }
    EXPECT_GE(finished, 3u);
    EXPECT_LT(finished, 200u);
    const Outcome resumed = batch({"--skip-existing"}, {});
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_THAT(resumed.err, HasSubstr(std::to_string(finished) + " there already"));
    std::filesystem::remove_all(path_from_utf8(in_folder("out")));
  }
}

}  // namespace
}  // namespace mmd::test
