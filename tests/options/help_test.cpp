#include <set>
#include <sstream>

#include <gmock/gmock.h>

#include "annotations/label_choice.h"
#include "export/gltf_write.h"
#include "tests/options/arguments.h"

namespace mmd {
namespace {

using test::all_commands;
using test::takes;
using ::testing::HasSubstr;

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

TEST(Help, ListsExactlyTheOptionsOfTheCommand) {
  for (const Command command : all_commands()) {
    std::multiset<std::string> expected{"--help", "--version"};
    for (const OptionRow& row : option_table()) {
      if (takes(row, command)) expected.insert(std::string(row.name));
    }
    EXPECT_EQ(listed(help_text(command)), expected) << command_name(command);
  }
}

TEST(Help, OfTheProgramNamesEveryCommand) {
  const std::string text = help_text(std::nullopt);
  for (const Command command : all_commands()) EXPECT_THAT(text, HasSubstr(command_name(command)));
}

TEST(Help, AndTheVersionNameThePartsThatTheProgramWasBuiltWithout) {
  const std::string said = built_without();
  const auto is_said = [&](std::string_view part) { return said.find(part) != std::string::npos; };
  EXPECT_EQ(is_said("physics"), !has_physics_engine());
  EXPECT_EQ(is_said("glTF"), !writes_gltf());
  EXPECT_EQ(is_said("EXR"), !has_depth_exr());
  EXPECT_EQ(said.empty(), has_physics_engine() && writes_gltf() && has_depth_exr());
  EXPECT_THAT(help_text(std::nullopt), HasSubstr(said));
  EXPECT_THAT(test::parse({"--version"}).out, ::testing::EndsWith("\n" + said));
}

TEST(Help, EveryOptionSaysWhatItDoesInShortLines) {
  for (const OptionRow& row : option_table()) {
    EXPECT_FALSE(row.help.empty()) << row.name;
    EXPECT_EQ(option_help(row.name), option_help(std::string(row.name)));
    EXPECT_NE(row.commands, 0) << row.name;
  }
  EXPECT_EQ(option_help("--nonsense"), "");
  std::string line;
  for (const char c : help_text(Command::shot)) {
    if (c != '\n') {
      line += c;
      continue;
    }
    EXPECT_LE(line.size(), 110u) << line;
    line.clear();
  }
}

}  // namespace
}  // namespace mmd
