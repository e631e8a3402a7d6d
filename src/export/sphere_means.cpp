#include "export/sphere_means.h"

#include <algorithm>

namespace mmd {
namespace {

/// Of large maps every so many texels.
vec4 mean_of_disc(const Image& image) {
  const int step = std::max(std::max(image.width, image.height) / 512, 1);
  glm::dvec4 sum(0.0);
  double count = 0.0;
  for (int y = 0; y < image.height; y += step)
    for (int x = 0; x < image.width; x += step) {
      const float u = (static_cast<float>(x) + 0.5f) / static_cast<float>(image.width) * 2.0f - 1.0f;
      const float v = (static_cast<float>(y) + 0.5f) / static_cast<float>(image.height) * 2.0f - 1.0f;
      if (u * u + v * v > 1.0f) continue;
      sum += glm::dvec4(texel_at(image, x, y));
      count += 1.0;
    }
  return count > 0.0 ? vec4(sum / count) : texel_at(image, 0, 0);
}

}  // namespace

vec4 texel_at(const Image& image, int x, int y) {
  const std::uint8_t* at = &image.rgba[static_cast<std::size_t>(y * image.width + x) * 4];
  return vec4(at[0], at[1], at[2], at[3]) / 255.0f;
}

const vec4& SphereMeans::of(const Image& image) {
  const auto [found, is_new] = means_.try_emplace(&image);
  if (is_new) found->second = mean_of_disc(image);
  return found->second;
}

}  // namespace mmd
