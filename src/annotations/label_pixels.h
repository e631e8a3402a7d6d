#pragma once

#include "annotations/label_source.h"
#include "assets/image.h"

namespace mmd {

/// A picture of the source's size, all zero.
inline PngPixels blank_pixels(const LabelSource& source, PngKind kind) {
  PngPixels out;
  out.width = source.surfaces.width;
  out.height = source.surfaces.height;
  out.kind = kind;
  out.bytes.assign(source.surfaces.face.size() * bytes_per_pixel(kind), 0);
  return out;
}

/// Sets one of a pixel's 16-bit values.
inline void put16(PngPixels& pixels, std::size_t pixel, std::uint16_t value, std::size_t channel = 0) {
  std::uint8_t* to = pixels.bytes.data() + pixel * bytes_per_pixel(pixels.kind) + 2 * channel;
  to[0] = static_cast<std::uint8_t>(value >> 8);
  to[1] = static_cast<std::uint8_t>(value & 0xff);
}

}  // namespace mmd
