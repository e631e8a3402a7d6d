#pragma once

#include <cstddef>
#include <cstdint>

#include "assets/image.h"
#include "base/raw_vector.h"

namespace mmd {

/// A picture as it was drawn and read back: what remains to be done with it needs no graphics driver.
struct DrawnPicture {
  int width = 0, height = 0;  ///< of the picture
  int factor = 1;             ///< how many times as wide and high it was drawn, 1 or 2
  /// The background covers everything, so that alpha is 1 whatever rounding made of it.
  bool opaque = false;
  /// Rows from the bottom, premultiplied; width * height * factor^2 * 4.
  RawVector<std::uint8_t> rgba;
  Image whole;  ///< in the place of `rgba`, where it took several steps: finished already
};

/// Averaged to the picture's size: rows from the top, straight alpha. From any thread; on up to `threads`.
Image finished(DrawnPicture drawn, std::size_t threads = 1);

}  // namespace mmd
