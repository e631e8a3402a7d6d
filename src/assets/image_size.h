#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "assets/image.h"
#include "base/byte_io.h"

namespace mmd {

/// Pixels.
struct ImageSize {
  int width = 0, height = 0;

  std::uint64_t pixels() const {
    return static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
  }
};

/// How large a picture of which at least the beginning is there says it is; nullopt: it does not say so
/// within these bytes, or is none that can be decoded.
std::optional<ImageSize> image_size(ByteSpan beginning);

/// Whether it is decoded at half its size and less without being decoded whole first.
bool scales_while_decoding(ByteSpan beginning);

/// decode_image(), with each side halved that often, rounded down, as far as it can be.
Result<Image> decode_image_halved(ByteSpan bytes, int halvings);

/// Half as wide and high, as the mips are.
Image halved(const Image& image);

/// RGBA of a row, which stays until the next but one is asked for.
using RowOfPicture = std::function<const std::uint8_t*(std::size_t y)>;

/// The same of a picture that is never whole in the memory.
Image halved(const ImageSize& size, bool has_alpha, const RowOfPicture& row_of);

}  // namespace mmd
