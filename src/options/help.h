#pragma once

// Texts from the tables of commands and options: --help, the man page and the tables of
// docs/user/options.md.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "options/options.h"

namespace mmd {

/// A command in `--help`: its usage after "mmdview ", and its description.
struct CommandRow {
  Command command;
  std::string_view name, usage, help;
  bool is_common;  ///< `mmdview --help` lists it; `mmdview help all` lists all
};
std::span<const CommandRow> command_table();
/// The row of a command. command_name() takes values that are none, too.
const CommandRow& command_row(Command command);

/// The paragraph about files.
std::string_view files_help();

/// The groups of options in the order of `--help-all` and docs/user/options.md.
std::span<const std::string_view> option_groups();

/// The names of the commands that have the option.
std::vector<std::string_view> takers_of(const OptionRow& row);

/// common: the most used options, on one screen.
enum class HelpLevel : std::uint8_t { common, all };

/// `--help` or `--help-all`, of the whole program (nullopt) or of one command.
std::string help_text(std::optional<Command> command, HelpLevel level = HelpLevel::common);
std::string_view command_name(Command command);
/// `mmdview help hands`: the hand poses.
std::string hands_help();

/// A line for `--version` and `--help` with the parts that this build lacks; empty if it has all.
std::string built_without();

/// The manual page, for man (troff with the man macros, UTF-8).
std::string man_page();

/// A table of docs/user/options.md in Markdown: the options of a group, or for "Commands" the commands; empty
/// if there is no such group.
std::string markdown_table(std::string_view group);

}  // namespace mmd
