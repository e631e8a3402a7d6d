#include "base/words.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(Words, OneThingIsNotSeveral) {
  EXPECT_EQ(counted(0, "bone"), "0 bones");
  EXPECT_EQ(counted(1, "bone"), "1 bone");
  EXPECT_EQ(counted(2, "bone"), "2 bones");
}

TEST(Words, AQuestionNamesAllThatMayBeMeant) {
  EXPECT_EQ(did_you_mean({}, "nothing is near"), "nothing is near");
  EXPECT_EQ(did_you_mean({"a"}, ""), "did you mean a?");
  EXPECT_EQ(did_you_mean({"a", "b", "c"}, ""), "did you mean a, b or c?");
}

}  // namespace
}  // namespace mmd
