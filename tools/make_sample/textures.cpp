#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/parts.h"
#include "make_sample/samples.h"

namespace mmd::sample {
namespace {

/// Skin with warmth at the cheeks, a shaded nose and a soft shadow under the hair.
vec4 face_paint(vec2 uv) {
  const vec2 p(face_left + uv.x * (face_right - face_left), face_top + uv.y * (face_bottom - face_top));
  vec4 c = rgb(0xffe3d2);
  c = blend(c, rgb(0xf2b8a2, 0.55f * smoothstep(18.1f, 19.2f, p.y)));
  for (const float side : {-1.0f, 1.0f})
    c = blend(c, faded(rgb(0xff9d94, 0.42f), disc(p, {side * 1.0f, 16.88f}, {0.34f, 0.2f}, 0.42f)));
  c = blend(c, faded(rgb(0xe59a84, 0.6f), disc(p, {0.02f, 16.98f}, {0.06f, 0.03f}, 0.06f)));
  const float neck = smoothstep(16.05f, 15.75f, p.y) * smoothstep(1.0f, 0.75f, std::abs(p.x));
  return blend(c, rgb(0xe9b29d, 0.75f * neck));
}

vec4 white_paint(vec2 p) {
  // A rounded shape, flatter below, with the lid's shadow on top.
  const float s = 2.0f * p.x - 1.0f, t = 2.0f * p.y - 1.0f;
  const float power = t < 0.0f ? 2.2f : 2.6f;
  const float d = std::pow(std::abs(s), power) + std::pow(std::abs(t), power);
  const float inside = 1.0f - smoothstep(0.84f, 0.92f, d);
  vec4 c = rgb(0xffffff);
  c = blend(c, rgb(0x9fa8cc, 0.85f * smoothstep(-0.2f, -0.75f, t)));
  const float rim =
      smoothstep(0.68f, 0.8f, d) * smoothstep(0.2f, 0.5f, t) * smoothstep(1.0f, 0.5f, std::abs(s));
  c = blend(c, rgb(0x8a5a58, 0.8f * rim));
  return faded(c, inside);
}

vec4 iris_paint(vec2 p, bool star) {
  const vec2 q = 2.0f * p - 1.0f;
  vec4 c = rgb(0x17324a);
  const float inner = disc(q, {0, 0}, {0.86f, 0.88f}, 0.06f);
  const vec4 low = star ? rgb(0xffd27a) : rgb(0x6fe0d2), high = star ? rgb(0x9a4b1f) : rgb(0x0d5d7c);
  const float t = smoothstep(-0.75f, 0.7f, q.y);
  c = blend(c, faded(glm::mix(high, low, t), inner));
  c = blend(c, faded(rgb(0xd6fff6, 0.55f), disc(q, {0.0f, 0.58f}, {0.5f, 0.26f}, 0.3f)));
  if (star) {
    const float angle = std::atan2(q.x, -q.y - 0.02f), radius = glm::length(q * vec2(0.8f, 1.0f));
    const float points = 0.42f + 0.2f * std::cos(5.0f * angle);
    c = blend(c, rgb(0xfffbe0, smoothstep(points + 0.03f, points - 0.03f, radius)));
  } else {
    c = blend(c, faded(rgb(0x0b2438), disc(q, {0.0f, -0.02f}, {0.36f, 0.42f}, 0.1f)));
  }
  c = blend(c, faded(rgb(0x0d1f33, 0.75f), smoothstep(-0.45f, -0.85f, q.y)));
  c = blend(c, faded(rgb(0xffffff), disc(q, {-0.36f, -0.42f}, {0.27f, 0.24f}, 0.05f)));
  c = blend(c, faded(rgb(0xffffff, 0.9f), disc(q, {0.4f, 0.4f}, {0.15f, 0.13f}, 0.05f)));
  return faded(c, disc(q, {0, 0}, {0.97f, 0.97f}, 0.05f));
}

/// The upper lash: thick towards the outer end (right), where it ends in a flick.
vec4 lash_paint(vec2 p) {
  const float s = 2.0f * p.x - 1.0f, t = 2.0f * p.y - 1.0f;
  const float thick =
      0.88f * std::sqrt(std::max(0.0f, 1.0f - std::pow(std::abs(s), 3.0f))) * (0.72f + 0.25f * s);
  const float inside = 1.0f - smoothstep(thick - 0.16f, thick + 0.02f, std::abs(t));
  return faded(glm::mix(rgb(0x2b1d33), rgb(0x5b3a4a), smoothstep(0.2f, 1.0f, t)), inside);
}

/// A stroke that tapers to both ends: brows and mouth.
vec4 line_paint(vec2 p) {
  const float s = 2.0f * p.x - 1.0f, t = 2.0f * p.y - 1.0f;
  const float thick = 0.75f * std::sqrt(std::max(0.0f, 1.0f - s * s)) + 0.05f;
  return faded(rgb(0x6b3a44), 1.0f - smoothstep(thick - 0.25f, thick + 0.05f, std::abs(t)));
}

vec4 mouth_paint(vec2 p) {
  const vec2 q(2.0f * p.x - 1.0f, p.y);
  // Straight on top, round below.
  const float width = std::sqrt(std::max(0.0f, 1.0f - std::pow(q.y, 2.2f)));
  const float inside = 1.0f - smoothstep(width - 0.1f, width, std::abs(q.x) + 0.03f);
  vec4 c = rgb(0x8c3540);
  c = blend(c, faded(rgb(0xf0888a), disc(q, {0.0f, 0.95f}, {0.62f, 0.42f}, 0.08f)));
  c = blend(c, rgb(0xfff6f0, smoothstep(0.17f, 0.12f, q.y)));
  const float rim = smoothstep(width - 0.24f, width - 0.14f, std::abs(q.x));
  c = blend(c, rgb(0x6b2a36, 0.8f * rim));
  return faded(c, inside * smoothstep(0.99f, 0.93f, q.y));
}

vec4 blush_paint(vec2 p) {
  const vec2 q = 2.0f * p - 1.0f;
  vec4 c = faded(rgb(0xff7f86, 0.75f), disc(q, {0, 0}, {0.55f, 0.55f}, 0.85f));
  for (const float x : {-0.3f, 0.0f, 0.3f}) {
    const vec2 r(q.x - x + 0.35f * q.y, q.y);
    c = blend(c, faded(rgb(0xe8505f, 0.9f), disc(r, {0, 0}, {0.05f, 0.4f}, 0.04f)));
  }
  return c;
}

vec4 parts_paint(vec2 p) {
  struct Cell {
    vec4 at;
    Paint paint;
  };
  static const Cell cells[] = {{cell::white, white_paint},
                               {cell::iris, [](vec2 q) { return iris_paint(q, false); }},
                               {cell::star, [](vec2 q) { return iris_paint(q, true); }},
                               {cell::lash, lash_paint},
                               {cell::line, line_paint},
                               {cell::mouth, mouth_paint},
                               {cell::blush, blush_paint}};
  for (const Cell& c : cells)
    if (p.x >= c.at.x && p.x < c.at.z && p.y >= c.at.y && p.y < c.at.w) {
      // Each picture leaves a margin in its cell, so that filtering does not mix neighbours.
      const vec2 q = (p - vec2(c.at.x, c.at.y)) / vec2(c.at.z - c.at.x, c.at.w - c.at.y);
      const vec2 rim = glm::step(vec2(0.008f), q) * glm::step(q, vec2(0.992f));
      return faded(c.paint(q), rim.x * rim.y);
    }
  return {0, 0, 0, 0};
}

/// Violet, lighter towards the tips, with fine strands along v; the end of a tip is translucent.
vec4 hair_paint(vec2 p) {
  vec4 base = glm::mix(rgb(0x58467f), rgb(0x8d72b6), smoothstep(0.05f, 0.75f, p.y));
  base = glm::mix(base, rgb(0xd79fd0), 0.75f * smoothstep(0.68f, 1.0f, p.y));
  const float x = 2.0f * pi * p.x;
  const float strands = 0.5f * std::sin(9.0f * x + 0.6f * std::sin(2.0f * x)) + 0.3f * std::sin(23.0f * x) +
                        0.2f * std::sin(37.0f * x + 1.0f);
  const vec4 c = blend(base, rgb(strands > 0.0f ? 0xd9c8f2 : 0x3d2d62, 0.16f * std::abs(strands)));
  return faded(c, 1.0f - 0.6f * smoothstep(0.8f, 0.98f, p.y));
}

/// A net of fine threads, a little denser at the hem.
vec4 tulle_paint(vec2 p) {
  const auto thread = [](float x) {
    const float d = std::abs(x - std::floor(x) - 0.5f);
    return smoothstep(0.2f, 0.05f, d);
  };
  const float net = std::max(thread(12.0f * (p.x + p.y)), thread(12.0f * (p.x - p.y)));
  return rgb(0xffffff, 0.62f + 0.38f * net);
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
  vec4 c = rgb(0x2e3f68);
  c = blend(c, rgb(0x1d2a4d, 0.7f * band(p.x, 0.5f, 0.2f)));
  c = blend(c, rgb(0x1d2a4d, 0.7f * band(p.y, 0.5f, 0.2f)));
  c = blend(c, rgb(0xe9e3d2, 0.75f * band(p.x, 0.5f, 0.022f)));
  c = blend(c, rgb(0xe9e3d2, 0.75f * band(p.y, 0.5f, 0.022f)));
  c = blend(c, rgb(0xe0736a, 0.85f * band(p.x, 0.0f, 0.03f)));
  return blend(c, rgb(0xe0736a, 0.85f * band(p.y, 0.0f, 0.03f)));
}

vec4 sock_paint(vec2 p) {
  vec4 c = rgb(0xfbf7f0);
  for (const float y : {0.09f, 0.14f})
    c = blend(c, rgb(0xe0736a, smoothstep(0.017f, 0.011f, std::abs(p.y - y))));
  return blend(c, rgb(0xd8d0d4, 0.6f * smoothstep(0.6f, 1.0f, p.y)));
}

/// A sphere map to add for the hair: a bright band above, a fainter rim below.
vec4 gloss_paint(vec2 p) {
  const vec2 q = 2.0f * p - 1.0f;
  const float bend = q.y + 0.52f - 0.2f * q.x * q.x;
  const float band = std::exp(-bend * bend / 0.012f) * smoothstep(0.95f, 0.4f, std::abs(q.x));
  const float rim = 0.35f * smoothstep(0.75f, 1.0f, glm::length(q)) * smoothstep(-0.2f, 0.8f, q.y);
  return vec4(vec3(0.36f, 0.33f, 0.42f) * (band + rim), 1.0f);
}

/// Lit skin at the top, a warm shade below the terminator in the middle.
vec4 skin_toon_paint(vec2 p) {
  return glm::mix(rgb(0xffffff), rgb(0xf3c3b8), smoothstep(0.47f, 0.56f, p.y));
}

}  // namespace

std::vector<std::pair<std::string, Image>> make_textures() {
  std::vector<std::pair<std::string, Image>> out;
  out.emplace_back("tex/face.png", painted(512, 512, face_paint));
  out.emplace_back("tex/face_parts.png", painted(1024, 512, parts_paint));
  out.emplace_back("tex/hair.png", painted(256, 256, hair_paint));
  out.emplace_back("tex/plaid.png", painted(256, 256, plaid_paint));
  out.emplace_back("tex/sock.png", painted(32, 256, sock_paint));
  out.emplace_back("tex/hair_gloss.png", painted(128, 128, gloss_paint));
  out.emplace_back("tex/toon_skin.png", painted(32, 128, skin_toon_paint));
  out.emplace_back("tex/leather.png", painted(64, 64, leather_paint));
  out.emplace_back("tex/toon_cloth.png", painted(32, 128, toon_cloth_paint));
  out.emplace_back("tex/tulle.png", painted(64, 64, tulle_paint));
  return out;
}

}  // namespace mmd::sample
