#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mmd {

// What archives from China and Taiwan name their files in. Only names need them; see text.h for the others.

/// GBK (Microsoft's code page 936) to UTF-8; nullopt if a byte sequence has no meaning.
std::optional<std::string> utf8_from_gbk(std::string_view bytes);
/// Big5 to UTF-8; nullopt if a byte sequence has no meaning.
std::optional<std::string> utf8_from_big5(std::string_view bytes);

}  // namespace mmd
