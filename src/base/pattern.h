#pragma once

#include <string_view>

namespace mmd {

/// Whether the text has what a pattern is known by: `*`, `?` or `[`.
bool is_pattern(std::string_view text);

/// Whether all of a name fits a pattern, as shells have them: `*` any characters, `?` one, `[a-z]` one of
/// these, `[!a-z]` one of the others. Characters are UTF-8. Who wants letters to count without case and width
/// folds both before (fold_name).
bool fits_pattern(std::string_view name, std::string_view pattern);

}  // namespace mmd
