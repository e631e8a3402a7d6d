#include "commands/text_table.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utf8proc.h>

#include "base/escaped.h"

namespace mmd {
namespace {

bool looks_like_number(std::string_view text) {
  return !text.empty() &&
         (text.front() == '-' || text.front() == '.' || (text.front() >= '0' && text.front() <= '9'));
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
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return escaped_utf8(text);
}

std::string fixed(double value, int digits) {
  std::string out = fmt::format("{:.{}f}", value, digits);
  const bool is_zero = out.find_first_not_of("-0.") == std::string::npos;
  if (is_zero && out.front() == '-') out.erase(0, 1);
  return out;
}

std::string json_string(std::string_view text) {
  return nlohmann::json(std::string(text)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

}  // namespace mmd
