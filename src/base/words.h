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

/// The one of the program's own `words` (options, commands, values) nearest to a mistyped one: at most one
/// letter in three missing, added, changed or swapped, or only its beginning typed. nullopt if none or
/// several are nearest.
std::optional<std::string> nearest_word(std::string_view typed, const std::vector<std::string>& words);

/// The first eight names of a list, for a message: "a, b and 3 more".
std::string join_truncated(const std::vector<std::string_view>& names);

}  // namespace mmd
