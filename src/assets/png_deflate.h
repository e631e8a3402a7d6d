#pragma once

// The pixels of a PNG as its IDAT chunks hold them: filtered and compressed (PNG specification, 9 and 10).

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/byte_io.h"

namespace mmd {

/// How each row is told: as it is, or by what differs from the row above.
enum class PngFilter : std::uint8_t { none = 0, up = 2 };

struct PngRows {
  std::size_t width = 0, height = 0;  ///< pixels, at least one
  std::size_t bytes_per_pixel = 0;    ///< in the file
  bool has_filler = false;            ///< of three bytes: in memory there is a fourth, which is left out
  PngFilter filter = PngFilter::up;
  const std::uint8_t* data = nullptr;  ///< rows from the top, no padding
};

/// The zlib stream, in the pieces of which one chunk each is made. They are found on up to `threads` threads
/// and are the same however many there are. Throws std::bad_alloc.
std::vector<Bytes> deflate_rows(const PngRows& rows, std::size_t threads);

}  // namespace mmd
