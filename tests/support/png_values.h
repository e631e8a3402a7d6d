#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

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

}  // namespace mmd::test
