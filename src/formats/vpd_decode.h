#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "formats/vpd.h"

namespace mmd::vpd {

/// U+FFFD, for bytes that are invalid in the encoding.
inline constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// The text of a pose file.
struct Decoded {
  Encoding encoding = Encoding::cp932;
  std::string text;    ///< UTF-8 without byte order mark
  bool lossy = false;  ///< U+FFFD replaces invalid bytes
};

/// Decodes by the byte order mark, else as UTF-8 if the bytes are valid UTF-8 beyond ASCII, else as CP932.
Decoded decode(std::string_view bytes);

enum class NumberError : std::uint8_t { none, syntax, not_finite, too_large };

/// The problem, for a message after the number: "is not finite".
const char* why(NumberError error);

/// Reads a number, independent of the locale. `beyond` is the text's number minus `value`.
NumberError parse_number(std::string_view token, float& value, float& beyond);

}  // namespace mmd::vpd
