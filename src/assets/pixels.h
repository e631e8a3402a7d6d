#pragma once

#include <cstddef>
#include <cstdint>

namespace mmd {

/// The same pixels, opaque.
inline void rgb_to_rgba(const std::uint8_t* rgb, std::size_t pixels, std::uint8_t* rgba) {
  for (std::size_t i = 0; i < pixels; ++i, rgb += 3, rgba += 4) {
    rgba[0] = rgb[0];
    rgba[1] = rgb[1];
    rgba[2] = rgb[2];
    rgba[3] = 255;
  }
}

}  // namespace mmd
