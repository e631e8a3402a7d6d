// Compiled for SSE4.1 and run only where that is there. One pixel at a time, its channels side by side: each
// pixel waits for its left neighbour.
#include "assets/png_unfilter.h"

#if defined(__SSE4_1__)

#include <cstring>

#include <smmintrin.h>

namespace mmd {
namespace {

using std::uint8_t;

__m128i load(const uint8_t* p) {
  int value = 0;
  std::memcpy(&value, p, sizeof value);
  return _mm_cvtsi32_si128(value);
}

/// Four bytes even if a pixel has three: the next pixel overwrites the last.
void store(__m128i pixel, uint8_t* p) {
  const int value = _mm_cvtsi128_si32(pixel);
  std::memcpy(p, &value, sizeof value);
}

void up(const uint8_t* in, const uint8_t* prior, uint8_t* out, std::size_t size) {
  std::size_t i = 0;
  for (; i + 16 <= size; i += 16) {
    const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + i));
    const __m128i above = _mm_loadu_si128(reinterpret_cast<const __m128i*>(prior + i));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i), _mm_add_epi8(x, above));
  }
  for (; i < size; ++i) out[i] = static_cast<uint8_t>(in[i] + prior[i]);
}

template <std::size_t bytes>
void sub(const uint8_t* in, const uint8_t*, uint8_t* out, std::size_t size) {
  __m128i left = _mm_setzero_si128();
  for (std::size_t i = 0; i < size; i += bytes) {
    left = _mm_add_epi8(left, load(in + i));
    store(left, out + i);
  }
}

template <std::size_t bytes>
void average(const uint8_t* in, const uint8_t* prior, uint8_t* out, std::size_t size) {
  const __m128i ones = _mm_set1_epi8(1);
  __m128i left = _mm_setzero_si128();
  for (std::size_t i = 0; i < size; i += bytes) {
    const __m128i above = load(prior + i);
    // pavgb rounds up, PNG down.
    const __m128i odd = _mm_and_si128(_mm_xor_si128(left, above), ones);
    left = _mm_add_epi8(_mm_avg_epu8(left, above), _mm_sub_epi8(load(in + i), odd));
    store(left, out + i);
  }
}

/// The filter's choice among the three neighbours, as a comparison with one threshold: the same results (a
/// test tries all), but `left`, which is what a pixel waits for, goes through five steps instead of eight.
template <std::size_t bytes>
void paeth(const uint8_t* in, const uint8_t* prior, uint8_t* out, std::size_t size) {
  __m128i left = _mm_setzero_si128(), corner = _mm_setzero_si128();  // sixteen bits per channel
  for (std::size_t i = 0; i < size; i += bytes) {
    const __m128i above = _mm_cvtepu8_epi16(load(prior + i)), x = _mm_cvtepu8_epi16(load(in + i));
    const __m128i rest = _mm_sub_epi16(_mm_add_epi16(corner, _mm_add_epi16(corner, corner)), above);
    const __m128i threshold = _mm_sub_epi16(rest, left);
    const __m128i low = _mm_min_epi16(left, above), high = _mm_max_epi16(left, above);
    const __m128i low_or_corner = _mm_blendv_epi8(low, corner, _mm_cmpgt_epi16(high, threshold));
    const __m128i nearest = _mm_blendv_epi8(high, low_or_corner, _mm_cmpgt_epi16(threshold, low));
    left = _mm_add_epi8(x, nearest);
    corner = above;
    store(_mm_packus_epi16(left, left), out + i);
  }
}

void rgb_to_rgba(const uint8_t* rgb, std::size_t pixels, uint8_t* rgba) {
  const __m128i places = _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
  const __m128i opaque = _mm_set1_epi32(static_cast<int>(0xff000000u));
  std::size_t i = 0;
  for (; i + 4 <= pixels; i += 4) {
    const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(rgb + 3 * i));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(rgba + 4 * i),
                     _mm_or_si128(_mm_shuffle_epi8(x, places), opaque));
  }
  portable_png_kernels().rgb_to_rgba(rgb + 3 * i, pixels - i, rgba + 4 * i);
}

PngKernels kernels_beside(const PngKernels& portable) {
  PngKernels out = portable;
  out.name = "sse4.1";
  for (auto& unfilter : out.unfilter) unfilter[2] = up;
  const PngKernels::Unfilter three[] = {sub<3>, average<3>, paeth<3>},
                             four[] = {sub<4>, average<4>, paeth<4>};
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
