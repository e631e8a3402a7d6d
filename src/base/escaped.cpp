#include "base/escaped.h"

#include <fmt/format.h>
#include <utf8proc.h>

namespace mmd {

std::string escaped_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  while (!bytes.empty()) {
    utf8proc_int32_t code = 0;
    const utf8proc_ssize_t n = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(bytes.data()),
                                                static_cast<utf8proc_ssize_t>(bytes.size()), &code);
    const bool is_control =
        code >= 0x80 && code < 0xa0;  // U+009B begins a terminal's commands, as ESC [ does
    if (n > 0 && !is_control) {
      out += bytes.substr(0, static_cast<std::size_t>(n));
      bytes.remove_prefix(static_cast<std::size_t>(n));
    } else {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes.front()));
      bytes.remove_prefix(1);
    }
  }
  return out;
}

}  // namespace mmd
