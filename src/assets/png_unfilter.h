#pragma once

#include <cstddef>
#include <cstdint>

namespace mmd {

/// How many bytes unfilter_png_row() may read and write behind each row, and rgb_to_rgba() read.
inline constexpr std::size_t png_row_slack = 4;
/// Number of filters: PNG (third edition), section 9.2.
inline constexpr int png_filter_count = 5;

/// Undoes the row filter `filter` of `size` bytes, `bytes` (1 to 4) to a pixel. `prior` is the row above
/// after this, zeros for the first. `out` may begin before `in` and overlap it. With four bytes to a pixel
/// nothing outside the rows is touched; with fewer, each of the three has png_row_slack bytes more.
void unfilter_png_row(int filter, std::size_t bytes, const std::uint8_t* in, const std::uint8_t* prior,
                      std::uint8_t* out, std::size_t size);

}  // namespace mmd
