#include <gmock/gmock.h>
#include <sys/resource.h>

#include "tests/cli/program.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;

class ThumbnailTime : public ProgramTest {};

/// While it lives, programs that are started may use so many seconds of the processor's time.
class LessTime {
 public:
  explicit LessTime(rlim_t seconds) {
    EXPECT_EQ(::getrlimit(RLIMIT_CPU, &before_), 0);
    rlimit less = before_;
    less.rlim_cur = seconds;
    EXPECT_EQ(::setrlimit(RLIMIT_CPU, &less), 0);
  }
  ~LessTime() { ::setrlimit(RLIMIT_CPU, &before_); }
  LessTime(const LessTime&) = delete;
  LessTime& operator=(const LessTime&) = delete;

 private:
  rlimit before_{};
};

TEST_F(ThumbnailTime, LimitEndsWithAMessage) {
  FileBuilder b;
  b.bone("センター");
  b.square({0, 10, 0}, 5);
  for (int i = 0; i < 200'000; ++i) b.triangle(0, 1, 2);
  b.material();
  const std::string endless = put("endless.pmx", as_text(b.bytes()));
  put("t.png", "");
  const LessTime less(2);  // in place of 30
  const Outcome outcome = mmdview({"thumbnail", endless, in_folder("t.png")});
  expect_failure(outcome, 1);
  EXPECT_THAT(outcome.err, HasSubstr("endless.pmx: the thumbnail takes too much processor time"));
  EXPECT_EQ(content("t.png"), "");
}

}  // namespace
}  // namespace mmd::test
