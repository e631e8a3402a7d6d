#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/byte_io.h"

namespace mmd {

/// The Base64 encoding (RFC 4648), with padding.
std::string base64(ByteSpan bytes);
/// The bytes of such a text; nullopt if it is something else.
std::optional<Bytes> bytes_of_base64(std::string_view text);

}  // namespace mmd
