#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mmd {

/// Columns of a terminal that the UTF-8 text takes (full-width characters take two).
std::size_t display_width(std::string_view text);
/// Rows with columns aligned by display width; numbers (text that starts with a digit, a sign or a dot) to
/// the right. Control characters in cells become spaces.
std::string aligned(std::vector<std::vector<std::string>> rows);
/// The text without line breaks, tabs and what else steers a terminal: spaces stand in their place.
std::string on_one_line(std::string text);
/// With that many digits after the point, never "-0.000".
std::string fixed(double value, int digits);
/// `text` as a JSON string with its quotes.
std::string json_string(std::string_view text);
/// `text` as a CSV field, quoted where it needs to be.
std::string csv_field(std::string_view text);

}  // namespace mmd
