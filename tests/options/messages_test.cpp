#include "options/messages.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

std::string printed(const Diagnostic& d, int verbosity) {
  Options options;
  options.verbosity = verbosity;
  ::testing::internal::CaptureStderr();
  print(d, options);
  return ::testing::internal::GetCapturedStderr();
}

TEST(Messages, HaveTheFormThatIsPromised) {
  Diagnostic d = make_error("vertices: 2000000000 declared, room for 4011", "fetch it again");
  d.file = "モデル.pmx";
  d.offset = 0x1a2b;
  EXPECT_EQ(printed(d, 0),
            "mmdview: error: モデル.pmx: offset 0x1a2b: vertices: 2000000000 declared, room for 4011\n"
            "  hint: fetch it again\n");
  d.offset.reset();
  d.line = 12;
  d.hint.clear();
  d.severity = Severity::warning;
  EXPECT_EQ(printed(d, 0),
            "mmdview: warning: モデル.pmx: line 12: vertices: 2000000000 declared, room for 4011\n");
}

TEST(Messages, QuietKeepsErrorsOnlyAndVerboseAddsNotes) {
  const std::pair<Severity, int> least[] = {
      {Severity::error, -1}, {Severity::warning, 0}, {Severity::note, 1}};
  for (const auto& [severity, from] : least) {
    for (int verbosity = -1; verbosity <= 1; ++verbosity) {
      Diagnostic d = make_error("x");
      d.severity = severity;
      EXPECT_EQ(!printed(d, verbosity).empty(), verbosity >= from);
    }
  }
}

}  // namespace
}  // namespace mmd
