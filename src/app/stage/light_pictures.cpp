#include "app/stage/light_pictures.h"

#include <algorithm>
#include <cmath>

namespace mmd {
namespace {

constexpr int picture_side = 96;
/// Brightness of the ball's dark side, and the colours of its lit and dark side.
constexpr float darkest = 0.1f;
const vec3 lit_colour(1.0f, 0.97f, 0.92f), dark_colour(0.16f, 0.18f, 0.26f);

std::uint8_t byte_of(float value) {
  return static_cast<std::uint8_t>(std::lround(255.0f * std::clamp(value, 0.0f, 1.0f)));
}

/// Light on the ball at a place of its disk, -1 to 1 to the right and up. A soft step, as on toon shaded
/// models.
vec3 colour_at(const vec2& at, const vec3& to_light) {
  const float depth = std::sqrt(std::max(1.0f - glm::dot(at, at), 0.0f));
  const float cosine = glm::dot(vec3(at, -depth), to_light);
  const float lit = glm::smoothstep(-0.15f, 0.35f, cosine) * (0.75f + 0.25f * std::max(cosine, 0.0f));
  return glm::mix(dark_colour, lit_colour, std::max(lit, darkest));
}

}  // namespace

Image lit_ball(const vec3& direction, int side) {
  constexpr float radius = 0.42f;  // of the side
  const vec3 to_light = -glm::normalize(direction);
  const float middle = 0.5f * static_cast<float>(side), pixels = radius * static_cast<float>(side);
  Image out;
  out.width = out.height = side;
  out.has_alpha = true;
  out.rgba.resize(4 * static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
  std::size_t to = 0;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const vec2 at =
          vec2(static_cast<float>(x) + 0.5f - middle, middle - static_cast<float>(y) - 0.5f) / pixels;
      const float length = glm::length(at);
      const vec3 colour = colour_at(length > 1.0f ? at / length : at, to_light);
      for (int c = 0; c < 3; ++c) out.rgba[to++] = byte_of(colour[c]);
      out.rgba[to++] = byte_of((1.0f - length) * pixels + 0.5f);
    }
  return out;
}

std::uintptr_t LightPictures::of(std::string_view name, const vec3& direction) {
  PanelTexture& texture = textures_[name];
  if (!texture) texture = PanelTexture(lit_ball(direction, picture_side));
  return texture.id();
}

}  // namespace mmd
