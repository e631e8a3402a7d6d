#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mmd {

/// Which of the program's own words (options, commands, values) a mistyped one means: letters left out,
/// added, changed or swapped, about one in three, or only the beginning typed. nullopt if none or several are
/// as near.
std::optional<std::string> nearest_word(std::string_view typed, const std::vector<std::string>& words);

}  // namespace mmd
