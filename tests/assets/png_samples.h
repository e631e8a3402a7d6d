#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_io.h"

namespace mmd::test {

/// The chunks of a PNG, with filtered rows: any bytes are valid.
struct PngSpec {
  std::uint32_t width = 1, height = 1;
  int bits = 8;
  int colour = 6;  ///< 0 grey, 2 RGB, 3 indexed, 4 grey and alpha, 6 RGBA
  int interlace = 0;
  std::string palette, transparency;    ///< PLTE and tRNS; no chunk if empty
  std::string rows;                     ///< each starts with the number of its filter
  std::size_t chunk_size = 1u << 30;    ///< of IDAT
  std::vector<std::string> extra = {};  ///< types of empty chunks before IDAT
};

int channels_of(int colour);
/// Unfiltered rows in the seven passes of Adam7 (PNG specification, 8.2). `pixel(rows, x, y)` appends a
/// pixel.
template <class Pixel>
std::string interlaced_rows(std::size_t width, std::size_t height, Pixel pixel) {
  constexpr std::size_t from_x[] = {0, 4, 0, 2, 0, 1, 0}, step_x[] = {8, 8, 4, 4, 2, 2, 1},
                        from_y[] = {0, 0, 4, 0, 2, 0, 1}, step_y[] = {8, 8, 8, 4, 4, 2, 2};
  std::string rows;
  for (std::size_t pass = 0; pass < 7; ++pass)
    for (std::size_t y = from_y[pass]; y < height; y += step_y[pass]) {
      rows += '\0';
      for (std::size_t x = from_x[pass]; x < width; x += step_x[pass]) pixel(rows, x, y);
    }
  return rows;
}

/// Rows of random bytes with random filters.
std::string random_rows(const PngSpec& spec, std::uint32_t seed);
Bytes png_bytes(const PngSpec& spec);

}  // namespace mmd::test
