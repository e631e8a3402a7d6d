#pragma once

#include <string>
#include <string_view>

namespace mmd {

/// Makes text from files safe to print. Bytes that are not UTF-8 become "\xff"; control characters,
/// bidirectional marks and line separators become "\u009b".
std::string escaped_utf8(std::string_view bytes);

/// The same for serialised JSON, which keeps its meaning. Expects UTF-8 whose strings have no characters
/// below U+0020, as JSON writers make it.
std::string escaped_json(std::string_view json);

}  // namespace mmd
