#include "commands/nearest_word.h"

#include <gmock/gmock.h>

#include "tests/commands/arguments.h"

namespace mmd {
namespace {

using test::parse;
using ::testing::HasSubstr;
using ::testing::Not;

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
