#include "assets/png_unfilter.h"

#include <array>
#include <cstdlib>
#include <cstring>

#include "assets/pixels.h"
#include "base/simd.h"

namespace mmd {
namespace {

using std::uint8_t;

void none(const uint8_t* in, const uint8_t*, uint8_t* out, std::size_t size) {
  std::memmove(out, in, size);
}

void up(const uint8_t* in, const uint8_t* prior, uint8_t* out, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<uint8_t>(in[i] + prior[i]);
}

template <std::size_t bytes>
void sub(const uint8_t* in, const uint8_t*, uint8_t* out, std::size_t size) {
  std::array<uint8_t, bytes> left{};
  for (std::size_t i = 0; i < size; i += bytes)
    for (std::size_t k = 0; k < bytes; ++k) out[i + k] = left[k] = static_cast<uint8_t>(in[i + k] + left[k]);
}

template <std::size_t bytes>
void average(const uint8_t* in, const uint8_t* prior, uint8_t* out, std::size_t size) {
  std::array<uint8_t, bytes> left{};
  for (std::size_t i = 0; i < size; i += bytes)
    for (std::size_t k = 0; k < bytes; ++k)
      out[i + k] = left[k] = static_cast<uint8_t>(in[i + k] + (left[k] + prior[i + k]) / 2);
}

int nearest(int left, int above, int corner) {
  const int to_left = std::abs(above - corner), to_above = std::abs(left - corner),
            to_corner = std::abs(left + above - 2 * corner);
  if (to_left <= to_above && to_left <= to_corner) return left;
  return to_above <= to_corner ? above : corner;
}

template <std::size_t bytes>
void paeth(const uint8_t* in, const uint8_t* prior, uint8_t* out, std::size_t size) {
  std::array<uint8_t, bytes> left{}, corner{};
  for (std::size_t i = 0; i < size; i += bytes) {
    for (std::size_t k = 0; k < bytes; ++k) {
      const uint8_t above = prior[i + k];
      out[i + k] = left[k] = static_cast<uint8_t>(in[i + k] + nearest(left[k], above, corner[k]));
      corner[k] = above;
    }
  }
}

constexpr PngKernels kernels = {"portable",
                                {{none, sub<1>, up, average<1>, paeth<1>},
                                 {none, sub<2>, up, average<2>, paeth<2>},
                                 {none, sub<3>, up, average<3>, paeth<3>},
                                 {none, sub<4>, up, average<4>, paeth<4>}},
                                rgb_to_rgba};

}  // namespace

const PngKernels& portable_png_kernels() {
  return kernels;
}

const PngKernels& png_kernels() {
  static const PngKernels* const found[] = {sse41_png_kernels(), &portable_png_kernels()};
  static const PngKernels& chosen = choose_kernels<PngKernels>(found);
  return chosen;
}

}  // namespace mmd
