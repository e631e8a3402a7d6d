#pragma once

// What people type who know other programs: understood where it means the same, else answered with the right
// name.

#include <optional>
#include <span>
#include <string_view>

#include "options/options.h"

namespace mmd {

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

}  // namespace mmd
