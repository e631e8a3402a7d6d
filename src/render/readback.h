#pragma once

#include <cstddef>
#include <cstdint>

#include "assets/image.h"
#include "render/drawn_picture.h"

namespace mmd {

/// Reads the framebuffer bound for reading; the numbers as in DrawnPicture.
DrawnPicture read_pixels(int width, int height, int factor, bool opaque);

/// The same, finished, and in less memory.
Image read_picture(int width, int height, int factor, bool opaque);

/// Premultiplied to straight alpha in place, rounded to nearest; what is fully transparent becomes all zero.
/// Returns whether any pixel is not opaque.
bool unpremultiply(std::uint8_t* rgba, std::size_t pixels);

}  // namespace mmd
