#pragma once

// JSON of unknown origin, with limits, and JSON as text. The types are nlohmann's, which the caller includes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/errors.h"
#include "base/text.h"

namespace mmd {

/// Nested lists and objects: copying and writing them takes a stack of the same depth.
inline constexpr int max_json_depth = 64;
/// Members of one object: some containers compare each name with all before it.
inline constexpr std::size_t max_json_members = 10'000;
/// Lists, objects, strings, numbers and words in all: each takes up to about 100 bytes of memory.
inline constexpr std::size_t max_json_values = 500'000;

/// An error, with the line, if the text exceeds these limits; it may have other errors.
Result<void> check_json_limits(std::string_view text);

/// The error for text that cannot be parsed. `what`: nlohmann's message; `byte`: where, from 1.
Diagnostic not_json(std::string_view text, std::string_view what, std::size_t byte);

/// Parses JSON within the limits. Errors have a line.
template <class Json>
Result<Json> parse_json(std::string_view text) {
  MMD_TRY(check_json_limits(text));
  try {
    return Json::parse(text.begin(), text.end());
  } catch (const typename Json::parse_error& error) {
    return fail(not_json(text, error.what(), error.byte));
  }
}

/// JSON on one line. Invalid UTF-8 becomes U+FFFD; control characters are escaped.
template <class Json>
std::string json_text(const Json& json) {
  return escaped_json(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}
/// The same as a file: a line per value, indented by one space per level.
template <class Json>
std::string indented_json(const Json& json) {
  return escaped_json(json.dump(1, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace mmd
