#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mmd {

/// Columns of a terminal that the UTF-8 text takes (full-width characters take two).
std::size_t display_width(std::string_view text);
/// Rows with columns aligned by display width; numbers (text that starts with a digit, a sign or a dot) to
/// the right. Cells are shown as on_one_line().
std::string aligned(std::vector<std::vector<std::string>> rows);
/// The text as escaped_utf8() shows it, with spaces for line breaks and tabs.
std::string on_one_line(std::string text);
/// With that many digits after the point, never "-0.000".
std::string fixed(double value, int digits);
/// `text` as a JSON string with its quotes.
std::string json_string(std::string_view text);
/// `text` as a CSV field (RFC 4180), escaped like escaped_utf8(). It is quoted if it contains a comma or a
/// quote, or if it begins with = + - @, which spreadsheets read as a formula, and is not a number.
std::string csv_field(std::string_view text);

}  // namespace mmd
