#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "formats/vpd.h"

namespace mmd::vpd {

/// U+FFFD, for what an encoding does not know.
inline constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// The text of a pose file.
struct Decoded {
  Encoding encoding = Encoding::cp932;
  std::string text;    ///< UTF-8 without byte order mark
  bool lossy = false;  ///< U+FFFD stands for what the encoding does not know
};

/// By its byte order mark, else as UTF-8 if the bytes are that and not just ASCII, else as CP932.
Decoded decode(std::string_view bytes);

enum class NumberError : std::uint8_t { none, syntax, not_finite, too_large };

/// What is wrong, after the number: "is not finite".
const char* why(NumberError error);

/// Reads a number, whatever the locale. `beyond`: what the text has beyond the digits of `value`.
NumberError parse_number(std::string_view token, float& value, float& beyond);

}  // namespace mmd::vpd
