#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mmd {

/// Columns of a terminal that the UTF-8 text takes (full-width characters take two).
std::size_t display_width(std::string_view text);
/// Rows with columns aligned by display width; numbers (text that starts with a digit, a sign or a dot) to
/// the right.
std::string aligned(const std::vector<std::vector<std::string>>& rows);
/// `text` as a JSON string with its quotes.
std::string json_string(std::string_view text);
/// `text` as a CSV field, quoted where it needs to be.
std::string csv_field(std::string_view text);

}  // namespace mmd
