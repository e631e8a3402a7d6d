#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "assets/image.h"
#include "base/byte_io.h"

namespace mmd {

/// In pixels.
struct ImageSize {
  int width = 0, height = 0;

  std::uint64_t pixels() const {
    return static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
  }
};

/// The size in a picture's header; nullopt if these first bytes do not contain it, or the kind is unknown.
std::optional<ImageSize> image_size(ByteSpan beginning);

/// Whether decode_image_halved() can decode this kind at a reduced size directly.
bool scales_while_decoding(ByteSpan beginning);

/// decode_image() with each side halved `halvings` times, rounded down, as far as possible.
Result<Image> decode_image_halved(ByteSpan bytes, int halvings);

/// The image at half its width and height, with the mips' filter.
Image halved(const Image& image);

/// RGBA of row y; valid until the second next call.
using RowOfPicture = std::function<const std::uint8_t*(std::size_t y)>;

/// The same for a picture read row by row.
Image halved(const ImageSize& size, bool has_alpha, const RowOfPicture& row_of);

}  // namespace mmd
