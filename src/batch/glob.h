#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mmd {

/// Whether the text has what a pattern is known by: `*`, `?` or `[`.
bool is_pattern(std::string_view text);

/// Whether a file's name fits a pattern, as shells have them: `*` any characters, `?` one, `[a-z]` one of
/// these,
/// `[!a-z]` one of the others. Characters are UTF-8.
bool fits_pattern(std::string_view name, std::string_view pattern);

/// The files that fit a path with patterns in its parts, sorted. `**` as a part stands for any folders, also
/// none. Names that begin with a dot are found only by parts that do.
std::vector<std::string> files_fitting(const std::string& pattern);

}  // namespace mmd
