#include "base/text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include <fmt/format.h>
#include <utf8proc.h>

#include "base/charset.h"

namespace mmd {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

void append_utf8(std::string& out, std::uint32_t code) {
  std::array<utf8proc_uint8_t, 4> bytes{};
  const auto n = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code), bytes.data());
  out.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(n));
}

std::uint32_t unit_at(std::string_view bytes, std::size_t i, bool big) {
  const auto a = static_cast<unsigned char>(bytes[i]);
  const auto b = static_cast<unsigned char>(bytes[i + 1]);
  return big ? static_cast<std::uint32_t>(a << 8 | b) : static_cast<std::uint32_t>(b << 8 | a);
}

std::string utf8_from_utf16(std::string_view bytes, bool big) {
  std::string out;
  out.reserve(bytes.size() + bytes.size() / 2);
  std::size_t i = 0;
  for (; i + 1 < bytes.size(); i += 2) {
    std::uint32_t code = unit_at(bytes, i, big);
    if (code < 0x80) {
      out += static_cast<char>(code);
      continue;
    }
    if (code >= 0xD800 && code < 0xE000) {
      const bool high = code < 0xDC00;
      const std::uint32_t low = high && i + 3 < bytes.size() ? unit_at(bytes, i + 2, big) : 0;
      if (low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        i += 2;
      } else {
        code = 0xFFFD;
      }
    }
    append_utf8(out, code);
  }
  if (i < bytes.size()) out += replacement;
  return out;
}

/// Calls `visit(code)` for each character, U+FFFD for each byte that starts none.
template <class Visit>
void for_each_character(std::string_view text, Visit&& visit) {
  const auto* p = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  auto left = static_cast<utf8proc_ssize_t>(text.size());
  while (left > 0) {
    utf8proc_int32_t code = 0;
    const utf8proc_ssize_t n = utf8proc_iterate(p, left, &code);
    const bool valid = n > 0 && code >= 0;
    visit(valid ? static_cast<std::uint32_t>(code) : 0xFFFDu, valid);
    p += valid ? n : 1;
    left -= valid ? n : 1;
  }
}

std::string utf16_from_utf8(std::string_view text, bool big) {
  std::string out;
  out.reserve(text.size() * 2);
  const auto put = [&](std::uint32_t unit) {
    const auto low = static_cast<char>(unit & 0xFF), high = static_cast<char>(unit >> 8);
    out += big ? high : low;
    out += big ? low : high;
  };
  for_each_character(text, [&](std::uint32_t code, bool) {
    if (code < 0x10000) {
      put(code);
    } else {
      put(0xD800 + ((code - 0x10000) >> 10));
      put(0xDC00 + ((code - 0x10000) & 0x3FF));
    }
  });
  return out;
}

std::optional<std::string> converted(Charset to, Charset from, std::string_view text) {
  std::string out;
  if (!convert_charset(to, from, text, std::nullopt, out)) return std::nullopt;
  return out;
}

}  // namespace

std::optional<std::string> utf8_from_cp932(std::string_view bytes) {
  return converted(Charset::utf8, Charset::cp932, bytes);
}
std::optional<std::string> utf8_from_gbk(std::string_view bytes) {
  return converted(Charset::utf8, Charset::cp936, bytes);
}
std::optional<std::string> utf8_from_big5(std::string_view bytes) {
  return converted(Charset::utf8, Charset::big5, bytes);
}

std::string utf8_from_cp932_lossy(std::string_view bytes) {
  std::string out;
  return convert_charset(Charset::utf8, Charset::cp932, bytes, replacement, out) ? out : utf8_lossy(bytes);
}

std::optional<std::string> cp932_from_utf8(std::string_view text) {
  return converted(Charset::cp932, Charset::utf8, text);
}
std::optional<std::string> gbk_from_utf8(std::string_view text) {
  return converted(Charset::cp936, Charset::utf8, text);
}

std::string only_cp932(std::string_view text, char substitute) {
  std::string out;
  for_each_character(text, [&](std::uint32_t code, bool valid) {
    std::string character;
    append_utf8(character, code);
    out += valid && cp932_from_utf8(character) ? character : std::string(1, substitute);
  });
  return out;
}

std::string utf8_from_utf16le(std::string_view bytes) {
  return utf8_from_utf16(bytes, false);
}

std::string utf8_from_utf16be(std::string_view bytes) {
  return utf8_from_utf16(bytes, true);
}

std::string utf16le_from_utf8(std::string_view text) {
  return utf16_from_utf8(text, false);
}

std::string utf16be_from_utf8(std::string_view text) {
  return utf16_from_utf8(text, true);
}

bool is_utf8(std::string_view bytes) {
  bool all = true;
  for_each_character(bytes, [&](std::uint32_t, bool valid) { all = all && valid; });
  return all;
}

std::string utf8_lossy(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for_each_character(bytes, [&](std::uint32_t code, bool) { append_utf8(out, code); });
  return out;
}

namespace {

/// Unifies pairs of characters that share one CP932 code: programs decode it to either. (Other such pairs,
/// the full-width tilde, hyphen, cent, pound and not sign, are equal after NFKC.)
void unify_twins(std::string& text) {
  constexpr std::array<std::array<std::string_view, 2>, 4> twins = {{
      {"\xE3\x80\x9C", "~"},             // wave dash
      {"\xE2\x88\x92", "-"},             // minus sign
      {"\xE2\x80\x96", "\xE2\x88\xA5"},  // double vertical line, parallel to
      {"\xE2\x80\x94", "\xE2\x80\x95"},  // em dash, horizontal bar
  }};
  for (const auto& [one, other] : twins)
    for (std::size_t at = text.find(one); at != std::string::npos; at = text.find(one, at))
      text.replace(at, one.size(), other);
}

}  // namespace

std::string fold_name(std::string_view text) {
  utf8proc_uint8_t* folded = nullptr;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT |
                                                      UTF8PROC_CASEFOLD);
  const utf8proc_ssize_t n = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                          static_cast<utf8proc_ssize_t>(text.size()), &folded, options);
  const std::unique_ptr<utf8proc_uint8_t, void (*)(void*)> owned(folded, std::free);
  if (n == UTF8PROC_ERROR_NOMEM) throw std::bad_alloc();
  if (n < 0) return std::string(text);
  std::string out(reinterpret_cast<const char*>(folded), static_cast<std::size_t>(n));
  unify_twins(out);
  return out;
}

std::u32string utf16_units(std::string_view utf8) {
  std::u32string out;
  const std::string bytes = utf16le_from_utf8(utf8);
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    out += static_cast<char32_t>(static_cast<unsigned char>(bytes[i]) |
                                 static_cast<unsigned char>(bytes[i + 1]) << 8);
  }
  return out;
}

std::string utf8_from_units(std::u32string_view units) {
  std::string bytes;
  for (const char32_t c : units) {
    bytes += static_cast<char>(c & 0xFF);
    bytes += static_cast<char>(c >> 8);
  }
  return utf8_from_utf16le(bytes);
}

namespace {

bool is_within(utf8proc_int32_t code, utf8proc_int32_t first, utf8proc_int32_t last) {
  return code >= first && code <= last;
}

/// Control characters, line breaks and bidirectional marks that JSON writers do not escape.
bool is_control(utf8proc_int32_t code) {
  const bool is_line_break = is_within(code, 0x2028, 0x2029);
  const bool is_bidirectional = code == 0x061c || is_within(code, 0x200e, 0x200f) ||
                                is_within(code, 0x202a, 0x202e) || is_within(code, 0x2066, 0x2069);
  return is_within(code, 0x7f, 0x9f) || is_line_break || is_bidirectional;
}

/// Precondition: escaped characters are below U+10000 (four hexadecimal digits).
template <class IsEscaped>
std::string escaped(std::string_view bytes, const IsEscaped& is_escaped) {
  std::string out;
  out.reserve(bytes.size());
  while (!bytes.empty()) {
    utf8proc_int32_t code = 0;
    const utf8proc_ssize_t n = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(bytes.data()),
                                                static_cast<utf8proc_ssize_t>(bytes.size()), &code);
    const std::size_t taken = n > 0 ? static_cast<std::size_t>(n) : 1;
    if (n <= 0) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes.front()));
    } else if (is_escaped(code)) {
      out += fmt::format("\\u{:04x}", code);
    } else {
      out += bytes.substr(0, taken);
    }
    bytes.remove_prefix(taken);
  }
  return out;
}

}  // namespace

std::string escaped_utf8(std::string_view bytes) {
  return escaped(bytes, [](utf8proc_int32_t code) { return code < 0x20 || is_control(code); });
}

std::string escaped_lines(std::string_view bytes) {
  std::string out;
  while (!bytes.empty()) out += escaped_utf8(take_until(bytes, '\n')) + '\n';
  return out;
}

std::string escaped_json(std::string_view json) {
  return escaped(json, is_control);
}

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Reads the digits at `at` and moves behind them; the result has no leading zeros.
std::string_view take_number(std::string_view text, std::size_t& at) {
  while (at < text.size() && text[at] == '0') ++at;
  const std::size_t begin = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  return text.substr(begin, at - begin);
}

}  // namespace

int compare_folded(std::string_view a, std::string_view b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const std::string_view x = take_number(a, i), y = take_number(b, j);
      if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
      if (const int c = x.compare(y); c != 0) return c;
    } else {
      // UTF-8 bytes sort as their characters do.
      const auto x = static_cast<unsigned char>(a[i++]), y = static_cast<unsigned char>(b[j++]);
      if (x != y) return x < y ? -1 : 1;
    }
  }
  return static_cast<int>(i < a.size()) - static_cast<int>(j < b.size());
}

bool natural_less(std::string_view a, std::string_view b) {
  const int order = compare_folded(fold_name(a), fold_name(b));
  return order != 0 ? order < 0 : a < b;
}

std::vector<std::string_view> split_at(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  for (;;) {
    const std::size_t end = text.find(separator);
    out.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 1);
  }
}

std::string small_letters(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), small_letter);
  return out;
}

}  // namespace mmd
