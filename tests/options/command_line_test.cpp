#include "options/command_line.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "options/option_values.h"
#include "tests/assets/temporary_folder.h"
#include "tests/options/arguments.h"

namespace mmd {
namespace {

using test::parse;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

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

TEST(CommandLine, OptionalValueMayBeMissingBeforeTheCommand) {
  for (const std::vector<std::string>& before : {std::vector<std::string>{"--settle"}, {"--settle", "2.5"}}) {
    std::vector<std::string> arguments = before;
    arguments.insert(arguments.end(), {"shot", "m.pmx", "-o", "a.png"});
    const auto p = parse(arguments);
    EXPECT_FALSE(p.line.exit_status) << p.err;
    EXPECT_EQ(p.line.options.command, Command::shot);
    EXPECT_THAT(p.line.options.files, ElementsAre("m.pmx"));
  }
}

TEST(CommandLine, CommandNameAfterAFileIsAFile) {
  EXPECT_THAT(parse({"m.pmx", "shot"}).line.options.files, ElementsAre("m.pmx", "shot"));
  EXPECT_THAT(parse({"bones", "info"}).line.options.files, ElementsAre("info"));
  EXPECT_THAT(parse({"--", "shot"}).line.options.files, ElementsAre("shot"));
}

TEST(CommandLine, UnknownFirstWordSuggestsACommand) {
  const auto p = parse({"shoot", "m.pmx", "-o", "a.png"});
  ASSERT_TRUE(p.line.exit_status);
  EXPECT_EQ(*p.line.exit_status, 2);
  EXPECT_EQ(*parse({"pozes", "m.pmx"}).line.exit_status, 2);
  EXPECT_THAT(parse({"pozes", "m.pmx"}).err, HasSubstr("shot"));
  for (const char* file : {"model.pmx", "Model", "./model", "mod3l"})
    EXPECT_FALSE(parse({file, "p.vpd"}).line.exit_status) << file;
  EXPECT_FALSE(parse({"model"}).line.exit_status) << "it may be a file that is missing";
}

TEST(CommandLine, WrongUsageIsStatus2WithAnExplanation) {
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"shot"}, "model"},
      {{"bones"}, "model"},
      {{"info"}, "one file"},
      {{"info", "a", "b"}, "one file"},
      {{"shot", "m.pmx"}, "-o"},
      {{"check"}, "file"},
      {{"shot", "m.pmx", "--nonsense"}, "nonsense"},
      {{"--nonsense"}, "nonsense"},
      {{"-x"}, "x"},
      {{"shot", "m.pmx", "-o", "o.png", "--size"}, "--size"},
      {{"shot", "m.pmx", "-o"}, "--output needs a file name"},
      {{"shot", "m.pmx", "--bg"}, "--bg needs a value: COLOUR"},
      {{"--completion", "tcsh"}, "--completion tcsh: expected bash, fish or zsh"},
      {{"pose", "flip", "p.vpd"}, "unknown tool \"flip\"; use mirror, blend"},
      {{"bones", "m.pmx", "--size", "4x4"}, "bones has no option --size; view, shot, batch have it"},
      {{"bones", "m.pmx", "-o", "x"}, "bones has no -o: it prints; use > FILE"},
      {{"info", "m.pmx", "-o", "x"}, "info has no -o: it prints; use > FILE"},
      {{"check", "m.pmx", "-o", "x"}, "check has no -o: it prints; use > FILE"}};
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
  EXPECT_EQ(parse({"--help", "shot"}).out, parse({"shot", "--help"}).out);
  EXPECT_EQ(parse({"help", "shot"}).out, parse({"shot", "--help"}).out);
  EXPECT_EQ(parse({"help"}).out, parse({"--help"}).out);
  EXPECT_EQ(parse({"help", "all"}).out, parse({"--help-all"}).out);
  EXPECT_EQ(parse({"--help-all"}).out, help_text(std::nullopt, HelpLevel::all));
  EXPECT_EQ(parse({"shot", "--help-all"}).out, help_text(Command::shot, HelpLevel::all));
}

// --attach on the command line.
TEST(AttachOption, IsRecordedWithoutFolders) {
  const test::TemporaryFolder folder;
  const std::string model = to_utf8(folder.put("model.pmx", "")),
                    prop = to_utf8(folder.put("prop@1.pmx", ""));
  const auto p = parse({"shot", model, "-o", "o.png", "--attach", prop + "@a/b:1,2,3"});
  ASSERT_FALSE(p.line.exit_status);
  EXPECT_EQ(p.line.options.given.back(), "--attach prop@1.pmx@a/b:1,2,3");
}

// What slips on the command line are answered with.
struct SlipCase {
  std::vector<std::string> arguments;
  const char* meant;
};

TEST(CommandLine, MisspelledWordsGetASuggestion) {
  const SlipCase cases[] = {{{"shot", "m.pmx", "-o", "o.png", "--samplse", "4"}, "--samples"},
                            {{"shot", "m.pmx", "-o", "o.png", "--samplse=4"}, "--samples"},
                            {{"shot", "m.pmx", "-o", "o.png", "--view", "frnt"}, "front"},
                            {{"shot", "m.pmx", "-o", "o.png", "--shading", "normal"}, "normals"},
                            {{"shot", "m.pmx", "-o", "o.png", "--background", "blakc"}, "black"},
                            {{"bones", "m.pmx", "--format", "jsno"}, "json"},
                            {{"shoot", "m.pmx", "-o", "o.png"}, "shot"},
                            {{"pose", "miror", "p.vpd", "-o", "o.vpd"}, "mirror"},
                            {{"mirror", "p.vpd", "-o", "o.vpd"}, "pose mirror"},
                            {{"help", "shoot"}, "shot"},
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

TEST(CommandLine, AcceptsCommonAliasesOfOptions) {
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

TEST(CommandLine, AcceptsCommonAliasesOfCommands) {
  EXPECT_EQ(parse({"convert", "m.pmx", "-o", "o.glb"}).line.options.command, Command::export_);
  EXPECT_EQ(parse({"open", "m.pmx"}).line.options.command, Command::view);
  EXPECT_EQ(parse({"help", "render"}).out, parse({"help", "shot"}).out);
  EXPECT_EQ(parse({"version"}).out, parse({"--version"}).out);
  EXPECT_THAT(parse({"./render", "m.pmx"}).line.options.files, ElementsAre("./render", "m.pmx"));
}

TEST(CommandLine, OptionsOfOtherProgramsSuggestOurs) {
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

TEST(CommandLine, OutputWithoutACommandMeansShot) {
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

TEST(CommandLine, ThumbnailAcceptsAnOutputOption) {
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

/// What the warnings say before the colon.
std::vector<std::string> idle(std::vector<std::string> arguments) {
  const auto parsed = test::parse(arguments);
  EXPECT_FALSE(parsed.line.exit_status) << parsed.err;
  std::vector<std::string> out;
  for (const Diagnostic& warning : parsed.line.warnings) {
    EXPECT_EQ(warning.severity, Severity::warning);
    EXPECT_FALSE(warning.hint.empty());
    out.push_back(warning.what.substr(0, warning.what.find(':')));
  }
  return out;
}

std::vector<std::string> idle_in_batch(std::vector<std::string> more) {
  more.insert(more.begin(), {"batch", "m.pmx", "-o", "out"});
  return idle(std::move(more));
}

TEST(IdleOptions, RandomViewOptionsNeedRandomViews) {
  const std::vector<std::string> all{"--seed",        "1",   "--azimuth",    "0:90", "--elevation",   "0:9",
                                     "--distance",    "1:2", "--random-fov", "30",   "--random-roll", "0:3",
                                     "--random-light"};
  EXPECT_THAT(idle_in_batch(all),
              ElementsAre("--seed has no effect", "--azimuth has no effect", "--elevation has no effect",
                          "--distance has no effect", "--random-fov has no effect",
                          "--random-roll has no effect", "--random-light has no effect"));
  std::vector<std::string> with_views = all;
  with_views.insert(with_views.end(), {"--views", "front,random:2"});
  EXPECT_THAT(idle_in_batch(with_views), IsEmpty());
  EXPECT_THAT(idle_in_batch({}), IsEmpty()) << "nothing was given";
}

TEST(IdleOptions, CameraHasNoEffectWithViews) {
  const std::vector<std::string> camera{"--camera", "0,10,-40,0,10,0"};
  EXPECT_THAT(idle_in_batch(camera), IsEmpty());
  for (const char* views : {"front,left", "random:2"}) {
    std::vector<std::string> both = camera;
    both.insert(both.end(), {"--views", views});
    EXPECT_THAT(idle_in_batch(both), ElementsAre("--camera has no effect")) << views;
    both.insert(both.end(), {"--turntable", "3"});
    EXPECT_THAT(idle_in_batch(both), IsEmpty()) << "the turntable goes by it";
  }
}

TEST(IdleOptions, ExportOptionsDependOnTheFormat) {
  const auto of = [](const std::string& file, std::vector<std::string> more) {
    more.insert(more.begin(), {"export", "m.pmx", "-o", file});
    return idle(std::move(more));
  };
  for (const char* option : {"--bake-rate", "--bake-error"}) {
    const std::string idle_option = std::string(option) + " has no effect";
    EXPECT_THAT(of("a.vmd", {option, "10"}), IsEmpty());
    EXPECT_THAT(of("a.glb", {option, "10"}), IsEmpty());
    for (const char* file : {"a.vpd", "a.VPD", "a.obj", "a.vrm", "-"})
      EXPECT_THAT(of(file, {option, "10"}), ElementsAre(idle_option)) << file;
    EXPECT_THAT(of("a.vmd", {option, "10", "--frame", "3"}), ElementsAre(idle_option));
  }
  EXPECT_THAT(of("a.vrm", {"--bake"}), ElementsAre("--bake has no effect"));
  EXPECT_THAT(of("a.glb", {"--bake"}), IsEmpty());
  EXPECT_THAT(of("a.glb", {"--bones", "along", "--edges", "hull"}), IsEmpty());
  EXPECT_THAT(of("a.vrm", {"--bones", "along", "--edges", "hull"}),
              ElementsAre("--bones has no effect", "--edges has no effect"));
  EXPECT_THAT(of("a.glb", {"--bones", "along", "--no-skin"}), ElementsAre("--bones has no effect"));
  for (const char* file : {"a.glb", "a.vrm", "a.vrma"})
    EXPECT_THAT(of(file, {"--names", "en"}), IsEmpty()) << file;
  EXPECT_THAT(of("a.glb", {"--no-skin"}), IsEmpty());
  EXPECT_THAT(of("a.obj", {"--no-skin"}), IsEmpty()) << "which is so in any case";
  EXPECT_THAT(of("a.vpd", {"--no-skin"}), ElementsAre("--no-skin has no effect"));
  EXPECT_THAT(of("a.vmd", {"--bake", "--no-skin"}), ElementsAre("--no-skin has no effect"));
}

}  // namespace
}  // namespace mmd
