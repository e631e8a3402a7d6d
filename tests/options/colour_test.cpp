#include "options/colour.h"

#include <gmock/gmock.h>

#include "tests/options/arguments.h"

namespace mmd {
namespace {

using ::testing::HasSubstr;

TEST(Colour, IsANameOrHexadecimal) {
  for (const char* red : {"red", "RED", "f00", "#f00", "#F00", "ff0000", "#ff0000", "#f00f", "ff0000ff"})
    EXPECT_EQ(parse_colour(red), vec4(1, 0, 0, 1)) << red;
  EXPECT_EQ(parse_colour("#fff8"), vec4(1, 1, 1, 0x88 / 255.0f));
  EXPECT_EQ(parse_colour("grey"), parse_colour("808080"));
  for (const char* none :
       {"", "#", "ff", "fffff", "fffffff", "fffffffff", "#red", "-12", "+12345", "rot", "0xfff", "##fff"})
    EXPECT_EQ(parse_colour(none), std::nullopt) << none;
}

TEST(Colour, OnTheCommandLineASlipBringsUpTheNameThatIsMeant) {
  const auto background = [](const char* value) {
    return test::parse({"shot", "m.pmx", "-o", "o.png", "--background", value});
  };
  EXPECT_EQ(background("red").line.options.look.background, vec4(1, 0, 0, 1));
  EXPECT_EQ(background("transparent").line.options.look.background, vec4(0.0f));
  EXPECT_EQ(background("blakc").line.exit_status, 2);
  EXPECT_THAT(background("blakc").err, HasSubstr("did you mean black?"));
  EXPECT_EQ(
      test::parse({"shot", "m.pmx", "-o", "o.png", "--light-colour", "white"}).line.options.light.colour,
      vec3(1.0f));
}

}  // namespace
}  // namespace mmd
