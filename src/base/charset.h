#pragma once
// Conversion between UTF-8 and the charsets of East Asia. charset_iconv.cpp: by the system's iconv.
// charset_tables.cpp: by tables, where the system's iconv lacks or alters them (Windows, WebAssembly).

#include <optional>
#include <string>
#include <string_view>

namespace mmd {

enum class Charset { utf8, cp932, cp936, big5 };

/// Converts `in` and appends it to `out`. An invalid byte, or a character that `to` lacks, becomes
/// `substitute`; without a substitute the conversion stops and returns false. Also false if the system lacks
/// a charset.
bool convert_charset(Charset to, Charset from, std::string_view in,
                     std::optional<std::string_view> substitute, std::string& out);

}  // namespace mmd
