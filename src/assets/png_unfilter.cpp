#include "assets/png_unfilter.h"

#include <cstring>

#include "assets/pixels.h"
#include "assets/png_filters.h"
#include "base/simd.h"
#include "base/simd/plain_bytes.h"

namespace mmd {
namespace {

void none(const std::uint8_t* in, const std::uint8_t*, std::uint8_t* out, std::size_t size) {
  std::memmove(out, in, size);
}

template <std::size_t bytes>
constexpr auto sub_of = sub<PlainBytes<bytes>, bytes>;
template <std::size_t bytes>
constexpr auto average_of = average<PlainBytes<bytes>, bytes>;
template <std::size_t bytes>
constexpr auto paeth_of = paeth<PlainBytes<bytes>, bytes>;
constexpr auto up_of_any = up<PlainBytes<16>>;

constexpr PngKernels kernels = {"portable",
                                {{none, sub_of<1>, up_of_any, average_of<1>, paeth_of<1>},
                                 {none, sub_of<2>, up_of_any, average_of<2>, paeth_of<2>},
                                 {none, sub_of<3>, up_of_any, average_of<3>, paeth_of<3>},
                                 {none, sub_of<4>, up_of_any, average_of<4>, paeth_of<4>}},
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
