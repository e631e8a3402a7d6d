// Compiled for SSE4.1 and run only where that is there.
#include "assets/png_unfilter.h"

#if defined(__SSE4_1__)

#include "assets/png_filters.h"
#include "base/simd/sse41_bytes.h"

namespace mmd {
namespace {

void rgb_to_rgba(const std::uint8_t* rgb, std::size_t pixels, std::uint8_t* rgba) {
  const __m128i lanes = _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
  const __m128i opaque = _mm_set1_epi32(static_cast<int>(0xff000000u));
  std::size_t i = 0;
  for (; i + 4 <= pixels; i += 4) {
    const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(rgb + 3 * i));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(rgba + 4 * i),
                     _mm_or_si128(_mm_shuffle_epi8(x, lanes), opaque));
  }
  portable_png_kernels().rgb_to_rgba(rgb + 3 * i, pixels - i, rgba + 4 * i);
}

PngKernels kernels_beside(const PngKernels& portable) {
  PngKernels out = portable;
  out.name = "sse4.1";
  for (auto& unfilter : out.unfilter) unfilter[2] = up<Bytes16>;
  const PngKernels::Unfilter three[] = {sub<Bytes4, 3>, average<Bytes4, 3>, paeth<Bytes4, 3>},
                             four[] = {sub<Bytes4, 4>, average<Bytes4, 4>, paeth<Bytes4, 4>};
  const int filters[] = {1, 3, 4};
  for (int i = 0; i < 3; ++i) {
    out.unfilter[2][filters[i]] = three[i];
    out.unfilter[3][filters[i]] = four[i];
  }
  out.rgb_to_rgba = rgb_to_rgba;
  return out;
}

}  // namespace

const PngKernels* sse41_png_kernels() {
  static const PngKernels kernels = kernels_beside(portable_png_kernels());
  return __builtin_cpu_supports("sse4.1") ? &kernels : nullptr;
}

}  // namespace mmd

#else

namespace mmd {
const PngKernels* sse41_png_kernels() {
  return nullptr;
}
}  // namespace mmd

#endif
