#pragma once

#include <cstddef>
#include <cstdint>

#include "assets/image.h"

namespace mmd {

/// Reads the framebuffer bound for reading, which is `factor` (1 or 2) times as wide and high as the picture:
/// rows from the top, straight alpha. `opaque`: the background covers everything, so that alpha is 1 whatever
/// rounding made of it.
Image read_picture(int width, int height, int factor, bool opaque);

/// Premultiplied to straight alpha in place, rounded to nearest; what is fully transparent becomes all zero.
/// Returns whether any pixel is not opaque.
bool unpremultiply(std::uint8_t* rgba, std::size_t pixels);

}  // namespace mmd
