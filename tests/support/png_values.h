#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "assets/image.h"
#include "base/byte_io.h"

namespace mmd::test {

/// The raw values of a PNG, of 8 or 16 bits, not converted to colours.
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

/// Empty, with a failed check, unless it is a PNG.
PngValues png_values(const Bytes& bytes);

/// The mean structural similarity (Wang et al. 2004) of two images over 8x8 windows at every 4th pixel: the
/// least for luma over white, luma over black, and alpha. 1: equal; below about 0.95 the difference is
/// visible. 0 for images of different sizes.
double ssim(const Image& a, const Image& b);

/// The same for the window with the largest difference, so that small missing details count.
double worst_window(const Image& a, const Image& b);

}  // namespace mmd::test
