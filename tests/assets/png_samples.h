#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_io.h"

namespace mmd::test {

/// A PNG as its chunks say it, with rows that were filtered already: any bytes will do.
struct PngSpec {
  std::uint32_t width = 1, height = 1;
  int bits = 8;
  int colour = 6;  ///< 0 grey, 2 RGB, 3 indexed, 4 grey and alpha, 6 RGBA
  int interlace = 0;
  std::string palette, transparency;    ///< PLTE and tRNS, left out if empty
  std::string rows;                     ///< each begins with the number of its filter
  std::size_t chunk_size = 1u << 30;    ///< of IDAT
  std::vector<std::string> extra = {};  ///< chunks of no content before IDAT, by type
};

int channels_of(int colour);
/// Rows of random bytes with filters at random.
std::string random_rows(const PngSpec& spec, std::uint32_t seed);
Bytes png_bytes(const PngSpec& spec);

}  // namespace mmd::test
