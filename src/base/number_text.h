#pragma once

// Numbers as users type and read them.

#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/read_real.h"

namespace mmd {

/// Parses a number that fills the whole text.
template <class T>
bool read_whole(std::string_view text, T& out) {
  const char* const last = text.data() + text.size();
  std::from_chars_result read{};
  if constexpr (std::is_floating_point_v<T>)
    read = read_real(text.data(), last, out);
  else
    read = std::from_chars(text.data(), last, out);
  return read.ec == std::errc() && read.ptr == last;
}
/// The same for finite numbers; a float may start with '+'.
bool parse_number(std::string_view text, float& out);
bool parse_number(std::string_view text, double& out);
bool parse_number(std::string_view text, int& out);

/// Parses exactly N numbers separated by commas.
template <std::size_t N>
bool parse_numbers(std::string_view text, std::array<float, N>& values) {
  for (std::size_t i = 0; i < N; ++i) {
    const std::size_t comma = text.find(',');
    if ((comma == std::string_view::npos) != (i + 1 == N) || !parse_number(text.substr(0, comma), values[i]))
      return false;
    if (comma != std::string_view::npos) text.remove_prefix(comma + 1);
  }
  return true;
}

/// A number, or a vector's numbers separated by commas; parsing gives the same again.
template <class T>
std::string value_text(const T& value) {
  if constexpr (std::is_arithmetic_v<T>)
    return fmt::format("{}", value);
  else
    return fmt::format("{}", fmt::join(&value[0], &value[0] + T::length(), ","));
}

}  // namespace mmd
