#pragma once

// Small images in every format, written by hand so that decoders are not tested against our own encoder.

#include <array>
#include <cstdint>
#include <vector>

#include "base/byte_io.h"

namespace mmd::test {

using Rgba = std::array<std::uint8_t, 4>;

/// An image as rows from the top.
struct Picture {
  int width = 0, height = 0;
  std::vector<Rgba> pixels;
};

/// Every channel of every pixel differs from its neighbours; alpha is 255 everywhere unless `with_alpha`.
Picture gradient(int width, int height, bool with_alpha);

/// RGBA, not compressed, filter 0.
Bytes png_file(const Picture& picture);
/// Uncompressed, rows from the bottom. Alpha is dropped.
Bytes bmp24_file(const Picture& picture);
/// BI_RGB with 32 bits per pixel: the fourth byte is the alpha.
Bytes bmp32_file(const Picture& picture);
/// Type 2 with 32 bits per pixel, rows from the bottom (the usual) or the top.
Bytes tga_file(const Picture& picture, bool from_top = false);
/// Type 10: run-length encoded, one packet of repeats per run.
Bytes tga_rle_file(const Picture& picture);
/// Baseline JPEG, 8x8, every pixel (200, 200, 200).
Bytes grey_jpeg_file();
/// Two frames of 2x1; the first is red, green.
Bytes animated_gif_file();

}  // namespace mmd::test
