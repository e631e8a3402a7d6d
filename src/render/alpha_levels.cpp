#include "render/alpha_levels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace mmd {
namespace {

/// The mean of `step` x `step` neighbours, less of them at the end.
std::uint8_t mean_of(const AlphaBytes& values, int width, int height, int x, int y, int step) {
  const int right = std::min(x + step, width), top = std::min(y + step, height);
  std::uint64_t sum = 0;
  for (int row = y; row < top; ++row)
    for (int column = x; column < right; ++column)
      sum += values[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                    static_cast<std::size_t>(column)];
  const auto count = static_cast<std::uint64_t>(right - x) * static_cast<std::uint64_t>(top - y);
  return static_cast<std::uint8_t>((sum + count / 2) / count);
}

std::vector<std::uint8_t> shrunk(const AlphaBytes& values, int width, int height, int step) {
  std::vector<std::uint8_t> small;
  for (int y = 0; y < height; y += step)
    for (int x = 0; x < width; x += step) small.push_back(mean_of(values, width, height, x, y, step));
  return small;
}

int divided_up(int size, int step) {
  return (size + step - 1) / step;
}

/// Two neighbours along an axis and how much the second counts.
struct Between {
  std::size_t first, second;
  float share;
  Between(float at, int size) {
    const float place = (at - std::floor(at)) * static_cast<float>(size) - 0.5f;
    const float before = std::floor(place);
    const int index = static_cast<int>(before);
    first = static_cast<std::size_t>(index < 0 ? size - 1 : index);
    second = static_cast<std::size_t>(index + 1 < size ? index + 1 : 0);
    share = place - before;
  }
};

}  // namespace

AlphaLevels::AlphaLevels(const Image& image)
    : texels_(static_cast<float>(image.width) * static_cast<float>(image.height)) {
  int step = 1;
  for (; std::max(image.width, image.height) > largest * step; step *= 2) ++left_out_;
  levels_.push_back({divided_up(image.width, step), divided_up(image.height, step),
                     shrunk(alpha_of(image), image.width, image.height, step)});
  while (std::max(levels_.back().width, levels_.back().height) > 1) {
    const Level& last = levels_.back();
    levels_.push_back({divided_up(last.width, 2), divided_up(last.height, 2),
                       shrunk({last.alpha.data(), 1}, last.width, last.height, 2)});
  }
}

int AlphaLevels::level_for(float texels) const {
  if (!(texels > 1.0f)) return 0;
  const float level = 0.5f * std::log2(std::min(texels, 1e9f)) + 0.5f;
  return std::clamp(static_cast<int>(level) - left_out_, 0, static_cast<int>(levels_.size()) - 1);
}

float AlphaLevels::at(const vec2& uv, int level) const {
  if (!std::isfinite(uv.x) || !std::isfinite(uv.y)) return 0.0f;
  const Level& from = levels_[static_cast<std::size_t>(level)];
  const Between x(uv.x, from.width), y(uv.y, from.height);
  const auto row = [&](std::size_t index) {
    const std::uint8_t* const texels = from.alpha.data() + index * static_cast<std::size_t>(from.width);
    return glm::mix(static_cast<float>(texels[x.first]), static_cast<float>(texels[x.second]), x.share);
  };
  return glm::mix(row(y.first), row(y.second), y.share) / 255.0f;
}

}  // namespace mmd
