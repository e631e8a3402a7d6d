#pragma once

// What is made of the tables of commands and options for other programs.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "options/options.h"

namespace mmd {

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

/// The manual page, for man (troff with the man macros, UTF-8).
std::string man_page();

/// The words that an option takes, or takes beside other values; empty if it takes none.
std::vector<std::string> choices_of(const OptionRow& row);

}  // namespace mmd
