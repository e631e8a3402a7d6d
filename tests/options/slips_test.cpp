// What slips on the command line are answered with.

#include <gmock/gmock.h>

#include "tests/options/arguments.h"

namespace mmd {
namespace {

using test::parse;
using ::testing::ElementsAre;
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
                            {{"mirror", "p.vpd", "-o", "o.vpd"}, "pose mirror"},
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

TEST(CommandLine, AnOptionOfACommandThatPrintsIsAnsweredWithHowToKeepIt) {
  for (const char* command : {"bones", "info", "check"}) {
    const auto p = parse({command, "m.pmx", "-o", "x"});
    EXPECT_EQ(p.line.exit_status, 2);
    EXPECT_THAT(p.err, HasSubstr(std::string(command) + " has no -o: it prints; use > FILE"));
  }
}

TEST(CommandLine, OtherProgramsNamesOfOptionsAreUnderstood) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"shot", "m.pmx", "--out", "o.png", "--bg", "red", "--resolution", "4x5"},
        {"--out=o.png", "--bg=red", "render", "--resolution=4x5", "m.pmx"},
        {"--bg", "red", "screenshot", "m.pmx", "-o", "o.png", "--size", "4x5"}}) {
    const auto p = parse(arguments);
    ASSERT_FALSE(p.line.exit_status) << p.err;
    EXPECT_EQ(p.line.options.command, Command::shot);
    EXPECT_EQ(p.line.options.output, "o.png");
    EXPECT_EQ(p.line.options.look.background, vec4(1, 0, 0, 1));
    EXPECT_EQ(p.line.options.size->height, 5);
    EXPECT_THAT(p.line.options.files, ElementsAre("m.pmx"));
  }
  EXPECT_THAT(parse({"batch", "m.pmx", "--pose", "a", "--poses", "b", "-o", "o"}).line.options.batch.poses,
              ElementsAre("a", "b"));
  EXPECT_EQ(parse({"shot", "m.pmx", "--out", "a.png", "-o", "b.png"}).line.exit_status, 2) << "twice";
  EXPECT_THAT(parse({"shot", "--help"}).out, Not(HasSubstr("--bg"))) << "one name is listed";
}

TEST(CommandLine, OtherProgramsNamesOfCommandsAreUnderstood) {
  EXPECT_EQ(parse({"convert", "m.pmx", "-o", "o.glb"}).line.options.command, Command::export_);
  EXPECT_EQ(parse({"open", "m.pmx"}).line.options.command, Command::view);
  EXPECT_EQ(parse({"help", "render"}).out, parse({"help", "shot"}).out);
  EXPECT_EQ(parse({"version"}).out, parse({"--version"}).out);
  EXPECT_THAT(parse({"./render", "m.pmx"}).line.options.files, ElementsAre("./render", "m.pmx"));
}

TEST(CommandLine, AnOptionThatOtherProgramsHaveIsAnsweredWithTheRightOne) {
  const SlipCase cases[] = {{{"shot", "m.pmx", "-o", "o.png", "--width", "64"}, "--size WIDTHxHEIGHT"},
                            {{"m.pmx", "--height=64"}, "--size WIDTHxHEIGHT"},
                            {{"thumbnail", "m.pmx", "o.png", "--size", "64x64"}, "--side PIXELS"},
                            {{"thumbnail", "m.pmx", "o.png", "--width", "64"}, "--side PIXELS"},
                            {{"shot", "m.pmx", "--pose", "p.vpd"}, "the file's name without an option"},
                            {{"shot", "--model", "m.pmx"}, "the file's name without an option"},
                            {{"shot", "m.pmx", "--transparent"}, "--background transparent"},
                            {{"bones", "m.pmx", "--json"}, "--format json"},
                            {{"shot", "m.pmx", "-output", "o.png"}, "--output"},
                            {{"shot", "m.pmx", "-out", "o.png"}, "--output"},
                            {{"m.pmx", "-output", "o.png"}, "--output"},
                            {{"shot", "m.pmx", "-o", "o.png", "-size", "4x4"}, "--size"}};
  for (const SlipCase& slip : cases) {
    const auto p = parse(slip.arguments);
    EXPECT_EQ(p.line.exit_status, 2);
    EXPECT_THAT(p.err, HasSubstr("did you mean " + std::string(slip.meant) + "?"))
        << ::testing::PrintToString(slip.arguments);
  }
}

TEST(CommandLine, WhoNamesAnOutputWithoutACommandWantsAPicture) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"m.pmx", "p.vpd", "-o", "o.png"},
        {"-o", "o.png", "m.pmx", "p.vpd"},
        {"--view", "face", "m.pmx", "--output=o.png", "p.vpd"},
        {"m.pmx", "--out", "o.png", "p.vpd", "--turntable", "3"}}) {
    const auto p = parse(arguments);
    EXPECT_FALSE(p.line.exit_status) << p.err;
    EXPECT_EQ(p.line.options.command, Command::shot);
    EXPECT_EQ(p.line.options.output, "o.png");
    EXPECT_EQ(p.line.options.look.background.a, 0.0f) << "with the background of shot";
    EXPECT_THAT(p.line.options.files, ElementsAre("m.pmx", "p.vpd"));
  }
  EXPECT_EQ(parse({"m.pmx", "-o"}).line.exit_status, 2);
  EXPECT_EQ(parse({"-o", "o.png"}).line.exit_status, 2) << "needs a model";
  EXPECT_EQ(parse({"view", "m.pmx", "-o", "o.png"}).line.exit_status, 2) << "a window has no output";
  EXPECT_EQ(parse({"--", "m.pmx", "-o", "o.png"}).line.options.command, Command::view);
}

TEST(CommandLine, TheThumbnailMayBeNamedByAnOption) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"thumbnail", "m.pmx", "o.png"},
                                                    {"thumbnail", "m.pmx", "-o", "o.png"},
                                                    {"thumbnail", "-o", "o.png", "m.pmx"}}) {
    const auto p = parse(arguments);
    EXPECT_FALSE(p.line.exit_status) << p.err;
    EXPECT_EQ(p.line.options.output, "o.png");
    EXPECT_THAT(p.line.options.files, ElementsAre("m.pmx"));
  }
  for (const std::vector<std::string>& wrong :
       {std::vector<std::string>{"thumbnail", "m.pmx"}, {"thumbnail", "m.pmx", "a.png", "-o", "b.png"}})
    EXPECT_EQ(parse(wrong).line.exit_status, 2);
}

TEST(CommandLine, AMissingValueIsToldByWhatItIs) {
  EXPECT_THAT(parse({"pose", "flip", "p.vpd"}).err, HasSubstr("unknown tool \"flip\"; use mirror, blend"));
  EXPECT_THAT(parse({"shot", "m.pmx", "-o"}).err, HasSubstr("--output needs FILE"));
  EXPECT_THAT(parse({"shot", "m.pmx", "--bg"}).err, HasSubstr("--bg needs COLOUR"));
  EXPECT_THAT(parse({"--completion", "tcsh"}).err,
              HasSubstr("--completion tcsh: expected bash, fish or zsh"));
}

}  // namespace
}  // namespace mmd
