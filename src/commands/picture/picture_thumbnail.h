#pragma once

#include "assets/image.h"

namespace mmd {

/// The picture, no side longer than `side`; a smaller one as it is. Averages, weighted by alpha.
Image shrunk_to(Image image, int side);

/// The same of a picture's file: any kind that is written. Large ones are not decoded whole where that can be
/// helped. Errors: those of decoding.
Result<Image> read_thumbnail(ByteSpan bytes, int side);

}  // namespace mmd
