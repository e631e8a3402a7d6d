#include "assets/mips.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "assets/image.h"
#include "assets/image_size.h"

namespace mmd {
namespace {

using std::uint32_t;
using std::uint8_t;

/// A picture or level to halve.
struct LevelView {
  int width, height;
  const uint8_t* rgba;
};

/// A block of 2 x 2 pixels; R in the lowest byte.
struct Four {
  uint32_t pixels[4];
};

uint32_t pixel_at(const uint8_t* p) {
  uint32_t value = 0;
  std::memcpy(&value, p, sizeof value);
  return value;
}

Four four_at(const uint8_t* top, const uint8_t* bottom, std::size_t x) {
  return {{pixel_at(top + 8 * x), pixel_at(top + 8 * x + 4), pixel_at(bottom + 8 * x),
           pixel_at(bottom + 8 * x + 4)}};
}

/// The average of four pixels of equal alpha: two channels at a time, in sixteen bits each.
uint32_t average(const Four& of) {
  constexpr uint32_t even = 0x00ff00ff, half = 0x00020002;
  uint32_t low = half, high = half;
  for (const uint32_t pixel : of.pixels) {
    low += pixel & even;
    high += pixel >> 8 & even;
  }
  return (low >> 2 & even) | (high >> 2 & even) << 8;
}

/// The same with colours weighted by alpha. Floats give the exact integer quotients: sums are below 2^18, and
/// a quotient that is not an integer is at least 1/1020 away from one.
uint32_t average_by_alpha(const Four& of) {
  float total = 0.0f, sums[3] = {};
  for (const uint32_t pixel : of.pixels) {
    const auto alpha = static_cast<float>(static_cast<std::int32_t>(pixel >> 24));
    total += alpha;
    for (int c = 0; c < 3; ++c)
      sums[c] += alpha * static_cast<float>(static_cast<std::int32_t>(pixel >> 8 * c & 255));
  }
  const auto whole = static_cast<std::int32_t>(total);
  const float divisor = std::max(total, 1.0f), half = static_cast<float>(whole >> 1);
  uint32_t out = static_cast<uint32_t>(whole + 2) >> 2 << 24;
  for (int c = 0; c < 3; ++c)
    out |= static_cast<uint32_t>(static_cast<std::int32_t>((sums[c] + half) / divisor)) << 8 * c;
  return out;
}

void put(uint32_t pixel, uint8_t* to) {
  std::memcpy(to, &pixel, sizeof pixel);
}

void halve_row(const uint8_t* top, const uint8_t* bottom, std::size_t count, uint8_t* out) {
  for (std::size_t x = 0; x < count; ++x)
    for (std::size_t c = 0; c < 4; ++c)
      out[4 * x + c] = static_cast<uint8_t>(
          (top[8 * x + c] + top[8 * x + 4 + c] + bottom[8 * x + c] + bottom[8 * x + 4 + c] + 2) >> 2);
}

/// Works on groups of pixels: in most groups all pixels are opaque or all are transparent, so they need no
/// weights.
void halve_row_by_alpha(const uint8_t* top, const uint8_t* bottom, std::size_t count, uint8_t* out) {
  constexpr std::size_t step = 8;
  for (std::size_t x = 0; x < count; x += step) {
    const std::size_t n = std::min(step, count - x);
    uint32_t all = 0xffffffff, any = 0;
    for (std::size_t i = x; i < x + n; ++i) {
      for (const uint32_t pixel : four_at(top, bottom, i).pixels) {
        all &= pixel;
        any |= pixel;
      }
    }
    if (all >> 24 == 255 || any >> 24 == 0) {
      halve_row(top + 8 * x, bottom + 8 * x, n, out + 4 * x);
      continue;
    }
    std::array<uint32_t, step> blended{};
    for (std::size_t i = 0; i < n; ++i) blended[i] = average_by_alpha(four_at(top, bottom, x + i));
    for (std::size_t i = 0; i < n; ++i) {
      const Four four = four_at(top, bottom, x + i);
      const bool unseen = ((four.pixels[0] | four.pixels[1] | four.pixels[2] | four.pixels[3]) >> 24) == 0;
      put(unseen ? average(four) : blended[i], out + 4 * (x + i));
    }
  }
}

/// Halves a picture. `row_of(y)` returns the RGBA of a row, which must stay valid until the call after the
/// next.
template <class RowOf>
MipLevel halve(int from_width, int from_height, bool has_alpha, const RowOf& row_of) {
  MipLevel level{std::max(from_width / 2, 1), std::max(from_height / 2, 1), {}};
  const auto width = static_cast<std::size_t>(level.width), height = static_cast<std::size_t>(level.height);
  level.rgba.resize(width * height * 4);
  const auto halve_any_row = has_alpha ? halve_row_by_alpha : halve_row;
  for (std::size_t y = 0; y < height; ++y) {
    const uint8_t* top = row_of(2 * y);
    const uint8_t* bottom = from_height > 1 ? row_of(2 * y + 1) : top;
    uint8_t* out = level.rgba.data() + y * width * 4;
    if (from_width > 1) {
      halve_any_row(top, bottom, width, out);
    } else {  // a column: each pixel is its own neighbour
      const std::array<uint32_t, 2> left = {pixel_at(top), pixel_at(top)},
                                    right = {pixel_at(bottom), pixel_at(bottom)};
      halve_any_row(reinterpret_cast<const uint8_t*>(left.data()),
                    reinterpret_cast<const uint8_t*>(right.data()), 1, out);
    }
  }
  return level;
}

MipLevel halve(const LevelView& from, bool has_alpha) {
  const std::size_t row_bytes = static_cast<std::size_t>(from.width) * 4;
  return halve(from.width, from.height, has_alpha, [&](std::size_t y) { return from.rgba + y * row_bytes; });
}

Image image_of(MipLevel&& level, bool has_alpha) {
  Image out;
  out.width = level.width;
  out.height = level.height;
  out.rgba = std::move(level.rgba);
  out.has_alpha = has_alpha;
  return out;
}

}  // namespace

std::vector<MipLevel> build_mips(const Image& image) {
  std::vector<MipLevel> levels;
  LevelView from{image.width, image.height, image.rgba.data()};
  while (from.width > 1 || from.height > 1) {
    levels.push_back(halve(from, image.has_alpha));
    from = {levels.back().width, levels.back().height, levels.back().rgba.data()};
  }
  return levels;
}

Image halved(const Image& image) {
  return image_of(halve({image.width, image.height, image.rgba.data()}, image.has_alpha), image.has_alpha);
}

Image halved(const ImageSize& size, bool has_alpha, const RowOfPicture& row_of) {
  return image_of(halve(size.width, size.height, has_alpha, row_of), has_alpha);
}

}  // namespace mmd
