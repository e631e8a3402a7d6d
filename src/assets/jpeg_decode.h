#pragma once

#include "assets/image.h"

namespace mmd {

/// Decodes a JPEG of any kind that libjpeg knows: baseline and progressive, grey, YCbCr, RGB, CMYK and YCCK
/// (inverted as Adobe's programs write them, or not). Errors: as decode_image().
Result<Image> decode_jpeg(ByteSpan bytes);

}  // namespace mmd
