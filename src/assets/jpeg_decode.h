#pragma once

#include "assets/image.h"

namespace mmd {

/// Decodes a JPEG of any kind that libjpeg knows: baseline and progressive, grey, YCbCr, RGB, CMYK and YCCK
/// (inverted as Adobe's programs write them, or not). Errors: as decode_image().
Result<Image> decode_jpeg(ByteSpan bytes);
/// How often its sides can be halved before anything of the full size is decoded.
inline constexpr int most_jpeg_halvings = 3;
/// The same with each side halved that often, most_jpeg_halvings times at most.
Result<Image> decode_jpeg_halved(ByteSpan bytes, int halvings);

}  // namespace mmd
