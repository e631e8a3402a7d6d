// A batch that is asked to end when its pictures are made.

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

}  // namespace
}  // namespace mmd::test
