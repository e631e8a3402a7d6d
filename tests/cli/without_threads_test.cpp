// The program where the system starts no threads.

#include "tests/cli/program.h"

namespace mmd {
namespace {

class WithoutThreads : public test::ProgramTest {
 protected:
  static test::Outcome run(std::vector<std::string> arguments) {
    test::Invocation run;
    run.environment = {{"LD_PRELOAD", MMDVIEW_NO_THREADS}};
    return test::mmdview(std::move(arguments), run);
  }
};

TEST_F(WithoutThreads, APictureIsTheSame) {
  const std::string one = in_folder("one.png"), other = in_folder("other.png");
  ASSERT_EQ(test::mmdview({"shot", model, pose, "-o", one, "--size", "64x64"}).status, 0);
  const test::Outcome outcome = run({"shot", model, pose, "-o", other, "--size", "64x64"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(content("one.png"), content("other.png"));
}

TEST_F(WithoutThreads, ServeEndsWithAMessage) {
  const test::Outcome outcome = run({"serve"});
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  test::expect_messages(outcome);
  EXPECT_NE(outcome.err.find("thread"), std::string::npos) << outcome.err;
}

TEST_F(WithoutThreads, BatchEndsWithAMessage) {
  const test::Outcome outcome = run({"batch", model, "-o", in_folder("out"), "--size", "16x16"});
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  test::expect_messages(outcome);
  EXPECT_NE(outcome.err.find("thread"), std::string::npos) << outcome.err;
}

TEST_F(WithoutThreads, BonesAreTheSame) {
  EXPECT_EQ(run({"bones", model, pose}).out, test::mmdview({"bones", model, pose}).out);
}

}  // namespace
}  // namespace mmd
