#include "formats/vac.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/read_real.h"
#include "formats/accessory_text.h"

namespace mmd::vac {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::size_t lines_used = 7;
/// Bytes of a line that are read.
constexpr std::size_t max_line = 4096;

std::string_view trimmed(std::string_view s) {
  constexpr std::string_view blanks(" \t\v\f\0\x1A", 6);
  const std::size_t first = s.find_first_not_of(blanks);
  return first == s.npos ? std::string_view{} : s.substr(first, s.find_last_not_of(blanks) + 1 - first);
}

/// The first lines without their ends (LF, CRLF or CR), as many as mean something. Further lines are empty.
std::vector<std::string_view> first_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (lines.size() < lines_used) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    lines.push_back(trimmed(text.substr(0, end)));
    const bool is_crlf = text.substr(end).starts_with("\r\n");
    text.remove_prefix(std::min(end + (is_crlf ? 2 : 1), text.size()));
  }
  return lines;
}

tl::unexpected<Diagnostic> fail_in_line(std::size_t line, std::string what, std::string hint = {}) {
  Diagnostic error = make_error(std::move(what), std::move(hint));
  error.line = static_cast<std::uint32_t>(line);
  return fail(std::move(error));
}

std::optional<float> number_from(std::string_view word) {
  if (word.starts_with("+") && !word.starts_with("+-")) word.remove_prefix(1);
  float value = 0.0f;
  const char* const end = word.data() + word.size();
  const auto result = read_real(word.data(), end, value);
  if (result.ec != std::errc{} || result.ptr != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// Numbers with commas between them. An empty line leaves them as they are.
Result<void> read_numbers(std::string_view text, std::size_t line, const char* what, std::span<float> out) {
  if (text.empty()) return {};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const bool is_last = i + 1 == out.size();
    const auto value = number_from(trimmed(is_last ? text : take_until(text, ',')));
    if (!value)
      return fail_in_line(
          line, fmt::format("{}: expected {}", what,
                            out.size() == 1 ? "a number" : "three numbers with commas between them"));
    out[i] = *value;
  }
  return {};
}

/// 1 is shadow off. Another text there is a comment.
bool has_shadow(std::string_view text) {
  const auto value = number_from(text);
  return !value || *value == 0.0f;
}

}  // namespace

Result<File> read(ByteSpan bytes) {
  if (bytes.empty()) return fail("empty file", "is the download complete?");
  std::string_view text = as_text(bytes);
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const std::vector<std::string_view> lines = first_lines(text);
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (lines[i].size() > max_line) return fail_in_line(i + 1, "the line is too long", "is this a VAC file?");
  File out;
  out.name = accessory_text(lines[0]);
  out.model = accessory_text(lines[1]);
  if (out.model.empty()) return fail_in_line(2, "the name of the X file is missing", "is this a VAC file?");
  MMD_TRY(read_numbers(lines[2], 3, "scale", std::span(&out.scale, 1)));
  MMD_TRY(read_numbers(lines[3], 4, "position", std::span(&out.position[0], 3)));
  MMD_TRY(read_numbers(lines[4], 5, "rotation", std::span(&out.rotation[0], 3)));
  out.bone = accessory_text(lines[5]);
  out.has_shadow = has_shadow(lines[6]);
  return out;
}

}  // namespace mmd::vac
