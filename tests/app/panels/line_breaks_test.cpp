#include <algorithm>

#include <gtest/gtest.h>

#include "app/panels/ui.h"

namespace mmd {
namespace {

/// In lines of so many bytes, but whole characters.
std::string lines_of(std::size_t bytes, std::string_view text) {
  return with_line_breaks(text, [=](std::string_view rest) {
    std::size_t end = std::min(bytes, rest.size());
    while (end < rest.size() && end > 1 && (static_cast<unsigned char>(rest[end]) & 0xc0u) == 0x80u) --end;
    return end;
  });
}

TEST(LineBreaks, AreBetweenWordsAndCharacters) {
  EXPECT_EQ(lines_of(9, "one two three"), "one two \nthree");
  EXPECT_EQ(lines_of(9, "ああああ"), "あああ\nあ");
  EXPECT_EQ(lines_of(100, "short"), "short");
  EXPECT_EQ(lines_of(5, ""), "");
}

TEST(LineBreaks, AreNotBeforeClosingMarks) {
  EXPECT_EQ(lines_of(9, "あああ。い"), "ああ\nあ。い");
  EXPECT_EQ(lines_of(9, "あああ」。い"), "ああ\nあ」。\nい");
  EXPECT_EQ(lines_of(9, "モデルー"), "モデ\nルー");
}

TEST(LineBreaks, AreNotBehindOpeningMarks) {
  EXPECT_EQ(lines_of(9, "ああ（.vpd）"), "ああ\n（.vpd\n）");
  EXPECT_EQ(lines_of(12, "あああ「い"), "あああ\n「い");
}

TEST(LineBreaks, AreNotWithinNumbersAndNamesOfFiles) {
  EXPECT_EQ(lines_of(8, "0.25 0.9548"), "0.25 \n0.9548");
  EXPECT_EQ(lines_of(12, "pose on figure.pmx"), "pose on \nfigure.pmx");
}

TEST(LineBreaks, WhatIsTooLongForALineIsBrokenAnyway) {
  EXPECT_EQ(lines_of(4, "abcdefghij"), "abcd\nefgh\nij");
  EXPECT_EQ(lines_of(3, "。。。"), "。\n。\n。");
}

TEST(LineBreaks, ThoseOfTheTextStay) {
  EXPECT_EQ(lines_of(5, "a\n\nlonger text\n"), "a\n\nlonge\nr \ntext\n");
}

}  // namespace
}  // namespace mmd
