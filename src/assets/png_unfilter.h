#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mmd {

/// How many bytes behind a row the kernels below may read or write.
inline constexpr std::size_t png_row_slack = 16;

/// Undoes PNG's row filters and spreads colours to RGBA, written for one instruction set. Same results from
/// all.
struct PngKernels {
  /// Number of a filter: PNG (third edition), section 9.2.
  static constexpr int filter_count = 5;

  /// One row of `size` bytes, a multiple of the bytes per pixel. `prior` is the row above after this, zeros
  /// for the first. `out` may begin before `in` and overlap it. With four bytes per pixel nothing outside the
  /// rows is touched; with fewer, each of the three needs png_row_slack bytes more that may be read, and of
  /// `out` overwritten.
  using Unfilter = void (*)(const std::uint8_t* in, const std::uint8_t* prior, std::uint8_t* out,
                            std::size_t size);

  std::string_view name;
  Unfilter unfilter[4][filter_count];  ///< [bytes per pixel - 1][filter]
  /// Reads png_row_slack bytes past the row's end at most.
  void (*rgb_to_rgba)(const std::uint8_t* rgb, std::size_t pixels, std::uint8_t* rgba);
};

/// The fastest that runs here (base/simd.h).
const PngKernels& png_kernels();

const PngKernels& portable_png_kernels();
/// Null where the processor lacks it.
const PngKernels* sse41_png_kernels();

}  // namespace mmd
