#include "app/stage/texture_icons.h"

#include <algorithm>
#include <array>

namespace mmd {
namespace {

/// Samples along each side of the area of an icon pixel.
constexpr int icon_samples = 4;

/// Source position of sample `k` of icon pixel `at` of `count`, in `size` pixels.
std::size_t sample_at(int at, int k, int count, int size) {
  const auto part = (static_cast<std::int64_t>(at) * icon_samples + k) * size /
                    (static_cast<std::int64_t>(count) * icon_samples);
  return static_cast<std::size_t>(std::min<std::int64_t>(part, size - 1));
}

/// Mean of the samples of a pixel; colours are weighted by alpha.
std::array<std::uint8_t, 4> mean_at(const Image& image, int x, int y, int width, int height) {
  std::array<std::uint32_t, 3> sum{};
  std::uint32_t alpha = 0;
  for (int j = 0; j < icon_samples; ++j)
    for (int i = 0; i < icon_samples; ++i) {
      const std::size_t from =
          4 * (sample_at(y, j, height, image.height) * static_cast<std::size_t>(image.width) +
               sample_at(x, i, width, image.width));
      const std::uint32_t a = image.rgba[from + 3];
      for (std::size_t c = 0; c < 3; ++c) sum[c] += a * image.rgba[from + c];
      alpha += a;
    }
  std::array<std::uint8_t, 4> out{};
  for (std::size_t c = 0; c < 3; ++c) out[c] = static_cast<std::uint8_t>(alpha > 0 ? sum[c] / alpha : 0);
  out[3] = static_cast<std::uint8_t>(alpha / (icon_samples * icon_samples));
  return out;
}

}  // namespace

Image shrunk(const Image& image, int side) {
  const int longest = std::max({image.width, image.height, 1});
  const auto scaled = [&](int size) {
    return longest <= side ? size
                           : std::max(static_cast<int>(static_cast<std::int64_t>(size) * side / longest), 1);
  };
  Image out;
  out.width = scaled(image.width);
  out.height = scaled(image.height);
  out.has_alpha = image.has_alpha;
  out.rgba =
      RawVector<std::uint8_t>(4 * static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
  std::size_t to = 0;
  for (int y = 0; y < out.height; ++y)
    for (int x = 0; x < out.width; ++x)
      for (const std::uint8_t value : mean_at(image, x, y, out.width, out.height)) out.rgba[to++] = value;
  return out;
}

const PanelTexture& TextureIcons::of(const std::shared_ptr<const Image>& texture) {
  Icon& icon = icons_[texture.get()];
  if (icon.texture && icon.of.lock() == texture) return icon.texture;
  icon = {texture, PanelTexture(shrunk(*texture, side))};
  return icon.texture;
}

void TextureIcons::let_go() {
  std::erase_if(icons_, [](const auto& icon) { return icon.second.of.expired(); });
}

}  // namespace mmd
