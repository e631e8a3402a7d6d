#pragma once

// Words for messages.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mmd {

/// "did you mean a, b or c?", or `otherwise` if there are none.
std::string did_you_mean(const std::vector<std::string>& names, std::string otherwise);
/// "1 bone", "2 bones".
std::string counted(std::size_t count, std::string_view thing);

/// Which of the program's own words (options, commands, values) a mistyped one means: letters left out,
/// added, changed or swapped, about one in three, or only the beginning typed. nullopt if none or several are
/// as near.
std::optional<std::string> nearest_word(std::string_view typed, const std::vector<std::string>& words);

/// The first names of a list, for a message: "a, b and 3 more".
std::string join_truncated(const std::vector<std::string_view>& names);

}  // namespace mmd
