#pragma once

#include <array>
#include <cstdint>

#include <gtest/gtest.h>

#include "assets/image.h"

namespace mmd::test {

/// A picture whose pixels are the low bytes of `colour(x, y)`: four numbers.
template <class Colour>
Image make_image(int width, int height, bool has_alpha, Colour colour) {
  Image out;
  out.width = width;
  out.height = height;
  out.has_alpha = has_alpha;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (const auto value : colour(x, y)) out.rgba.push_back(static_cast<std::uint8_t>(value));
  return out;
}

/// The picture; empty, with a failed check, if it cannot be decoded.
inline Image decoded(const Bytes& bytes) {
  auto image = decode_image(bytes);
  EXPECT_TRUE(image.has_value()) << (image ? "" : describe(image.error()));
  return image ? std::move(*image) : Image{};
}

inline std::array<std::uint8_t, 4> at(const Image& image, int x, int y) {
  const std::uint8_t* p = image.rgba.data() + (y * image.width + x) * 4;
  return {p[0], p[1], p[2], p[3]};
}

}  // namespace mmd::test
