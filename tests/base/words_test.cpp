#include "base/words.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(Words, CountedFormsPlurals) {
  EXPECT_EQ(counted(0, "bone"), "0 bones");
  EXPECT_EQ(counted(1, "bone"), "1 bone");
  EXPECT_EQ(counted(2, "bone"), "2 bones");
}

TEST(Words, DidYouMeanListsAllCandidates) {
  EXPECT_EQ(did_you_mean({}, "nothing is near"), "nothing is near");
  EXPECT_EQ(did_you_mean({"a"}, ""), "did you mean a?");
  EXPECT_EQ(did_you_mean({"a", "b", "c"}, ""), "did you mean a, b or c?");
}

const std::vector<std::string> words{"--samples", "--size", "--shading", "--no-ik", "--no-append"};

TEST(NearestWord, ForgivesTypingErrors) {
  EXPECT_EQ(nearest_word("--samplse", words), "--samples") << "swapped letters";
  EXPECT_EQ(nearest_word("--sample", words), "--samples") << "a missing letter";
  EXPECT_EQ(nearest_word("--ssize", words), "--size") << "an extra letter";
  EXPECT_EQ(nearest_word("--shadinf", words), "--shading") << "a wrong letter";
  EXPECT_EQ(nearest_word("--SIZE", words), "--size") << "case";
  EXPECT_EQ(nearest_word("-size", words), "--size");
  EXPECT_EQ(nearest_word("--sha", words), "--shading") << "its beginning";
}

TEST(NearestWord, IsNoneWithoutASingleNearWord) {
  for (const char* typed : {"", "-", "--", "--x", "--nonsense", "--s", "--no-", "samplesandmuchmore"})
    EXPECT_EQ(nearest_word(typed, words), std::nullopt) << typed;
  EXPECT_EQ(nearest_word("cat", {"bat", "rat"}), std::nullopt);
  EXPECT_EQ(nearest_word(std::string(100000, 'a'), words), std::nullopt);
  EXPECT_EQ(nearest_word("cat", {}), std::nullopt);
}

}  // namespace
}  // namespace mmd
