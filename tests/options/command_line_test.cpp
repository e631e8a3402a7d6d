#include <gmock/gmock.h>

#include "tests/options/arguments.h"

namespace mmd {
namespace {

using test::parse;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(CommandLine, ViewIsTheDefault) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"m.pmx"},
                                                    {"view", "m.pmx"},
                                                    {"--no-ik", "m.pmx"},
                                                    {"--no-ik", "view", "m.pmx"}}) {
    const auto p = parse(arguments);
    EXPECT_FALSE(p.line.exit_status) << p.err;
    EXPECT_EQ(p.line.options.command, Command::view);
    EXPECT_THAT(p.line.options.files, ElementsAre("m.pmx"));
  }
  EXPECT_FALSE(parse({}).line.exit_status);
  EXPECT_THAT(parse({}).line.options.files, IsEmpty());
}

TEST(CommandLine, AnOptionThatLacksItsValueMayStandBeforeTheCommand) {
  for (const std::vector<std::string>& before : {std::vector<std::string>{"--settle"}, {"--settle", "2.5"}}) {
    std::vector<std::string> arguments = before;
    arguments.insert(arguments.end(), {"shot", "m.pmx", "-o", "a.png"});
    const auto p = parse(arguments);
    if (test::is_refused_here("--settle")) {
      EXPECT_THAT(p.err, HasSubstr("built without physics"));
      continue;
    }
    EXPECT_FALSE(p.line.exit_status) << p.err;
    EXPECT_EQ(p.line.options.command, Command::shot);
    EXPECT_THAT(p.line.options.files, ElementsAre("m.pmx"));
  }
}

TEST(CommandLine, ACommandsNameAfterAFileIsAFile) {
  EXPECT_THAT(parse({"m.pmx", "shot"}).line.options.files, ElementsAre("m.pmx", "shot"));
  EXPECT_THAT(parse({"bones", "info"}).line.options.files, ElementsAre("info"));
}

TEST(CommandLine, AWordThatIsNeitherCommandNorFileIsASlip) {
  const auto p = parse({"shoot", "m.pmx", "-o", "a.png"});
  ASSERT_TRUE(p.line.exit_status);
  EXPECT_EQ(*p.line.exit_status, 2);
  EXPECT_EQ(*parse({"pozes", "m.pmx"}).line.exit_status, 2);
  EXPECT_THAT(parse({"pozes", "m.pmx"}).err, HasSubstr("shot"));
  for (const char* file : {"model.pmx", "Model", "./model", "mod3l"})
    EXPECT_FALSE(parse({file, "p.vpd"}).line.exit_status) << file;
  EXPECT_FALSE(parse({"model"}).line.exit_status) << "it may be a file that is missing";
}

TEST(CommandLine, OptionsMayStandAnywhere) {
  const std::vector<std::vector<std::string>> orders{
      {"shot", "m.pmx", "p.vpd", "-o", "o.png", "--size", "10x20"},
      {"shot", "-o", "o.png", "--size", "10x20", "m.pmx", "p.vpd"},
      {"shot", "m.pmx", "-o", "o.png", "p.vpd", "--size=10x20"},
      {"shot", "--output=o.png", "m.pmx", "--size", "10x20", "p.vpd"},
      {"-v", "shot", "m.pmx", "-o", "o.png", "p.vpd", "--size", "10x20"},
      {"--size", "10x20", "-o", "o.png", "shot", "m.pmx", "p.vpd"},
      {"--size=10x20", "-oo.png", "shot", "m.pmx", "p.vpd"},
  };
  for (const auto& order : orders) {
    const auto p = parse(order);
    ASSERT_FALSE(p.line.exit_status) << p.err;
    EXPECT_EQ(p.line.options.command, Command::shot);
    EXPECT_THAT(p.line.options.files, ElementsAre("m.pmx", "p.vpd"));
    EXPECT_EQ(p.line.options.output, "o.png");
    ASSERT_TRUE(p.line.options.size);
    EXPECT_EQ(p.line.options.size->width, 10);
  }
}

TEST(CommandLine, DashesEndOptionsAndADashIsAFile) {
  EXPECT_THAT(parse({"bones", "--", "--no-ik", "-x.pmx"}).line.options.files,
              ElementsAre("--no-ik", "-x.pmx"));
  EXPECT_TRUE(parse({"bones", "--", "--no-ik"}).line.options.evaluation.ik);
  EXPECT_THAT(parse({"bones", "-"}).line.options.files, ElementsAre("-"));
  EXPECT_EQ(parse({"shot", "m.pmx", "-o", "-"}).line.options.output, "-");
  EXPECT_THAT(parse({"--", "shot"}).line.options.files, ElementsAre("shot"));
}

TEST(CommandLine, FileNamesAreTakenAsTheyAre) {
  for (const char* name :
       {"a b.pmx", "モデル.pmx", "a[b].pmx", "a,b.pmx", "\"quoted\"", "%%", "/a", "a=b.pmx"}) {
    const auto p = parse({"bones", name, "second"});
    EXPECT_FALSE(p.line.exit_status) << p.err;
    EXPECT_THAT(p.line.options.files, ElementsAre(name, "second"));
    EXPECT_THAT(parse({"bones", name}).line.options.files, ElementsAre(name));
  }
}

TEST(CommandLine, FileNamesInBracketsAreNoLists) {
  for (const char* name : {"[x]", "[a,b]", "[x].vpd", "[x] y.pmx", "{}", "%%", "'q'", "\"q\"", "a=b", "[]"}) {
    EXPECT_THAT(parse({"bones", name}).line.options.files, ElementsAre(name));
    EXPECT_THAT(parse({"bones", "a", name, "b"}).line.options.files, ElementsAre("a", name, "b"));
    EXPECT_THAT(parse({"bones", "--", name}).line.options.files, ElementsAre(name));
    EXPECT_EQ(parse({"shot", "m", "-o", name}).line.options.output, name);
    EXPECT_EQ(parse({"shot", "m", "-o", "x.png", "--highlight", name}).line.options.highlight, name);
  }
}

TEST(CommandLine, NegativeNumbersAreValuesNotOptions) {
  const auto p = parse({"shot", "m.pmx", "-o", "o.png", "--camera", "-1,2,3,4,5,6"});
  ASSERT_FALSE(p.line.exit_status) << p.err;
  EXPECT_EQ((*p.line.options.camera.eye_and_target)[0], -1.0f);
}

TEST(CommandLine, MissingInputsAreWrongUsage) {
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"shot"}, "model"},
      {{"bones"}, "model"},
      {{"info"}, "one file"},
      {{"info", "a", "b"}, "one file"},
      {{"shot", "m.pmx"}, "-o"},
      {{"check"}, "file"},
      {{"shot", "m.pmx", "-o"}, "-o"},
      {{"shot", "m.pmx", "--nonsense"}, "nonsense"},
      {{"--nonsense"}, "nonsense"},
      {{"-x"}, "x"},
      {{"shot", "m.pmx", "-o", "o.png", "--size"}, "--size"}};
  for (const auto& [arguments, word] : cases) {
    const auto p = parse(arguments);
    EXPECT_EQ(p.line.exit_status, 2);
    EXPECT_THAT(p.err, HasSubstr(word));
    EXPECT_THAT(p.err, HasSubstr("mmdview: error: "));
    EXPECT_THAT(p.err, HasSubstr("--help"));
    EXPECT_EQ(p.out, "");
  }
}

TEST(CommandLine, TheFirstArgumentOfPoseIsItsTool) {
  const std::pair<const char*, PoseTool> tools[] = {{"mirror", PoseTool::mirror},
                                                    {"blend", PoseTool::blend},
                                                    {"diff", PoseTool::diff},
                                                    {"merge", PoseTool::merge},
                                                    {"reset", PoseTool::reset}};
  for (const auto& [name, tool] : tools) {
    const auto p = parse({"pose", "-o", "out.vpd", name, "a.vpd", "b.vpd"});
    EXPECT_FALSE(p.line.exit_status) << p.err;
    EXPECT_EQ(p.line.options.command, Command::pose);
    EXPECT_EQ(p.line.options.pose_tool, tool);
    EXPECT_THAT(p.line.options.files, ElementsAre("a.vpd", "b.vpd"));
    EXPECT_THAT(parse({"pose", "--help"}).out, HasSubstr(std::string("  ") + name));
  }
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"pose"},
                                                {"pose", "a.vpd", "-o", "o.vpd"},
                                                {"pose", "mirror", "-o", "o.vpd"},
                                                {"pose", "mirror", "a.vpd"}}) {
    EXPECT_EQ(parse(wrong).line.exit_status, 2);
  }
}

TEST(CommandLine, HelpAndVersionGoToStandardOutput) {
  for (const auto& arguments : {std::vector<std::string>{"--help"},
                                {"-h"},
                                {"shot", "--help"},
                                {"--help", "shot"},
                                {"shot", "-h", "--size", "1x1"}}) {
    const auto p = parse(arguments);
    EXPECT_EQ(p.line.exit_status, 0) << p.err;
    EXPECT_THAT(p.out, HasSubstr("Usage:"));
    EXPECT_EQ(p.err, "");
  }
  EXPECT_THAT(parse({"--version"}).out, ::testing::StartsWith("mmdview "));
  EXPECT_THAT(parse({"shot", "--help"}).out, HasSubstr("--output"));
  EXPECT_THAT(parse({"--help", "shot"}).out, HasSubstr("--output"));
}

}  // namespace
}  // namespace mmd
