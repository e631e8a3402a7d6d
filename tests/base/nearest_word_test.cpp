#include <gtest/gtest.h>

#include "base/words.h"

namespace mmd {
namespace {

const std::vector<std::string> words{"--samples", "--size", "--shading", "--no-ik", "--no-append"};

TEST(NearestWord, IsFoundForASlip) {
  EXPECT_EQ(nearest_word("--samplse", words), "--samples") << "swapped";
  EXPECT_EQ(nearest_word("--sample", words), "--samples") << "left out";
  EXPECT_EQ(nearest_word("--ssize", words), "--size") << "added";
  EXPECT_EQ(nearest_word("--shadinf", words), "--shading") << "changed";
  EXPECT_EQ(nearest_word("--SIZE", words), "--size") << "case";
  EXPECT_EQ(nearest_word("-size", words), "--size");
  EXPECT_EQ(nearest_word("--sha", words), "--shading") << "its beginning";
}

TEST(NearestWord, IsNoneWhereNothingOrSeveralAreNear) {
  for (const char* typed : {"", "-", "--", "--x", "--nonsense", "--s", "--no-", "samplesandmuchmore"})
    EXPECT_EQ(nearest_word(typed, words), std::nullopt) << typed;
  EXPECT_EQ(nearest_word("cat", {"bat", "rat"}), std::nullopt);
  EXPECT_EQ(nearest_word(std::string(100000, 'a'), words), std::nullopt);
  EXPECT_EQ(nearest_word("cat", {}), std::nullopt);
}

}  // namespace
}  // namespace mmd
