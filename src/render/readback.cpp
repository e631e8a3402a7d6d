#include "render/readback.h"

#include <algorithm>

#include "render/gl_objects.h"

namespace mmd {

bool unpremultiply(std::uint8_t* rgba, std::size_t pixels) {
  bool has_alpha = false;
  for (std::size_t i = 0; i < pixels; ++i, rgba += 4) {
    const unsigned alpha = rgba[3];
    if (alpha == 255) continue;
    has_alpha = true;
    for (int c = 0; c < 3; ++c)
      rgba[c] = static_cast<std::uint8_t>(
          alpha == 0 ? 0 : std::min((static_cast<unsigned>(rgba[c]) * 255 + alpha / 2) / alpha, 255u));
  }
  return has_alpha;
}

Image read_picture(int width, int height, bool opaque) {
  Image image;
  image.width = width;
  image.height = height;
  const std::size_t row = static_cast<std::size_t>(width) * 4, rows = static_cast<std::size_t>(height);
  image.rgba.resize(row * rows);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  for (std::size_t y = 0; y < rows / 2; ++y) {
    std::uint8_t* low = image.rgba.data() + y * row;
    std::swap_ranges(low, low + row, image.rgba.data() + (rows - 1 - y) * row);
  }
  if (opaque) {
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
  } else {
    image.has_alpha = unpremultiply(image.rgba.data(), row / 4 * rows);
  }
  return image;
}

}  // namespace mmd
