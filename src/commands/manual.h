#pragma once

// What is made of the tables of commands and options for other programs.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "commands/options.h"

namespace mmd {

enum class Shell : std::uint8_t { bash, fish };
/// The script that completes mmdview's command line in a shell.
std::string completion_script(Shell shell);

/// The manual page, for man (troff with the man macros, UTF-8).
std::string man_page();

/// The words that an option takes; empty if it takes no value, or more than a few words.
std::vector<std::string> choices_of(const OptionRow& row);

}  // namespace mmd
