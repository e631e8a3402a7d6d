#pragma once

#include "assets/image.h"

namespace mmd {

/// Whether a BMP says that its pixels are run-length encoded. `bytes`: what is_bmp() holds for.
bool is_run_length_bmp(ByteSpan bytes);
/// Decodes it, of 4 or 8 bits per pixel. Pixels that it skips have the palette's first colour. Errors: no
/// size or too large, no palette, another number of bits.
Result<Image> decode_run_length_bmp(ByteSpan bytes);

}  // namespace mmd
