#pragma once

// PNGs whose pixels are numbers more than colours.

#include <array>
#include <cstdint>
#include <vector>

#include "assets/image.h"

namespace mmd {

enum class PngKind : std::uint8_t { grey16, rgb8, rgb16, indexed };
std::size_t bytes_per_pixel(PngKind kind);

struct PngPixels {
  int width = 0, height = 0;
  PngKind kind = PngKind::rgb8;
  RawVector<std::uint8_t> bytes;  ///< rows from the top, no padding; of 16 bits the upper byte first
  std::vector<std::array<std::uint8_t, 3>> palette;  ///< of `indexed`: 1 to 256 colours, one for every value
};

/// Deterministic, like that of an Image.
Result<Bytes> encode_png(const PngPixels& pixels, const ImageMetadata& metadata = {});

}  // namespace mmd
