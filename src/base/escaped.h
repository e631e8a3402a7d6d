#pragma once

#include <string>
#include <string_view>

namespace mmd {

/// The text, with bytes that are not UTF-8, and the control characters U+0080 to U+009F, as "\xff": names of
/// files may be any bytes, what is printed not.
std::string escaped_utf8(std::string_view bytes);

}  // namespace mmd
