#include <algorithm>
#include <cmath>
#include <cstdint>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/palette.h"
#include "make_sample/parts.h"
#include "make_sample/samples.h"

namespace mmd::sample {
namespace {

/// A number from 0 to 1 for a whole one.
float scattered(int number, int seed) {
  auto x = static_cast<std::uint32_t>(number) * 0x9e3779b9u + static_cast<std::uint32_t>(seed) * 0x85ebca6bu;
  x = (x ^ (x >> 15)) * 0x2c1b3c6du;
  x = (x ^ (x >> 12)) * 0x297a2d39u;
  return static_cast<float>((x ^ (x >> 15)) >> 8) / 16777216.0f;
}

/// Smooth noise from -1 to 1 with one value per unit of x.
float noise(float x, int seed) {
  const float cell = std::floor(x);
  const auto i = static_cast<int>(cell);
  return 2.0f * glm::mix(scattered(i, seed), scattered(i + 1, seed), smoothstep(0.0f, 1.0f, x - cell)) - 1.0f;
}

/// Strands of hair of unequal width, which sway a little along v.
float strands(vec2 p) {
  const float x = p.x + 0.008f * std::sin(4.0f * p.y + 20.0f * p.x) + 0.004f * noise(6.0f * p.y, 7);
  return 0.4f * noise(11.0f * x, 8) + 0.45f * noise(26.0f * x, 1) + 0.25f * noise(61.0f * x, 2) +
         0.12f * noise(150.0f * x, 3);
}

/// Single dark hairlines that begin and end somewhere along v.
float hairlines(vec2 p) {
  constexpr float per_unit = 34.0f;
  const float x = per_unit * (p.x + 0.006f * std::sin(5.0f * p.y + 9.0f * p.x));
  const auto i = static_cast<int>(std::floor(x));
  const float middle = 0.25f + 0.5f * scattered(i, 11), from = 0.7f * scattered(i, 12) - 0.1f;
  const float to = from + 0.25f + 0.5f * scattered(i, 13);
  const float run = smoothstep(from, from + 0.12f, p.y) * smoothstep(to, to - 0.2f, p.y);
  const float off = std::abs(x - std::floor(x) - middle);
  return run * smoothstep(0.14f, 0.03f, off) * (0.3f + 0.7f * scattered(i, 14));
}

/// A band of light between two heights, with crisp borders in a zigzag that follows the strands.
float light_band(vec2 p, float from, float to) {
  const float jag = 0.05f * noise(34.0f * p.x, 4) + 0.03f * noise(90.0f * p.x, 5);
  const float upper = smoothstep(from, from + 0.025f, p.y + 0.6f * jag),
              under = smoothstep(to, to - 0.035f, p.y - 1.3f * jag);
  return upper * under;
}

/// Darker at the root, lighter towards the tips, which are translucent. The left half is for the head, the
/// right half for the tails.
vec4 hair_paint(vec2 p) {
  const bool tail = p.x >= 0.5f;
  const float tip = tail ? smoothstep(0.55f, 1.0f, p.y) : 0.75f * smoothstep(0.72f, 1.0f, p.y);
  const float s = strands(p);
  vec4 base = glm::mix(rgb(palette::hair_dark), rgb(palette::hair),
                       smoothstep(0.0f, tail ? 0.2f : 0.24f, p.y + 0.04f * s));
  base = glm::mix(base, rgb(palette::hair_tip), 0.7f * tip);
  vec4 c = blend(
      base, rgb(s > 0.0f ? palette::hair_light : palette::hair_dark, std::min(0.5f * std::abs(s), 0.6f)));
  c = blend(c, rgb(palette::hair_dark, 0.3f * hairlines(p)));
  // A ring of light on the head, with a dim one below it; on a tail where it bends out of its ribbon.
  const float first = tail ? light_band(p, 0.09f, 0.21f) : light_band(p, 0.295f, 0.45f),
              second = tail ? 0.0f : light_band(p, 0.50f, 0.53f);
  c = blend(c, rgb(palette::hair_light, std::min(0.95f * first * (0.75f + 0.5f * s), 1.0f)));
  c = blend(c, rgb(palette::hair_light, 0.35f * second * (0.6f + 0.6f * s)));
  // Shade below the light.
  if (!tail)
    c = blend(c,
              rgb(palette::hair_dark, 0.22f * smoothstep(0.47f, 0.52f, p.y) * smoothstep(0.72f, 0.57f, p.y)));
  return faded(c, 1.0f - 0.5f * smoothstep(0.93f, 1.0f, p.y));
}

/// Soft gathers of a thin white cloth.
vec4 petticoat_paint(vec2 p) {
  const float fold = 0.5f + 0.5f * std::cos(4.0f * pi * p.x + 0.9f * std::sin(2.0f * pi * p.x));
  return blend(rgb(0xffffff), rgb(0xcbbfe0, 0.75f * fold * fold));
}

/// A sphere map to multiply for the shoes: dark rims, a bright upper side.
vec4 leather_paint(vec2 p) {
  const vec2 q = 2.0f * p - 1.0f;
  const float rim = smoothstep(0.55f, 1.0f, glm::length(q));
  const float light = disc(q, {-0.15f, -0.45f}, {0.5f, 0.28f}, 0.35f);
  return blend(glm::mix(rgb(0xe2d6d2), rgb(0x8a7078), rim), faded(rgb(0xffffff), light));
}

/// Cloth: the shade is cool, its border soft.
vec4 toon_cloth_paint(vec2 p) {
  return glm::mix(rgb(0xffffff), rgb(0xc9c4dc), smoothstep(0.45f, 0.6f, p.y));
}

vec4 plaid_paint(vec2 p) {
  const auto band = [](float x, float centre, float half) {
    const float d = std::abs(x - centre);
    return 1.0f - smoothstep(half - 0.01f, half + 0.01f, std::min(d, 1.0f - d));
  };
  vec4 c = rgb(palette::skirt);
  c = blend(c, rgb(palette::skirt_dark, 0.7f * band(p.x, 0.5f, 0.2f)));
  c = blend(c, rgb(palette::skirt_dark, 0.7f * band(p.y, 0.5f, 0.2f)));
  c = blend(c, rgb(palette::skirt_line, 0.75f * band(p.x, 0.5f, 0.022f)));
  c = blend(c, rgb(palette::skirt_line, 0.75f * band(p.y, 0.5f, 0.022f)));
  c = blend(c, rgb(palette::accent, 0.85f * band(p.x, 0.0f, 0.03f)));
  c = blend(c, rgb(palette::accent, 0.85f * band(p.y, 0.0f, 0.03f)));
  // Two pleats: the shade beside each fold, and its bright edge.
  const float x = std::fmod(2.0f * p.x, 1.0f);
  c = blend(c, rgb(0x10162e, 0.6f * smoothstep(0.77f, 0.86f, x)));
  return blend(c, rgb(0xffffff, 0.10f * smoothstep(0.62f, 0.76f, x) * smoothstep(0.79f, 0.76f, x)));
}

/// A sphere map to add for the hair: a bright band above, a fainter rim below.
vec4 gloss_paint(vec2 p) {
  const vec2 q = 2.0f * p - 1.0f;
  const float bend = q.y + 0.52f - 0.2f * q.x * q.x;
  const float band = std::exp(-bend * bend / 0.012f) * smoothstep(0.95f, 0.4f, std::abs(q.x));
  const float rim = 0.35f * smoothstep(0.75f, 1.0f, glm::length(q)) * smoothstep(-0.2f, 0.8f, q.y);
  return vec4(vec3(0.22f, 0.20f, 0.27f) * (band + rim), 1.0f);
}

/// Skin, from plain on the left to rosy on the right, and from lit above to shaded below.
vec4 skin_paint(vec2 p) {
  const vec4 lit = blend(rgb(palette::skin), rgb(palette::cheek, 0.55f * p.x));
  return blend(lit, rgb(palette::skin_shade, 0.75f * p.y));
}

/// Lit skin at the top, a warm shade below the terminator in the middle.
vec4 skin_toon_paint(vec2 p) {
  return glm::mix(rgb(0xffffff), rgb(0xf6cdc0), smoothstep(0.46f, 0.58f, p.y));
}

/// The face's shade is light and its border wide.
vec4 face_toon_paint(vec2 p) {
  return glm::mix(rgb(0xffffff), rgb(0xf8d8ce), smoothstep(0.4f, 0.8f, p.y));
}

}  // namespace

std::vector<std::pair<std::string, Image>> make_textures() {
  std::vector<std::pair<std::string, Image>> out;
  out.emplace_back("tex/face.png", make_face_picture());
  out.emplace_back("tex/face_parts.png", make_face_parts_picture());
  out.emplace_back("tex/hair.png", painted(512, 512, hair_paint));
  out.emplace_back("tex/plaid.png", painted(256, 256, plaid_paint));
  for (auto& picture : make_cloth_pictures()) out.push_back(std::move(picture));
  out.emplace_back("tex/hair_gloss.png", painted(128, 128, gloss_paint));
  out.emplace_back("tex/skin.png", painted(64, 64, skin_paint));
  out.emplace_back("tex/toon_skin.png", painted(32, 128, skin_toon_paint));
  out.emplace_back("tex/toon_face.png", painted(32, 128, face_toon_paint));
  out.emplace_back("tex/leather.png", painted(64, 64, leather_paint));
  out.emplace_back("tex/toon_cloth.png", painted(32, 128, toon_cloth_paint));
  out.emplace_back("tex/petticoat.png", painted(64, 64, petticoat_paint));
  return out;
}

}  // namespace mmd::sample
