#pragma once

// JSON of unknown origin, with limits, and JSON as text. `Json` is nlohmann::json or nlohmann::ordered_json;
// only json.cpp compiles their parser and writer.

#include <cstddef>
#include <string>
#include <string_view>

#include "base/errors.h"

namespace mmd {

/// Nested lists and objects: copying and writing them takes a stack of the same depth.
inline constexpr int max_json_depth = 64;
/// Members of one object: some containers compare each name with all before it.
inline constexpr std::size_t max_json_members = 10'000;
/// Lists, objects, strings, numbers and words in all: each takes up to about 100 bytes of memory.
inline constexpr std::size_t max_json_values = 500'000;

/// An error, with the line, if the text exceeds these limits; it may have other errors.
Result<void> check_json_limits(std::string_view text);

/// Parses JSON within the limits. Errors have a line, but for a number that is too large.
template <class Json>
Result<Json> parse_json(std::string_view text);

/// JSON on one line. Invalid UTF-8 becomes U+FFFD; control characters are escaped.
template <class Json>
std::string json_text(const Json& json);
/// The same as a file: a line per value, indented by one space per level.
template <class Json>
std::string indented_json(const Json& json);

}  // namespace mmd
