#pragma once

#include <cstddef>
#include <cstdint>

#include "assets/image.h"
#include "base/raw_vector.h"

namespace mmd {

/// Pixels as they were read back from the driver. finished() turns them into an image without the driver.
struct DrawnPicture {
  int width = 0, height = 0;  ///< size of the finished picture in pixels
  int factor = 1;             ///< supersampling along each axis, 1 or 2
  /// The background covers the picture, so finished() sets alpha to 1 despite rounding.
  bool opaque = false;
  /// RGBA, premultiplied, rows from the bottom; (width * factor) * (height * factor) * 4 bytes.
  RawVector<std::uint8_t> rgba;
  Image whole;  ///< the finished picture in place of `rgba`, for example of one drawn in tiles
};

/// Averages the pixels to the picture's size; the image has rows from the top and straight alpha. May be
/// called on any thread; uses up to `threads` threads.
Image finished(DrawnPicture drawn, std::size_t threads = 1);

/// The visible face at each pixel of a picture (Renderer::render_surfaces).
struct SurfaceImage {
  int width = 0, height = 0;
  /// width * height values, rows from the top. 0: no face; otherwise 1 + the face's number. Faces are the
  /// triangles of all actors (Model::indices), numbered consecutively in the actors' order.
  RawVector<std::uint32_t> face;
};

}  // namespace mmd
