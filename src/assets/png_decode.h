#pragma once

#include <cstdint>
#include <optional>

#include "assets/image.h"

namespace mmd {

/// Decodes an undamaged PNG of one of the kinds that textures are: eight bits per channel or palette index,
/// not interlaced. Nullopt: another kind, or not quite as the standard says it; a slower decoder has to tell.
/// May throw bad_alloc. Thread-safe.
std::optional<Image> decode_common_png(ByteSpan bytes);

/// The checksum that a PNG's chunks end with, of their kind and data.
std::uint32_t png_crc(ByteSpan bytes);

}  // namespace mmd
