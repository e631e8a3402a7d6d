#include <fmt/format.h>

#include "commands/command_line.h"

namespace mmd {
namespace {

struct CommandRow {
  Command command;
  std::string_view name, usage, help;
};

constexpr CommandRow commands[] = {
    {Command::view, "view", "[view] [MODEL] [POSE …]", "open a window (the default)"},
    {Command::shot, "shot", "shot MODEL [POSE …] -o OUT.png", "make a picture; needs no display"},
    {Command::bones, "bones", "bones MODEL [POSE …]", "print the evaluated bones"},
    {Command::info, "info", "info FILE", "print what a model or pose holds"},
};

std::string option_lines(std::uint8_t command_bits) {
  std::string out;
  std::string_view group;
  for (const OptionRow& row : option_table()) {
    if ((row.commands & command_bits) == 0) continue;
    if (row.group != group) {
      group = row.group;
      out += fmt::format("\n{}:\n", group);
    }
    std::string left = row.short_name.empty() ? "    " : fmt::format("{}, ", row.short_name);
    left += row.name;
    if (!row.value.empty()) left += fmt::format(" {}", row.value);
    if (left.size() <= 25) {
      out += fmt::format("  {:<26}{}\n", left, row.help);
    } else {
      out += fmt::format("  {}\n  {:<26}{}\n", left, "", row.help);
    }
  }
  out += fmt::format("  {:<26}{}\n  {:<26}{}\n", "-h, --help", "this text", "    --version", "the version");
  return out;
}

constexpr std::string_view files_text =
    "Files are recognised by content, in any order: a model (.pmx, or a .zip that holds one)\n"
    "and poses (.vpd), each laid over the one before. - is standard input; -- ends options.\n";

}  // namespace

std::string_view command_name(Command command) {
  for (const CommandRow& row : commands) {
    if (row.command == command) return row.name;
  }
  return {};
}

std::string help_text(std::optional<Command> command) {
  if (!command) {
    std::string out = "mmdview: see, check and photograph MikuMikuDance models with poses\n\nUsage:\n";
    for (const CommandRow& row : commands) out += fmt::format("  mmdview {:<38}{}\n", row.usage, row.help);
    out += fmt::format("\n{}", files_text);
    out += "`mmdview COMMAND --help` lists a command's options. Options of view and shot:\n";
    constexpr auto bits = static_cast<std::uint8_t>((1u << static_cast<unsigned>(Command::view)) |
                                                    (1u << static_cast<unsigned>(Command::shot)));
    return out + option_lines(bits);
  }
  const CommandRow* row = &commands[0];
  for (const CommandRow& r : commands) {
    if (r.command == *command) row = &r;
  }
  return fmt::format("mmdview {}: {}\n\nUsage: mmdview {} [OPTIONS]\n\n{}{}", row->name, row->help,
                     row->usage, files_text,
                     option_lines(static_cast<std::uint8_t>(1u << static_cast<unsigned>(*command))));
}

}  // namespace mmd
