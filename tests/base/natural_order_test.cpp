#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"

namespace mmd {
namespace {

TEST(NaturalLess, CountsDigitsByValueAndIgnoresCase) {
  EXPECT_TRUE(natural_less("pose2", "pose10"));
  EXPECT_FALSE(natural_less("pose10", "pose2"));
  EXPECT_TRUE(natural_less("Pose2", "pose3"));
  EXPECT_TRUE(natural_less("pose2", "POSE3"));
  EXPECT_TRUE(natural_less("a", "a1"));
  EXPECT_TRUE(natural_less("９", "10"));
  EXPECT_TRUE(natural_less("p99999999999999999999998", "p99999999999999999999999"));
}

TEST(NaturalLess, IsAStrictOrder) {
  const std::vector<std::string> names = {"",    "1",   "01", "001", "a",  "A",  "a1",
                                          "a01", "a1b", "10", "9",   "あ", "ア", "-"};
  for (const auto& a : names) {
    EXPECT_FALSE(natural_less(a, a)) << a;
    for (const auto& b : names) {
      if (a != b) {
        EXPECT_NE(natural_less(a, b), natural_less(b, a)) << a << " " << b;
      }
      for (const auto& c : names) {
        if (natural_less(a, b) && natural_less(b, c)) {
          EXPECT_TRUE(natural_less(a, c)) << a << " " << b << " " << c;
        }
      }
    }
  }
}

}  // namespace
}  // namespace mmd
