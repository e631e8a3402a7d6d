#include <csignal>
#include <filesystem>

#include <gmock/gmock.h>

#include "tests/cli/program.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;

class BatchSignals : public ProgramTest {};

TEST_F(BatchSignals, HangupKeepsFinishedPicturesAndCanContinue) {
  const auto batch = [&](Words more, const Invocation& run) {
    return mmdview(
        with({"batch", model, "-o", in_folder("out"), "--size", "16x16", "--turntable", "800"}, more), run);
  };
  for (const int signal : {SIGHUP, SIGTERM}) {
    Invocation run;
    run.interrupt_at = "(3 of 800)";
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
    EXPECT_LT(finished, 800u);
    const Outcome resumed = batch({"--skip-existing"}, {});
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_THAT(resumed.err, HasSubstr(std::to_string(finished) + " there already"));
    std::filesystem::remove_all(path_from_utf8(in_folder("out")));
  }
}

}  // namespace
}  // namespace mmd::test
