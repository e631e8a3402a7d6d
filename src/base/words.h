#pragma once

// Words for messages.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mmd {

/// "did you mean a, b or c?", or `otherwise` if there are none.
std::string did_you_mean(const std::vector<std::string>& names, std::string otherwise);
/// "1 bone", "2 bones".
std::string counted(std::size_t count, std::string_view thing);

}  // namespace mmd
