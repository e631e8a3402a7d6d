#include "model/finding.h"

#include <gtest/gtest.h>

#include "model/repairs.h"

namespace mmd {
namespace {

Finding warning(std::string_view rule, std::string_view section, std::size_t element) {
  Finding f;
  f.rule = rule;
  f.section = section;
  f.element = element;
  return f;
}

TEST(Findings, KeepsTheFirstOfEachRuleAndCountsAll) {
  Findings findings;
  for (std::size_t i = 0; i < 1000; ++i) findings.add(warning("a", "bones", i));
  findings.add(warning("a", "morphs", 0));
  findings.add(warning("b", "bones", 0));
  ASSERT_EQ(findings.list().size(), Findings::max_rule_bytes + 2);
  EXPECT_EQ(findings.list()[0].count, 1u);
  EXPECT_EQ(findings.list()[Findings::max_rule_bytes - 1].count, 1000 - Findings::max_rule_bytes + 1);
  EXPECT_EQ(findings.count(Severity::warning), 1002u);
  EXPECT_EQ(findings.count(Severity::error), 0u);
}

TEST(Findings, KeepsPlaceAndHintOfDiagnostics) {
  Diagnostic d = make_error("what", "hint");
  d.line = 7;
  d.offset = 9;
  Findings findings;
  findings.add(d);
  const Finding& f = findings.list().at(0);
  EXPECT_EQ(f.severity, Severity::error);
  EXPECT_EQ(f.line, 7u);
  EXPECT_EQ(f.offset, 9u);
  EXPECT_EQ(f.what, "what");
  EXPECT_EQ(f.hint, "hint");
}

TEST(Repairs, ReportsEachKindOnceWithCount) {
  Repairs repairs;
  for (std::size_t i = 12; i < 5132; ++i) repairs.add("vertices", "bone index out of range", i, "左ひざ");
  repairs.add("vertices", "weight outside 0 to 1", 3);
  const Diagnostics out = repairs.diagnostics();
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[0].what, "vertices: bone index out of range: element 12 (左ひざ) and 5119 more");
  EXPECT_EQ(out[1].what, "vertices: weight outside 0 to 1: element 3");
  EXPECT_EQ(out[0].severity, Severity::warning);
}

TEST(Repairs, ReportsSectionsSeparately) {
  Repairs repairs;
  repairs.add("bones", "x", 1);
  repairs.add("morphs", "x", 1, {}, Severity::note, "hint");
  const Diagnostics out = repairs.diagnostics();
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[1].severity, Severity::note);
  EXPECT_EQ(out[1].hint, "hint");
}

}  // namespace
}  // namespace mmd
