#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "options/help.h"
#include "options/options.h"

namespace mmd {

/// What the command line came to: options to run with, or an exit status because help or version was printed
/// or the usage was wrong (said on standard error).
struct CommandLine {
  Options options;
  std::optional<int> exit_status;
  Diagnostics warnings;  ///< of options that change nothing
};

/// Reads the command line by option_table(). Arguments are UTF-8. `base`: what is so unless it is given, of
/// that command; null: the command's defaults.
CommandLine parse_command_line(int argc, const char* const* argv, const Options* base = nullptr);
/// The same over a person's settings, which count for the window (config_file.h), and over a state that is
/// named. Prints the warnings.
CommandLine parse_with_settings(int argc, const char* const* argv);

/// "0.3.0"
std::string_view program_version();

/// Warnings of options among the `given` ones that, beside the others, change nothing. What only the files
/// tell is not looked at.
Diagnostics idle_options(const Options& options, std::span<const std::string_view> given);

// What people type who know other programs: understood where it means the same, else answered with the right
// name.

/// Another name of an option, with the same values.
struct OptionSynonym {
  std::string_view typed, name;
};
std::span<const OptionSynonym> option_synonyms();

/// The command of that name, or of what other programs call it.
std::optional<Command> command_called(std::string_view word);

/// What to write in place of an option that the command does not have: "--size WIDTHxHEIGHT"; nullopt:
/// nothing is known.
std::optional<std::string_view> in_place_of(std::string_view option, Command command);

// What is made of the tables of commands and options for other programs.

enum class Shell : std::uint8_t { bash, fish, zsh };
/// The script that completes mmdview's command line in a shell.
std::string completion_script(Shell shell);

/// What the scripts ask the program for by `mmdview --complete KIND WORD…`: names that fit what is on the
/// line. Which kind an option's value is; empty: none of these.
std::string_view kind_of_names(const OptionRow& row);
/// The names, a line each: "bones" or "morphs" of the first model among the words of a command line, Japanese
/// and then English; "names": the bones and morphs of the poses among them. Says nothing about what cannot be
/// read.
std::string names_to_complete(std::string_view kind, const std::vector<std::string>& words);

/// The names of the commands, `help` among them.
std::vector<std::string> words_for_commands();

/// The words that an option takes, or takes beside other values; empty if it takes none.
std::vector<std::string> choices_of(const OptionRow& row);

}  // namespace mmd
