#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "assets/image.h"
#include "base/byte_io.h"

namespace mmd::test {

/// A PNG's values as they stand in the file, of 8 or 16 bits, without turning them into colours.
struct PngValues {
  int width = 0, height = 0, depth = 0, channels = 0;
  bool is_indexed = false;
  std::vector<std::array<int, 3>> palette;
  std::vector<int> values;  ///< rows from the top
  std::vector<std::pair<std::string, std::string>> texts;

  int at(int x, int y, int channel = 0) const {
    return values[(static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                   static_cast<std::size_t>(x)) *
                      static_cast<std::size_t>(channels) +
                  static_cast<std::size_t>(channel)];
  }
};

/// Empty, with a failed check, if it is no PNG.
PngValues png_values(const Bytes& bytes);

/// How alike two pictures of one size are: the mean structural similarity (Wang et al. 2004) over 8x8 windows
/// at every 4th pixel, on luma over white, on luma over black, and on alpha; the least of the three. 1: the
/// same; below about 0.95 the eye sees the difference. 0 for pictures of different sizes.
double ssim(const Image& a, const Image& b);

/// The same for the window where they differ most: a small thing that is missing does not drown in the mean.
double worst_window(const Image& a, const Image& b);

}  // namespace mmd::test
