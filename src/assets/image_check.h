#pragma once

#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

/// Whether a picture can be decoded, in little memory: 16 MiB and 16 times its bytes. Larger pictures are
/// looked through without keeping their pixels (PNG), at an eighth of their size (JPEG), or, of the other
/// kinds, by their header alone. Errors: as decode_image(). Thread-safe.
Result<void> check_picture(ByteSpan bytes);

/// Whether a file of so many bytes that begins like this can be a picture, by its header alone. Thread-safe.
Result<void> check_picture_header(ByteSpan beginning, std::uint64_t bytes);

}  // namespace mmd
