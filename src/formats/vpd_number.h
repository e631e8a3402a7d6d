#pragma once

#include <cstdint>
#include <string_view>

namespace mmd::vpd {

enum class NumberError : std::uint8_t { none, syntax, not_finite, too_large };

/// What is wrong, after the number: "is not finite".
const char* why(NumberError error);

/// Reads a number, whatever the locale. `beyond`: what the text has beyond the digits of `value`.
NumberError parse_number(std::string_view token, float& value, float& beyond);

}  // namespace mmd::vpd
