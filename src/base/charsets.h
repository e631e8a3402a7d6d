#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mmd {

// What programs in China and Taiwan write names in: files in archives, bones and morphs in motions. See
// text.h for the others.

/// GBK (Microsoft's code page 936) to UTF-8; nullopt if a byte sequence has no meaning.
std::optional<std::string> utf8_from_gbk(std::string_view bytes);
/// UTF-8 to GBK; nullopt if a character has no place there.
std::optional<std::string> gbk_from_utf8(std::string_view text);
/// Big5 to UTF-8; nullopt if a byte sequence has no meaning.
std::optional<std::string> utf8_from_big5(std::string_view bytes);

}  // namespace mmd
