#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "annotations/label_makers.h"
#include "export/gltf_write.h"
#include "options/command_line.h"
#include "options/messages.h"
#include "options/pose_tools.h"
#include "tests/options/arguments.h"

namespace mmd {
namespace {

using test::all_commands;
using test::parse;
using test::row_of;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Whether a whole word stands in the text.
bool has_word(const std::string& text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const auto is_part = [](char c) { return c == '-' || (c >= 'a' && c <= 'z'); };
    const std::size_t end = at + word.size();
    if (!(at > 0 && is_part(text[at - 1])) && !(end < text.size() && is_part(text[end]))) return true;
  }
  return false;
}

TEST(Completion, OfBashAndZshHasEveryOptionOfEveryCommand) {
  const auto expect_all = [](Shell shell, const std::string& before, const std::string& behind,
                             const char* end) {
    const std::string script = completion_script(shell);
    for (const Command command : all_commands()) {
      const std::size_t at = script.find(before + std::string(command_name(command)) + behind);
      ASSERT_NE(at, std::string::npos) << command_name(command);
      const std::string specs = script.substr(at, script.find(end, at + before.size() + behind.size()) - at);
      for (const OptionRow& row : option_table())
        EXPECT_EQ(has_word(specs, row.name), row_of(row.name, command) != nullptr)
            << command_name(command) << ' ' << row.name;
    }
  };
  expect_all(Shell::bash, "      ", ") options=", "\n");
  expect_all(Shell::zsh, "    ", ")\n", ";;");
}

TEST(Completion, FishHasEveryOption) {
  const std::string script = completion_script(Shell::fish);
  for (const OptionRow& row : option_table())
    EXPECT_THAT(script, HasSubstr(" -l " + std::string(row.name.substr(2)) + " ")) << row.name;
  for (const Command command : all_commands())
    EXPECT_THAT(script, HasSubstr(" -a " + std::string(command_name(command)) + " "));
}

TEST(Completion, KnowsWhichValuesAreNames) {
  EXPECT_EQ(kind_of_names(*row_of("--highlight", Command::shot)), "bones");
  EXPECT_EQ(kind_of_names(*row_of("--morph", Command::bones)), "morphs");
  EXPECT_EQ(kind_of_names(*row_of("--bones", Command::pose)), "names");
  EXPECT_EQ(kind_of_names(*row_of("--view", Command::shot)), "");
}

TEST(Completion, KnowsTheWordsThatOptionsTake) {
  EXPECT_THAT(choices_of(*row_of("--view", Command::shot)), Contains("three-quarter"));
  EXPECT_THAT(choices_of(*row_of("--format", Command::bones)), ElementsAre("table", "json", "csv"));
  EXPECT_THAT(choices_of(*row_of("--format", Command::info)), ElementsAre("table", "json"));
  EXPECT_THAT(choices_of(*row_of("--size", Command::shot)), IsEmpty());
  EXPECT_THAT(choices_of(*row_of("--no-ik", Command::shot)), IsEmpty());
}

std::string escaped_dashes(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '-' ? std::string("\\-") : std::string(1, c);
  return out;
}

TEST(ManPage, HasEveryOptionCommandAndGroup) {
  const std::string page = man_page();
  EXPECT_THAT(page, ::testing::StartsWith(".TH MMDVIEW 1 "));
  for (const OptionRow& row : option_table()) {
    EXPECT_THAT(page, HasSubstr("\\fB" + escaped_dashes(row.name) + "\\fR")) << row.name;
    EXPECT_THAT(page, HasSubstr(".SS " + std::string(row.group) + "\n"));
  }
  for (const Command command : all_commands())
    EXPECT_TRUE(has_word(page, command_name(command))) << command_name(command);
}

TEST(ManPage, ListsEveryExitStatus) {
  for (const char* status : {"0", "1", "2", "3", "4", "130"})
    EXPECT_THAT(man_page(), HasSubstr(".TP\n\\fB" + std::string(status) + "\\fR\n")) << status;
}

TEST(ManPage, HasNoAccidentalTroffRequests) {
  const std::vector<std::string> requests{".TH", ".SH", ".SS", ".TP", ".B", ".nf", ".fi"};
  std::istringstream lines(man_page());
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && (line[0] == '.' || line[0] == '\'')) {
      EXPECT_THAT(requests, Contains(line.substr(0, line.find(' '))));
    }
  }
}

TEST(CommandLine, PrintsCompletionAndManPage) {
  EXPECT_EQ(parse({"--completion", "bash"}).out, completion_script(Shell::bash));
  EXPECT_EQ(parse({"--completion", "fish"}).out, completion_script(Shell::fish));
  EXPECT_EQ(parse({"--completion", "zsh"}).out, completion_script(Shell::zsh));
  EXPECT_EQ(parse({"--man"}).out, man_page());
  EXPECT_EQ(parse({"--man"}).line.exit_status, 0);
  EXPECT_EQ(parse({"--completion", "tcsh"}).line.exit_status, 2);
  EXPECT_EQ(parse({"shot", "--man"}).line.exit_status, 2);
  for (const char* option : {"--completion", "--man"}) EXPECT_THAT(parse({"--help"}).out, HasSubstr(option));
}

TEST(CommandLine, WhatMakesSeveralFilesNeedsAFileName) {
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--turntable", "3"}, {"--labels", "all"}}) {
    std::vector<std::string> arguments{"shot", "m.pmx", "-o", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(parse(arguments).line.exit_status, 2) << more[0];
  }
}

TEST(CommandLine, RecordsOptionsWithoutFolders) {
  const auto p = parse({"shot", "m.pmx", "-o", "/a/o.png", "-v", "--shader-dir", "/elsewhere/shaders",
                        "--view", "back", "--no-ik", "--compare", "poses/other.vpd"});
  EXPECT_THAT(p.line.options.given,
              ElementsAre("--no-ik", "--view back", "--compare other.vpd", "--shader-dir shaders"));
}

/// The long options that a help text lists (at the start of a line, behind the short one).
std::multiset<std::string> listed(const std::string& text) {
  std::multiset<std::string> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    constexpr std::size_t name_at = 6;  // two spaces, room for "-v, "
    const bool is_option = line.rfind("  ", 0) == 0 && line.size() > name_at &&
                           (line[2] == '-' || line.compare(2, 4, "    ") == 0) &&
                           line.compare(name_at, 2, "--") == 0;
    if (!is_option) continue;
    out.insert(
        line.substr(name_at, line.find_first_not_of("-abcdefghijklmnopqrstuvwxyz", name_at) - name_at));
  }
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out.push_back(line);
  return out;
}

constexpr std::size_t widest_screen = 100;

TEST(Help, ProgramHelpFitsOnAScreenAndNamesMore) {
  const std::string text = help_text(std::nullopt);
  EXPECT_LE(lines_of(text).size(), 40u);
  for (const std::string& line : lines_of(text)) EXPECT_LE(display_width(line), widest_screen) << line;
  for (const char* lead : {"mmdview help COMMAND", "mmdview help all"}) EXPECT_THAT(text, HasSubstr(lead));
  for (const CommandRow& row : command_table())
    EXPECT_EQ(text.find("  mmdview " + std::string(row.usage)) != std::string::npos, row.is_common)
        << row.name;
}

TEST(Help, CommandHelpListsCommonOptionsAndNamesTheFullList) {
  for (const Command command : all_commands()) {
    std::multiset<std::string> expected;
    bool has_more = false;
    for (const OptionRow& row : option_table()) {
      EXPECT_EQ(row.common & ~row.commands, 0) << row.name << " is common where no command takes it";
      if (row.is_common_for(command)) expected.insert(std::string(row.name));
      has_more |= row.is_for(command) && !row.is_common_for(command);
    }
    const std::string text = help_text(command);
    EXPECT_EQ(listed(text), expected) << command_name(command);
    EXPECT_LE(expected.size(), 18u) << command_name(command);
    EXPECT_EQ(text.find("\nmore: mmdview " + std::string(command_name(command)) + " --help-all\n") !=
                  std::string::npos,
              has_more)
        << command_name(command);
    for (const std::string& line : lines_of(text)) EXPECT_LE(display_width(line), widest_screen + 10) << line;
  }
}

TEST(Help, HelpAllListsExactlyTheOptionsOfTheCommand) {
  for (const Command command : all_commands()) {
    std::multiset<std::string> expected{"--help", "--help-all", "--version"};
    for (const OptionRow& row : option_table()) {
      if (row.is_for(command)) expected.insert(std::string(row.name));
    }
    EXPECT_EQ(listed(help_text(command, HelpLevel::all)), expected) << command_name(command);
  }
}

TEST(Help, HelpOfAllListsEveryCommandAndOption) {
  const std::string text = help_text(std::nullopt, HelpLevel::all);
  for (const CommandRow& row : command_table())
    EXPECT_THAT(text, HasSubstr("  mmdview " + std::string(row.usage)));
  std::multiset<std::string> expected{"--help", "--help-all", "--version", "--completion", "--man"};
  for (const OptionRow& row : option_table()) expected.insert(std::string(row.name));
  EXPECT_EQ(listed(text), expected);
}

TEST(Help, ShowsDefaultsInBrackets) {
  EXPECT_THAT(help_text(Command::shot, HelpLevel::all),
              HasSubstr("anti-aliasing samples per pixel, 1 to 64 [4]\n"));
}

TEST(Help, ShowsTheDefaultsOfTheCommand) {
  EXPECT_THAT(help_text(Command::shot, HelpLevel::all), HasSubstr("size in pixels [1024x1024]\n"));
  EXPECT_THAT(help_text(Command::view, HelpLevel::all), HasSubstr("size in pixels [fits the screen]\n"));
  EXPECT_THAT(help_text(std::nullopt, HelpLevel::all), HasSubstr("[1024x1024; window: fits the screen]"));
}

TEST(Help, ListsEveryPoseTool) {
  const std::string help = help_text(Command::pose), all = help_text(Command::pose, HelpLevel::all);
  for (const PoseToolRow& row : pose_tools()) {
    const std::string line = fmt::format("\n  {} {} ", row.name, row.files);
    EXPECT_THAT(help, HasSubstr(line));
    EXPECT_THAT(all, HasSubstr(line));
    for (const Shell shell : {Shell::bash, Shell::fish, Shell::zsh})
      EXPECT_THAT(completion_script(shell), HasSubstr(std::string(row.name))) << row.name;
  }
}

TEST(OptionsPage, MatchesTheTable) {
  std::ifstream in(MMDVIEW_SOURCE_DIR "/docs/user/options.md", std::ios::binary);
  std::ostringstream page;
  page << in.rdbuf();
  std::vector<std::string> tables{"Commands", "Pose tools"};
  for (const std::string_view group : option_groups()) tables.emplace_back(group);
  for (const std::string& name : tables) {
    const std::string expected =
        "<!-- table: " + name + " -->\n\n" + markdown_table(name) + "\n<!-- end of table -->\n";
    EXPECT_TRUE(page.str().find(expected) != std::string::npos)
        << "docs/user/options.md has not this table of " << name
        << "; scripts/write_options.sh writes the tables anew:\n"
        << expected;
  }
  EXPECT_EQ(parse({"help", "--markdown", "Picture"}).out, markdown_table("Picture"));
}

TEST(OptionsPage, HasEveryOptionInAGroup) {
  const auto groups = option_groups();
  for (const OptionRow& row : option_table())
    EXPECT_NE(std::find(groups.begin(), groups.end(), row.group), groups.end()) << row.name;
  EXPECT_EQ(markdown_table("nothing"), "");
  EXPECT_THAT(markdown_table("Physics"), HasSubstr("; not with `--ground` |"));
}

TEST(Help, HelpAndVersionNameMissingComponents) {
  const std::string said = built_without();
  const auto is_said = [&](std::string_view part) { return said.find(part) != std::string::npos; };
  EXPECT_EQ(is_said("glTF"), !writes_gltf());
  EXPECT_EQ(is_said("EXR"), !has_depth_exr());
  EXPECT_EQ(said.empty(), writes_gltf() && has_depth_exr());
  EXPECT_THAT(help_text(std::nullopt), HasSubstr(said));
  EXPECT_THAT(test::parse({"--version"}).out, ::testing::EndsWith("\n" + said));
}

TEST(Help, EveryOptionHasAShortDescription) {
  constexpr std::size_t longest_text = 90, longest_line = 120;
  for (const OptionRow& row : option_table()) {
    EXPECT_FALSE(row.help.empty()) << row.name;
    EXPECT_LE(display_width(row.help), longest_text) << row.name;
    EXPECT_EQ(option_help(row.name), option_help(std::string(row.name)));
    EXPECT_NE(row.commands, 0) << row.name;
  }
  EXPECT_EQ(option_help("--nonsense"), "");
  for (const Command command : all_commands())
    for (const std::string& line : lines_of(help_text(command, HelpLevel::all)))
      EXPECT_LE(display_width(line), longest_line) << line;
}

}  // namespace
}  // namespace mmd
