#include "commands/output/progress_line.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(ProgressText, EstimatesTheRemainingTimeOnceItCan) {
  EXPECT_EQ(progress_text(0.0, 0.0, "drawing"), "mmdview: drawing: 0 %");
  EXPECT_EQ(progress_text(0.0, 100.0, "drawing"), "mmdview: drawing: 0 %");
  EXPECT_EQ(progress_text(0.5, 1.0, "drawing"), "mmdview: drawing: 50 %");
  EXPECT_EQ(progress_text(0.5, 10.0, "drawing"), "mmdview: drawing: 50 %, about 10 s left");
  EXPECT_EQ(progress_text(0.25, 60.0, "drawing"), "mmdview: drawing: 25 %, about 3 min left");
  EXPECT_EQ(progress_text(0.1, 3600.0, "picture 2 of 9"), "mmdview: picture 2 of 9: 10 %, about 9.0 h left");
}

TEST(ProgressLine, IsSilentWithoutATerminal) {
  ::testing::internal::CaptureStderr();  // a file
  {
    ProgressLine line{Options{}};
    line.show(0.5, "drawing");
    line.say("writing");
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace mmd
