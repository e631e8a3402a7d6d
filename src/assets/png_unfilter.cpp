#include <array>
#include <cstring>

#include "assets/image_kinds.h"

namespace mmd {
namespace {

using std::size_t;
using std::uint8_t;

/// A pixel's channels and as many unused lanes in a vector register: an extension of g++ and clang.
using Bytes8 [[gnu::vector_size(8)]] = uint8_t;
using PixelLanes [[gnu::vector_size(16)]] = std::int16_t;

/// Bytes read and written per pixel: with three, a fourth of the next pixel or of the slack.
template <size_t bytes>
constexpr size_t touched = bytes == 3 ? 4 : bytes;

template <size_t bytes>
PixelLanes load(const uint8_t* from) {
  Bytes8 pixel{};
  std::memcpy(&pixel, from, touched<bytes>);
  return __builtin_convertvector(pixel, PixelLanes);
}

template <size_t bytes>
void store(PixelLanes pixel, uint8_t* to) {
  const Bytes8 out = __builtin_convertvector(pixel, Bytes8);
  std::memcpy(to, &out, touched<bytes>);
}

void up(const uint8_t* in, const uint8_t* prior, uint8_t* out, size_t size) {
  // Reads sixteen bytes before it writes any: `out` may overlap `in`.
  constexpr size_t width = 16;
  size_t i = 0;
  for (; i + width <= size; i += width) {
    std::array<uint8_t, width> sums, above;
    std::memcpy(sums.data(), in + i, width);
    std::memcpy(above.data(), prior + i, width);
    for (size_t k = 0; k < width; ++k) sums[k] = static_cast<uint8_t>(sums[k] + above[k]);
    std::memcpy(out + i, sums.data(), width);
  }
  for (; i < size; ++i) out[i] = static_cast<uint8_t>(in[i] + prior[i]);
}

/// Each pixel is the file's value plus `predict(left, above)` of its neighbours.
template <size_t bytes, class Predict>
void row(const uint8_t* in, const uint8_t* prior, uint8_t* out, size_t size, Predict predict) {
  PixelLanes left{};
  for (size_t i = 0; i < size; i += bytes) {
    left = (load<bytes>(in + i) + predict(left, load<bytes>(prior + i))) & 255;
    store<bytes>(left, out + i);
  }
}

/// The standard's Paeth predictor with one threshold: same results, but the dependency on `left` takes five
/// steps instead of eight.
template <size_t bytes>
void paeth(const uint8_t* in, const uint8_t* prior, uint8_t* out, size_t size) {
  PixelLanes corner{};
  row<bytes>(in, prior, out, size, [&](PixelLanes left, PixelLanes above) {
    const PixelLanes threshold = corner * 3 - above - left;
    const PixelLanes low = left < above ? left : above, high = left < above ? above : left;
    const PixelLanes low_or_corner = high > threshold ? corner : low;
    corner = above;
    return threshold > low ? low_or_corner : high;
  });
}

template <size_t bytes>
void unfilter(int filter, const uint8_t* in, const uint8_t* prior, uint8_t* out, size_t size) {
  switch (filter) {
    case 1:
      return row<bytes>(in, prior, out, size, [](PixelLanes left, PixelLanes) { return left; });
    case 2:
      return up(in, prior, out, size);
    case 3:
      return row<bytes>(in, prior, out, size,
                        [](PixelLanes left, PixelLanes above) -> PixelLanes { return (left + above) >> 1; });
    case 4:
      return paeth<bytes>(in, prior, out, size);
    default:
      std::memmove(out, in, size);
  }
}

}  // namespace

void unfilter_png_row(int filter, size_t bytes, const uint8_t* in, const uint8_t* prior, uint8_t* out,
                      size_t size) {
  constexpr decltype(&unfilter<1>) by_bytes[] = {unfilter<1>, unfilter<2>, unfilter<3>, unfilter<4>};
  by_bytes[bytes - 1](filter, in, prior, out, size);
}

}  // namespace mmd
