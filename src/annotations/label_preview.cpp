#include "annotations/label_preview.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <variant>

namespace mmd {
namespace {

using Colour = std::array<std::uint8_t, 3>;

std::uint32_t grey_at(const PngPixels& pixels, std::size_t pixel) {
  return (std::uint32_t{pixels.bytes[2 * pixel]} << 8) + pixels.bytes[2 * pixel + 1];
}

/// The smallest and the largest value of the foreground.
std::pair<std::uint32_t, std::uint32_t> grey_range(const PngPixels& pixels, std::size_t count) {
  std::uint32_t low = 0xffff, high = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t value = grey_at(pixels, i);
    if (value == 0) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return {low, high};
}

Colour grey_colour(std::uint32_t value, std::uint32_t low, std::uint32_t high) {
  constexpr std::uint32_t lightest = 255, darkest = 40;
  if (value == 0) return {};
  const std::uint32_t range = std::max(high - low, 1u);
  const auto grey = static_cast<std::uint8_t>(lightest - (lightest - darkest) * (value - low) / range);
  return {grey, grey, grey};
}

Colour colour_at(const PngPixels& pixels, std::size_t pixel) {
  const std::size_t size = bytes_per_pixel(pixels.kind), at = size * pixel;
  if (pixels.kind == PngKind::indexed) return pixels.palette[pixels.bytes[at]];
  const std::size_t step = size / 3;  // of 16 bits the upper 8
  return {pixels.bytes[at], pixels.bytes[at + step], pixels.bytes[at + 2 * step]};
}

}  // namespace

Image label_preview(const PngPixels& pixels) {
  Image out = image_of_size(pixels.width, pixels.height);
  const std::size_t count = out.pixels();
  const bool is_grey = pixels.kind == PngKind::grey16;
  const auto [low, high] =
      is_grey ? grey_range(pixels, count) : std::pair<std::uint32_t, std::uint32_t>(0, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const Colour colour = is_grey ? grey_colour(grey_at(pixels, i), low, high) : colour_at(pixels, i);
    std::copy(colour.begin(), colour.end(), &out.rgba[4 * i]);
    out.rgba[4 * i + 3] = 255;
  }
  return out;
}

std::optional<Image> label_preview(const std::vector<LabelValue>& labels) {
  for (const LabelValue& label : labels)
    if (const auto* image = std::get_if<LabelPixels>(&label.content)) return label_preview(image->pixels);
  return std::nullopt;
}

}  // namespace mmd
