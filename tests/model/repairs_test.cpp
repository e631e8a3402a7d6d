#include "model/repairs.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(Repairs, OneLinePerKindWithTheFirstPlaceAndTheCount) {
  Repairs repairs;
  for (std::size_t i = 12; i < 5132; ++i) repairs.add("vertices", "bone index out of range", i, "左ひざ");
  repairs.add("vertices", "weight outside 0 to 1", 3);
  const Diagnostics out = repairs.diagnostics();
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[0].what, "vertices: bone index out of range: element 12 (左ひざ) and 5119 more");
  EXPECT_EQ(out[1].what, "vertices: weight outside 0 to 1: element 3");
  EXPECT_EQ(out[0].severity, Severity::warning);
}

TEST(Repairs, SameKindInTwoSectionsAreTwoLines) {
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
