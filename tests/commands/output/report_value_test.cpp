#include "commands/output/report_value.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mmd {
namespace {

TEST(ReportValue, ReadsBackAsWhatWasPut) {
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

TEST(ReportValue, IsIndentedByASpaceALevelAndEndsItsLine) {
  const ReportValue value = ReportValue::object({{"a", ReportValue::list({1, 2})}});
  EXPECT_EQ(value.json(), "{\n \"a\": [\n  1,\n  2\n ]\n}\n");
  EXPECT_EQ(ReportValue::list().json(), "[]\n");
}

TEST(ReportValue, BytesThatAreNoTextAreReplaced) {
  EXPECT_EQ(ReportValue(std::string("a\xff")).json(), "\"a\uFFFD\"\n");
}

}  // namespace
}  // namespace mmd
