#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mmd {

/// The absolute path that a URI ("file:///a%20b.pmx") names on this machine, by its bytes; nullopt: it names
/// none.
std::optional<std::string> path_of_uri(std::string_view uri);

}  // namespace mmd
