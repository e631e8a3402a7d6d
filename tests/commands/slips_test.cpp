// What slips on the command line are answered with.

#include <gmock/gmock.h>

#include "tests/commands/arguments.h"

namespace mmd {
namespace {

using test::parse;
using ::testing::HasSubstr;
using ::testing::Not;

struct SlipCase {
  std::vector<std::string> arguments;
  const char* meant;
};

TEST(CommandLine, ASlipIsAnsweredWithWhatIsProbablyMeant) {
  const SlipCase cases[] = {{{"shot", "m.pmx", "-o", "o.png", "--samplse", "4"}, "--samples"},
                            {{"shot", "m.pmx", "-o", "o.png", "--samplse=4"}, "--samples"},
                            {{"shot", "m.pmx", "-o", "o.png", "--view", "frnt"}, "front"},
                            {{"shot", "m.pmx", "-o", "o.png", "--shading", "normal"}, "normals"},
                            {{"bones", "m.pmx", "--format", "jsno"}, "json"},
                            {{"shoot", "m.pmx", "-o", "o.png"}, "shot"},
                            {{"pose", "miror", "p.vpd", "-o", "o.vpd"}, "mirror"},
                            {{"--hlep"}, "--help"}};
  for (const SlipCase& slip : cases) {
    const auto p = parse(slip.arguments);
    EXPECT_EQ(p.line.exit_status, 2);
    EXPECT_THAT(p.err, HasSubstr("did you mean " + std::string(slip.meant) + "?"));
  }
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"shot", "m.pmx", "--nonsense"},
                                                {"shot", "m.pmx", "-o", "o.png", "--fov", "x"}})
    EXPECT_THAT(parse(wrong).err, Not(HasSubstr("did you mean")));
}

TEST(CommandLine, AnOptionOfOtherCommandsIsSaidToBeTheirs) {
  const auto p = parse({"bones", "m.pmx", "--size", "4x4"});
  EXPECT_EQ(p.line.exit_status, 2);
  EXPECT_THAT(p.err, HasSubstr("--size is no option of bones, but of view, shot"));
}

}  // namespace
}  // namespace mmd
