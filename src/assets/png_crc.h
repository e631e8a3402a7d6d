#pragma once

#include <cstdint>

#include "base/byte_io.h"

namespace mmd {

/// The checksum that a PNG's chunks end with, of their kind and data.
std::uint32_t png_crc(ByteSpan bytes);

}  // namespace mmd
