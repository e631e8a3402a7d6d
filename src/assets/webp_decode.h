#pragma once

#include "assets/image.h"

namespace mmd {

/// Decodes a WebP picture, as encode_webp() writes it. Where both sides are larger than `side`, at half its
/// size or less, as far as the longer side stays at least that. Textures are never WebP: decode_image() knows
/// none. Errors: no such picture, damaged, too large.
Result<Image> decode_webp(ByteSpan bytes, int side = max_image_dimension);

}  // namespace mmd
