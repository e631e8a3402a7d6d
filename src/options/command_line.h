#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "options/help.h"
#include "options/options.h"
#include "options/scene_file.h"

namespace mmd {

/// The parsed command line: options to run with, or an exit status because help or version was printed or the
/// usage was wrong (printed to standard error).
struct CommandLine {
  Options options;
  std::optional<int> exit_status;
  Diagnostics warnings;  ///< about options without effect
};

/// Parses the command line with option_table(). Arguments are UTF-8. `base`: values of options that are not
/// given; null: the command's defaults.
CommandLine parse_command_line(int argc, const char* const* argv, const Options* base = nullptr);
/// The same; options override the user's settings for the window (config_file.h) and the scene among
/// the files or of `--state`. Prints the warnings.
CommandLine parse_with_settings(int argc, const char* const* argv);

/// The options that open a scene in the window, with the user's settings, and warnings. `window`: choices of
/// the running window, which stay. `found`: files that the user found elsewhere. Errors: the file cannot be
/// read or is not a scene.
Result<CommandLine> options_of_scene(const std::string& file, const WindowChoice& window,
                                     const FoundFiles& found = {});

/// "0.3.0"
std::string_view program_version();

/// Warnings about `given` options that have no effect with the other options. Does not look into files.
Diagnostics idle_options(const Options& options, std::span<const std::string_view> given);

// Names from other programs: aliases if they mean the same, otherwise the error names our option.

/// An alias of an option, with the same values.
struct OptionSynonym {
  std::string_view typed, name;
};
std::span<const OptionSynonym> option_synonyms();

/// The command of that name or alias.
std::optional<Command> command_called(std::string_view word);

/// The replacement for an unknown option, for example "--size WIDTHxHEIGHT"; nullopt if none is known.
std::optional<std::string_view> in_place_of(std::string_view option, Command command);

// Completions.

enum class Shell : std::uint8_t { bash, fish, zsh };
/// The script that completes mmdview's command line in a shell.
std::string completion_script(Shell shell);

/// The KIND of an option's value for `mmdview --complete KIND WORD…`, which the scripts call to list names
/// that fit the command line; empty for other values.
std::string_view kind_of_names(const OptionRow& row);
/// The names, one per line: "bones" or "morphs" of the first model on the command line, Japanese, then
/// English; "names" of the bones and morphs of its poses. Ignores files that cannot be read.
std::string names_to_complete(std::string_view kind, const std::vector<std::string>& words);

/// The names of the commands, including `help`.
std::vector<std::string> words_for_commands();

/// The fixed words among an option's values; may be empty.
std::vector<std::string> choices_of(const OptionRow& row);

}  // namespace mmd
