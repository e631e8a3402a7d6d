#pragma once

#include "assets/image.h"

namespace mmd {

/// Decodes the first picture of a DDS file: DXT1, DXT3, DXT5 (by FourCC or DX10 header) and uncompressed
/// pixels of 8 to 32 bits with any masks. Errors: truncated, no pixels or too many, another kind of DDS. Pure
/// and thread-safe.
Result<Image> decode_dds(ByteSpan bytes);

}  // namespace mmd
