#include "base/colour_text.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(Colour, AcceptsNamesAndHexadecimals) {
  for (const char* red : {"red", "RED", "f00", "#f00", "#F00", "ff0000", "#ff0000", "#f00f", "ff0000ff"})
    EXPECT_EQ(parse_colour(red), vec4(1, 0, 0, 1)) << red;
  EXPECT_EQ(parse_colour("#fff8"), vec4(1, 1, 1, 0x88 / 255.0f));
  EXPECT_EQ(parse_colour("grey"), parse_colour("808080"));
  for (const char* none :
       {"", "#", "ff", "fffff", "fffffff", "fffffffff", "#red", "-12", "+12345", "rot", "0xfff", "##fff"})
    EXPECT_EQ(parse_colour(none), std::nullopt) << none;
}

}  // namespace
}  // namespace mmd
