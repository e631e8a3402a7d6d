#include "render/software/alpha_levels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace mmd {
namespace {

int divided_up(int size, int step) {
  return (size + step - 1) / step;
}

/// The means of `step` x `step` neighbours, less of them at the ends.
std::vector<std::uint8_t> shrunk(const AlphaBytes& values, int width, int height, int step) {
  std::vector<std::uint8_t> small;
  small.reserve(static_cast<std::size_t>(divided_up(width, step)) *
                static_cast<std::size_t>(divided_up(height, step)));
  std::vector<std::uint32_t> sums(
      static_cast<std::size_t>(width));  // of columns: whole rows are quick to add
  std::size_t at = 0;
  for (int y = 0; y < height; y += step) {
    const int rows = std::min(step, height - y);
    std::fill(sums.begin(), sums.end(), 0);
    for (int row = 0; row < rows; ++row, at += sums.size())
      for (std::size_t x = 0; x < sums.size(); ++x) sums[x] += values[at + x];
    for (int x = 0; x < width; x += step) {
      const int columns = std::min(step, width - x);
      const auto count = static_cast<std::uint32_t>(rows * columns);
      const auto first = sums.begin() + x;
      small.push_back(static_cast<std::uint8_t>(std::accumulate(first, first + columns, count / 2) / count));
    }
  }
  return small;
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
    : image_(&image), texels_(static_cast<float>(image.width) * static_cast<float>(image.height)) {
  int side = std::max(image.width, image.height);
  for (; side > largest; side = divided_up(side, 2)) ++left_out_;
  for (; side > 1; side = divided_up(side, 2)) ++level_count_;
}

void AlphaLevels::build() {
  const int step = 1 << left_out_;
  levels_.reserve(static_cast<std::size_t>(level_count_));
  levels_.push_back({divided_up(image_->width, step), divided_up(image_->height, step),
                     shrunk(alpha_of(*image_), image_->width, image_->height, step)});
  for (int i = 1; i < level_count_; ++i) {
    const Level& last = levels_.back();
    levels_.push_back({divided_up(last.width, 2), divided_up(last.height, 2),
                       shrunk({last.alpha.data(), 1}, last.width, last.height, 2)});
  }
}

int AlphaLevels::level_for(float texels) const {
  if (!(texels > 1.0f)) return 0;
  const float level = 0.5f * std::log2(std::min(texels, 1e9f)) + 0.5f;
  return std::clamp(static_cast<int>(level) - left_out_, 0, level_count_ - 1);
}

float AlphaLevels::at(const vec2& uv, int level) {
  if (!std::isfinite(uv.x) || !std::isfinite(uv.y)) return 0.0f;
  if (levels_.empty()) build();
  const Level& from = levels_[static_cast<std::size_t>(level)];
  const Between x(uv.x, from.width), y(uv.y, from.height);
  const auto row = [&](std::size_t index) {
    const std::uint8_t* const texels = from.alpha.data() + index * static_cast<std::size_t>(from.width);
    return glm::mix(static_cast<float>(texels[x.first]), static_cast<float>(texels[x.second]), x.share);
  };
  return glm::mix(row(y.first), row(y.second), y.share) / 255.0f;
}

}  // namespace mmd
