#include "render/readback.h"

#include <algorithm>
#include <utility>

#include "render/gl_objects.h"

namespace mmd {
namespace {

/// Averages two rows of twice as many pixels, premultiplied.
void halve_row(const std::uint8_t* a, const std::uint8_t* b, std::size_t pixels, std::uint8_t* to) {
  for (std::size_t x = 0; x < pixels; ++x)
    for (std::size_t c = 0; c < 4; ++c)
      to[4 * x + c] = static_cast<std::uint8_t>(
          (a[8 * x + c] + a[8 * x + 4 + c] + b[8 * x + c] + b[8 * x + 4 + c] + 2) >> 2);
}

}  // namespace

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

DrawnPicture read_pixels(int width, int height, int factor, bool opaque) {
  DrawnPicture out{width, height, factor, opaque, {}, {}};
  const auto scale = static_cast<std::size_t>(factor);
  out.rgba.resize(static_cast<std::size_t>(width) * scale * static_cast<std::size_t>(height) * scale * 4);
  glReadPixels(0, 0, width * factor, height * factor, GL_RGBA, GL_UNSIGNED_BYTE, out.rgba.data());
  return out;
}

Image finished(DrawnPicture drawn) {
  if (!drawn.whole.rgba.empty()) return std::move(drawn.whole);
  const auto columns = static_cast<std::size_t>(drawn.width), rows = static_cast<std::size_t>(drawn.height);
  const std::size_t row = columns * 4, scale = static_cast<std::size_t>(drawn.factor);
  Image image;
  image.width = drawn.width;
  image.height = drawn.height;
  image.rgba.resize(row * rows);
  for (std::size_t y = 0; y < rows; ++y) {
    const std::uint8_t* from = drawn.rgba.data() + (rows - 1 - y) * scale * row * scale;
    std::uint8_t* to = image.rgba.data() + y * row;
    if (scale == 1) {
      std::copy_n(from, row, to);
    } else {
      halve_row(from, from + row * scale, columns, to);
    }
  }
  if (drawn.opaque) {
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
  } else {
    image.has_alpha = unpremultiply(image.rgba.data(), columns * rows);
  }
  return image;
}

Image read_picture(int width, int height, int factor, bool opaque) {
  return finished(read_pixels(width, height, factor, opaque));
}

}  // namespace mmd
