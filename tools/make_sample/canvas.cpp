#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/samples.h"
#include "make_sample/sdf.h"

namespace mmd::sample {

Image painted(int width, int height, const Paint& paint) {
  constexpr int samples = 3;  // per axis
  Image image;
  image.width = width;
  image.height = height;
  image.rgba.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      vec4 sum(0.0f);    // colour weighted by alpha
      vec3 plain(0.0f);  // for transparent pixels, so that filtering does not add black
      for (int s = 0; s < samples * samples; ++s) {
        const vec2 within((static_cast<float>(s % samples) + 0.5f) / samples,
                          (static_cast<float>(s / samples) + 0.5f) / samples);
        const vec4 c = paint((vec2(x, y) + within) / vec2(width, height));
        sum += vec4(vec3(c) * c.w, c.w);
        plain += vec3(c);
      }
      const vec3 colour = sum.w > 1e-4f ? vec3(sum) / sum.w : plain / static_cast<float>(samples * samples);
      const vec4 pixel(colour, sum.w / static_cast<float>(samples * samples));
      for (int i = 0; i < 4; ++i)
        image.rgba.push_back(
            static_cast<std::uint8_t>(std::lround(std::clamp(pixel[i], 0.0f, 1.0f) * 255.0f)));
      image.has_alpha = image.has_alpha || image.rgba.back() != 255;
    }
  return image;
}

vec4 rgb(std::uint32_t hex, float alpha) {
  const auto channel = [hex](unsigned shift) { return static_cast<float>(hex >> shift & 0xffu) / 255.0f; };
  return {channel(16), channel(8), channel(0), alpha};
}

vec4 blend(vec4 under, vec4 over) {
  const float alpha = over.w + under.w * (1.0f - over.w);
  if (alpha < 1e-5f) return {vec3(over), 0.0f};
  return {(vec3(over) * over.w + vec3(under) * under.w * (1.0f - over.w)) / alpha, alpha};
}

vec4 faded(vec4 colour, float coverage) {
  colour.w *= coverage;
  return colour;
}

float disc(vec2 p, vec2 centre, vec2 radii, float soft) {
  const float d = (glm::length((p - centre) / radii) - 1.0f) * std::min(radii.x, radii.y);
  return 1.0f - smoothstep(-0.5f * soft, 0.5f * soft, d);
}

}  // namespace mmd::sample
