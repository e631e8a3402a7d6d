#include "base/read_real.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>

namespace mmd {
namespace {

#ifdef __cpp_lib_to_chars
template <class Real>
std::from_chars_result read(const char* first, const char* last, Real& value) {
  return std::from_chars(first, last, value);
}
#else
/// The part that from_chars would look at: unlike strtof, it takes no blanks, no plus sign and no hexadecimal
/// digits.
std::string candidate(const char* first, const char* last) {
  const bool is_negative = first != last && *first == '-';
  const char* const digits = first + (is_negative ? 1 : 0);
  const bool is_word = digits != last && std::isalpha(static_cast<unsigned char>(*digits)) != 0;
  const std::string_view wanted = is_word ? "infatyINFATY" : "0123456789.eE+-";
  if (digits != last && *digits == '+') return {};
  const char* const end =
      std::find_if(digits, last, [&](char c) { return wanted.find(c) == std::string_view::npos; });
  return {first, end};
}

template <class Real>
std::from_chars_result read(const char* first, const char* last, Real& value) {
  const std::string text = candidate(first, last);
  char* end = nullptr;
  Real out;
  if constexpr (std::is_same_v<Real, float>)
    out = std::strtof(text.c_str(), &end);
  else
    out = std::strtod(text.c_str(), &end);
  const auto length = end - text.c_str();
  if (length == 0) return {first, std::errc::invalid_argument};
  const bool is_word = std::isalpha(static_cast<unsigned char>(end[-1])) != 0;
  const std::string_view mantissa = std::string_view(text).substr(0, text.find_first_of("eE"));
  const bool has_digits = mantissa.find_first_of("123456789") != std::string_view::npos;
  const bool is_beyond = (std::isinf(out) && !is_word) || (out == Real(0) && has_digits);
  if (is_beyond) return {first + length, std::errc::result_out_of_range};
  value = out;
  return {first + length, std::errc{}};
}
#endif

}  // namespace

std::from_chars_result read_real(const char* first, const char* last, float& value) {
  return read(first, last, value);
}

std::from_chars_result read_real(const char* first, const char* last, double& value) {
  return read(first, last, value);
}

}  // namespace mmd
