#include "options/text_table.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utf8proc.h>

#include "base/text.h"

namespace mmd {
namespace {

bool looks_like_number(std::string_view text) {
  return !text.empty() &&
         (text.front() == '-' || text.front() == '.' || (text.front() >= '0' && text.front() <= '9'));
}

bool reads_as_number(std::string_view text) {
  double value = 0.0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

}  // namespace

std::size_t display_width(std::string_view text) {
  const auto* p = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  auto left = static_cast<utf8proc_ssize_t>(text.size());
  std::size_t width = 0;
  while (left > 0) {
    utf8proc_int32_t code = 0;
    const utf8proc_ssize_t n = std::max<utf8proc_ssize_t>(utf8proc_iterate(p, left, &code), 1);
    width += code >= 0 ? static_cast<std::size_t>(std::max(utf8proc_charwidth(code), 0)) : 1;
    p += n;
    left -= n;
  }
  return width;
}

std::string aligned(std::vector<std::vector<std::string>> rows) {
  for (auto& row : rows) {
    for (std::string& cell : row) cell = on_one_line(std::move(cell));
  }
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  std::string out;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - display_width(row[i]), ' ');
      if (i > 0) out += "  ";
      if (looks_like_number(row[i])) {
        out += padding + row[i];
      } else {
        out += i + 1 < row.size() ? row[i] + padding : row[i];
      }
    }
    out += '\n';
  }
  return out;
}

std::string on_one_line(std::string text) {
  for (char& c : text)
    if (c == '\t' || c == '\r' || c == '\n') c = ' ';
  return escaped_utf8(text);
}

std::string fixed(double value, int digits) {
  std::string out = fmt::format("{:.{}f}", value, digits);
  const bool is_zero = out.find_first_not_of("-0.") == std::string::npos;
  if (is_zero && out.front() == '-') out.erase(0, 1);
  return out;
}

std::string json_string(std::string_view text) {
  return escaped_json(
      nlohmann::json(std::string(text)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::string csv_field(std::string_view text) {
  std::string shown = escaped_utf8(text);
  const bool is_formula = shown.find_first_of("=+-@") == 0 && !reads_as_number(shown);
  if (!is_formula && shown.find_first_of(",\"") == std::string::npos) return shown;
  std::string out = "\"";
  for (const char c : shown) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

}  // namespace mmd
