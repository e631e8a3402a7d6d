#include "base/escaped.h"

#include <fmt/format.h>
#include <utf8proc.h>

namespace mmd {
namespace {

bool is_within(utf8proc_int32_t code, utf8proc_int32_t first, utf8proc_int32_t last) {
  return code >= first && code <= last;
}

/// Characters that JSON writers leave as they are.
bool steers(utf8proc_int32_t code) {
  const bool is_line_break = is_within(code, 0x2028, 0x2029);
  const bool is_bidirectional = code == 0x061c || is_within(code, 0x200e, 0x200f) ||
                                is_within(code, 0x202a, 0x202e) || is_within(code, 0x2066, 0x2069);
  return is_within(code, 0x7f, 0x9f) || is_line_break || is_bidirectional;
}

/// Escaped characters are below U+10000: four hexadecimal digits.
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
  return escaped(bytes, [](utf8proc_int32_t code) { return code < 0x20 || steers(code); });
}

std::string escaped_json(std::string_view json) {
  return escaped(json, steers);
}

}  // namespace mmd
