#pragma once
// CP932, CP936 and Big5 by tables, as glibc's iconv converts them. CP932 and CP936 are also written.

#include <optional>
#include <string>
#include <string_view>

#include "base/charset.h"

namespace mmd::iconv_tables {

/// As convert_charset (base/charset.h).
bool convert(Charset to, Charset from, std::string_view in, std::optional<std::string_view> substitute,
             std::string& out);

}  // namespace mmd::iconv_tables
