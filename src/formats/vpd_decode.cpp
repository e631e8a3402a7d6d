#include "formats/vpd_decode.h"

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

#include "base/read_real.h"
#include "base/text.h"

namespace mmd::vpd {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // U+FEFF

bool has_multibyte(std::string_view bytes) {
  return std::any_of(bytes.begin(), bytes.end(),
                     [](char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; });
}

/// The encoding and the length of the byte order mark.
std::pair<Encoding, std::size_t> detect(std::string_view bytes) {
  if (bytes.starts_with(byte_order_mark)) return {Encoding::utf8_bom, byte_order_mark.size()};
  if (bytes.starts_with("\xFF\xFE")) return {Encoding::utf16le, 2};
  if (bytes.starts_with("\xFE\xFF")) return {Encoding::utf16be, 2};
  if (has_multibyte(bytes) && is_utf8(bytes)) return {Encoding::utf8, 0};
  return {Encoding::cp932, 0};
}

}  // namespace

Decoded decode(std::string_view bytes) {
  Decoded out;
  const auto [encoding, mark_size] = detect(bytes);
  out.encoding = encoding;
  bytes.remove_prefix(mark_size);
  switch (encoding) {
    case Encoding::utf8:
      out.text = bytes;
      break;
    case Encoding::utf8_bom:
      out.text = utf8_lossy(bytes);
      break;
    case Encoding::utf16le:
      out.text = utf8_from_utf16le(bytes);
      break;
    case Encoding::utf16be:
      out.text = utf8_from_utf16be(bytes);
      break;
    case Encoding::cp932:
      if (auto text = utf8_from_cp932(bytes)) {
        out.text = std::move(*text);
      } else {
        out.text = utf8_from_cp932_lossy(bytes);
      }
      break;
  }
  out.lossy = out.text.find(replacement) != std::string::npos;
  while (out.text.starts_with(byte_order_mark)) out.text.erase(0, byte_order_mark.size());
  return out;
}

namespace {

/// NaN and infinity as Microsoft's C runtime prints them: 1.#INF, -1.#IND00, 1.#QNAN0.
bool is_not_finite_on_windows(std::string_view token) {
  const std::size_t mark = token.find(".#");
  if (mark == std::string_view::npos) return false;
  const std::string_view word = token.substr(mark + 2);
  return word.starts_with("INF") || word.starts_with("IND") || word.starts_with("QNAN") ||
         word.starts_with("SNAN");
}

}  // namespace

const char* why(NumberError error) {
  switch (error) {
    case NumberError::none:
      break;
    case NumberError::syntax:
      return "is not a number";
    case NumberError::not_finite:
      return "is not finite";
    case NumberError::too_large:
      return "is too large";
  }
  return "";
}

NumberError parse_number(std::string_view token, float& value, float& beyond) {
  if (token.starts_with("+")) {
    token.remove_prefix(1);
    if (token.starts_with("-")) return NumberError::syntax;
  }
  if (is_not_finite_on_windows(token)) return NumberError::not_finite;
  const char* const end = token.data() + token.size();
  const auto result = read_real(token.data(), end, value);
  if (result.ec == std::errc::invalid_argument || result.ptr != end) return NumberError::syntax;
  if (result.ec == std::errc::result_out_of_range) {
    // A number too small for a float counts as zero; from_chars has one error for too small and too large.
    double wide = 0.0;
    const auto again = read_real(token.data(), end, wide);
    const bool tiny = again.ec == std::errc{}
                          ? std::abs(wide) < 1.0
                          : token.find("e-") != token.npos || token.find("E-") != token.npos;
    if (!tiny) return NumberError::too_large;
    value = 0.0f;
  }
  if (!std::isfinite(value)) return NumberError::not_finite;
  double wide = 0.0;
  const bool is_double = read_real(token.data(), end, wide).ec == std::errc{};
  beyond = is_double ? static_cast<float>(wide - static_cast<double>(value)) : 0.0f;
  return NumberError::none;
}

}  // namespace mmd::vpd
