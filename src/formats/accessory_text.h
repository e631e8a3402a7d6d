#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/text.h"

namespace mmd {

/// Text of an accessory's file as UTF-8. MMD's files are CP932; text that is UTF-8 with Japanese characters
/// (3 bytes each) is read as UTF-8. Invalid bytes become U+FFFD.
inline std::string accessory_text(std::string_view bytes) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::all_of(bytes.begin(), bytes.end(), is_ascii)) return std::string(bytes);
  constexpr std::string_view three_byte_leads =
      "\xE0\xE1\xE2\xE3\xE4\xE5\xE6\xE7\xE8\xE9\xEA\xEB\xEC\xED\xEE\xEF";
  if (bytes.find_first_of(three_byte_leads) != std::string_view::npos && is_utf8(bytes))
    return std::string(bytes);
  return utf8_from_cp932_lossy(bytes);
}

/// The bytes that the character at `at` has in CP932: 1 or 2. The second byte may be a `{`, `}` or `\`.
inline std::size_t cp932_size(std::string_view bytes, std::size_t at) {
  const auto value = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned char lead = value(at);
  const bool is_lead = (lead >= 0x81 && lead <= 0x9F) || (lead >= 0xE0 && lead <= 0xFC);
  if (!is_lead || at + 1 >= bytes.size()) return 1;
  const unsigned char trail = value(at + 1);
  return trail >= 0x40 && trail != 0x7F && trail <= 0xFC ? 2 : 1;
}

}  // namespace mmd
