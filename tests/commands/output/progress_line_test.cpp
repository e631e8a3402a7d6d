#include "commands/output/progress_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "commands/output/report_value.h"

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

TEST(ReportValue, RoundTripsThroughJson) {
  ReportValue value = ReportValue::object({{"text", "quote \" and\nline, 右"}, {"half", 0.5}, {"none", 0u}});
  value.add("large", std::int64_t{1} << 40);
  value.add("list", ReportValue::list({1, -2, ReportValue::object()}));
  value.add("empty", ReportValue::list());
  const auto read = nlohmann::ordered_json::parse(value.json());
  const nlohmann::ordered_json meant = {{"text", "quote \" and\nline, 右"},
                                        {"half", 0.5},
                                        {"none", 0},
                                        {"large", std::int64_t{1} << 40},
                                        {"list", {1, -2, nlohmann::ordered_json::object()}},
                                        {"empty", nlohmann::ordered_json::array()}};
  EXPECT_EQ(read, meant);
}

TEST(ReportValue, IndentsByOneSpacePerLevelAndEndsWithALineBreak) {
  const ReportValue value = ReportValue::object({{"a", ReportValue::list({1, 2})}});
  EXPECT_EQ(value.json(), "{\n \"a\": [\n  1,\n  2\n ]\n}\n");
  EXPECT_EQ(ReportValue::list().json(), "[]\n");
}

TEST(ReportValue, ReplacesInvalidUtf8) {
  EXPECT_EQ(ReportValue(std::string("a\xff")).json(), "\"a\uFFFD\"\n");
}

}  // namespace
}  // namespace mmd
