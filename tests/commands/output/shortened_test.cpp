#include "commands/output/shortened.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace mmd {
namespace {

/// Every letter is as wide as another.
float letters_in(const std::string& text) {
  return static_cast<float>(utf16_units(text).size());
}

TEST(Shortened, KeepsWhatFits) {
  EXPECT_EQ(shortened("立ちポーズ", 5.0f, letters_in), "立ちポーズ");
}

TEST(Shortened, CutsBetweenLettersAndSaysSo) {
  EXPECT_EQ(shortened("立ちポーズ", 4.0f, letters_in), "立ちポ…");
  EXPECT_EQ(shortened("立ちポーズ", 1.0f, letters_in), "…");
  EXPECT_EQ(shortened("立ちポーズ", 0.0f, letters_in), "…");
  EXPECT_EQ(shortened("", 0.0f, letters_in), "");
}

}  // namespace
}  // namespace mmd
