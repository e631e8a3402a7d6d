#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/face_shapes.h"
#include "make_sample/palette.h"
#include "make_sample/parts.h"
#include "make_sample/samples.h"

// The picture of the face and the small pictures on it (cell::).

namespace mmd::sample {
namespace {

/// The height of the fringe's shadow on the brow: an uneven hem, like the tips of the locks.
float fringe_hem(float x) {
  return 18.16f + 0.10f * std::sin(5.2f * x + 0.6f) + 0.07f * std::sin(11.0f * x) - 0.2f * x * x;
}

vec4 white_paint(vec2 p) {
  const float t = 2.0f * p.y - 1.0f, s = 2.0f * p.x - 1.0f;
  vec4 c = glm::mix(rgb(0xf4f2f6), rgb(0xffffff), smoothstep(-0.4f, 0.3f, t));
  c = blend(c, rgb(palette::eye_shade, 0.85f * smoothstep(-0.22f, -0.58f, t - 0.12f * s * s)));
  return blend(c, rgb(0xe8c9cd, 0.45f * smoothstep(0.45f, 0.8f, t)));
}

float fibres(vec2 q) {
  const float angle = std::atan2(q.x, q.y);
  return 0.5f + 0.22f * std::sin(19.0f * angle) + 0.16f * std::sin(31.0f * angle + 1.3f) +
         0.12f * std::sin(47.0f * angle + 0.4f);
}

/// The iris has depth: dark above, where the lid shades it, and light that gathers below the pupil.
vec4 iris_paint(vec2 p) {
  const vec2 q = 2.0f * p - 1.0f;
  const float radius = glm::length(q);
  vec4 c = rgb(palette::iris_rim);
  const float t = smoothstep(-0.7f, 0.75f, q.y);
  vec4 body = glm::mix(rgb(palette::iris_high), rgb(palette::iris_low), t);
  body = blend(body, rgb(palette::iris_glow, 0.35f * fibres(q) * smoothstep(0.3f, 0.75f, radius) * t));
  c = blend(c, faded(body, disc(q, {0, 0}, {0.86f, 0.88f}, 0.12f)));
  // A darker ring around the pupil, and the glow below it.
  c = blend(c, faded(rgb(palette::iris_rim, 0.6f), disc(q, {0, 0.0f}, {0.52f, 0.54f}, 0.3f)));
  const float glow = disc(q, {0.0f, 0.56f}, {0.56f, 0.26f}, 0.32f);
  c = blend(c, faded(rgb(palette::iris_glow, 0.8f), glow));
  c = blend(c, faded(rgb(0xffffff, 0.35f), disc(q, {0.05f, 0.68f}, {0.28f, 0.1f}, 0.16f)));
  c = blend(c, faded(rgb(palette::pupil), disc(q, {0.0f, -0.03f}, {0.3f, 0.36f}, 0.08f)));
  c = blend(c, faded(rgb(palette::iris_low, 0.4f), disc(q, {0.0f, 0.12f}, {0.16f, 0.13f}, 0.16f)));
  c = blend(c, rgb(palette::pupil, 0.72f * smoothstep(-0.2f, -0.85f, q.y)));
  return faded(c, disc(q, {0, 0}, {0.965f, 0.965f}, 0.05f));
}

vec4 star_paint(vec2 p) {
  const vec2 q = 2.0f * p - 1.0f;
  const float angle = std::atan2(q.x, -q.y - 0.02f), radius = glm::length(q * vec2(0.8f, 1.0f));
  const float points = 0.46f + 0.22f * std::cos(5.0f * angle);
  vec4 c = glm::mix(rgb(0x9a4b1f), rgb(0xffd27a), smoothstep(-0.75f, 0.7f, q.y));
  c = blend(rgb(0x4a2210), faded(c, disc(q, {0, 0}, {0.86f, 0.88f}, 0.1f)));
  c = blend(c, rgb(0xfffbe0, smoothstep(points + 0.05f, points - 0.05f, radius)));
  return faded(c, disc(q, {0, 0}, {0.96f, 0.96f}, 0.06f));
}

vec4 heart_paint(vec2 p) {
  const vec2 q = (2.0f * p - 1.0f) * vec2(1.75f, -1.75f) + vec2(0.0f, 0.1f);
  const float a = glm::dot(q, q) - 1.0f;
  const float d = a * a * a - q.x * q.x * q.y * q.y * q.y;
  const vec2 plain = 2.0f * p - 1.0f;
  vec4 c = glm::mix(rgb(0x8f1f4c), rgb(0xffa3c0), smoothstep(-0.7f, 0.8f, plain.y));
  c = blend(rgb(0x4d0f2a), faded(c, disc(plain, {0, 0}, {0.86f, 0.88f}, 0.1f)));
  c = blend(c, rgb(0xfff0f6, smoothstep(0.06f, -0.06f, d)));
  return faded(c, disc(plain, {0, 0}, {0.96f, 0.96f}, 0.06f));
}

/// What shines on the eye: a window above, a smaller light below on the other side.
vec4 light_paint(vec2 p) {
  const vec2 q = 2.0f * p - 1.0f;
  const float a = disc(q, {-0.34f, -0.42f}, {0.28f, 0.23f}, 0.06f);
  const float b = 0.9f * disc(q, {0.38f, 0.36f}, {0.14f, 0.12f}, 0.06f);
  const float c = 0.8f * disc(q, {-0.5f, 0.02f}, {0.07f, 0.07f}, 0.05f);
  return rgb(0xffffff, std::max({a, b, c}));
}

vec4 lash_paint(vec2 p) {
  const vec4 c = glm::mix(rgb(palette::lash), rgb(palette::lash_warm), smoothstep(0.45f, 0.0f, p.x));
  return glm::mix(c, rgb(0x140d1c), 0.6f * smoothstep(0.3f, 0.9f, p.y));
}

vec4 brow_paint(vec2 p) {
  return glm::mix(rgb(palette::brow), rgb(palette::hair_dark), 0.35f + 0.3f * p.y);
}

vec4 lip_paint(vec2 p) {
  const float ends = std::abs(2.0f * p.x - 1.0f);
  return glm::mix(rgb(0x8d4048), rgb(0x6e2c38), smoothstep(0.5f, 1.0f, ends));
}

vec4 cavity_paint(vec2 p) {
  return glm::mix(rgb(0xb5475a), rgb(0x5e1a30), smoothstep(0.1f, 0.8f, p.y));
}

vec4 teeth_paint(vec2 p) {
  return glm::mix(rgb(0xffffff), rgb(0xe6dfe6), smoothstep(0.75f, 1.0f, p.y));
}

vec4 tongue_paint(vec2 p) {
  vec4 c = glm::mix(rgb(0xd9646e), rgb(0xf2939a), smoothstep(0.1f, 0.9f, p.y));
  return blend(
      c, rgb(0xb84a58, 0.5f * smoothstep(0.06f, 0.0f, std::abs(p.x - 0.5f)) * smoothstep(0.9f, 0.5f, p.y)));
}

vec4 tear_paint(vec2 p) {
  const vec2 q = 2.0f * p - 1.0f;
  const float narrow = 0.75f * std::sqrt(std::max(0.0f, 1.0f - q.y * q.y)) * (0.45f + 0.45f * p.y);
  const float inside = smoothstep(narrow + 0.04f, narrow - 0.06f, std::abs(q.x));
  vec4 c = glm::mix(rgb(0xcfeaff, 0.55f), rgb(0x9fd2ff, 0.85f), p.y);
  c = blend(c, faded(rgb(0xffffff), disc(q, {-0.14f, 0.3f}, {0.14f, 0.2f}, 0.1f)));
  return faded(c, inside);
}

vec4 blush_paint(vec2 p) {
  const vec2 q = 2.0f * p - 1.0f;
  vec4 c = faded(rgb(0xff7f86, 0.7f), disc(q, {0, 0}, {0.5f, 0.5f}, 0.95f));
  for (const float x : {-0.3f, 0.0f, 0.3f}) {
    const vec2 r(q.x - x + 0.3f * q.y, q.y);
    c = blend(c, faded(rgb(0xe8505f, 0.75f), disc(r, {0, 0}, {0.035f, 0.36f}, 0.04f)));
  }
  return c;
}

vec4 pallor_paint(vec2 p) {
  const float down = smoothstep(0.95f, 0.2f, p.y), side = smoothstep(1.0f, 0.7f, std::abs(2.0f * p.x - 1.0f));
  const float stripe = smoothstep(0.22f, 0.08f, std::abs(std::fmod(18.0f * p.x, 1.0f) - 0.5f));
  return rgb(0x5566a8, side * down * (0.42f + 0.3f * stripe));
}

vec4 parts_paint(vec2 p) {
  struct Cell {
    vec4 at;
    Paint paint;
  };
  static const Cell cells[] = {
      {cell::white, white_paint},   {cell::iris, iris_paint},   {cell::star, star_paint},
      {cell::heart, heart_paint},   {cell::light, light_paint}, {cell::lash, lash_paint},
      {cell::crease, lip_paint},    {cell::brow, brow_paint},   {cell::lip, lip_paint},
      {cell::cavity, cavity_paint}, {cell::teeth, teeth_paint}, {cell::tongue, tongue_paint},
      {cell::tear, tear_paint},     {cell::blush, blush_paint}, {cell::pallor, pallor_paint}};
  for (const Cell& c : cells)
    if (p.x >= c.at.x && p.x < c.at.z && p.y >= c.at.y && p.y < c.at.w)
      return c.paint((p - vec2(c.at.x, c.at.y)) / vec2(c.at.z - c.at.x, c.at.w - c.at.y));
  return {0, 0, 0, 0};
}

float spot(vec2 p, vec2 centre, vec2 radii, float soft) {
  return disc(vec2(std::abs(p.x), p.y), centre, radii, soft);
}

/// Skin: warm cheeks, a rosy nose and lips, the soft shadow of the fringe, and shade below the chin.
vec4 face_paint(vec2 uv) {
  if (std::max(uv.x, uv.y) < 2.0f * eye_rim_uv.x) return rgb(0xf8ded9);
  const vec2 p(face_left + uv.x * (face_right - face_left), face_top + uv.y * (face_bottom - face_top));
  vec4 c = rgb(palette::skin);
  c = blend(c, rgb(palette::skin_shade, 0.62f * smoothstep(-0.02f, 0.16f, p.y - fringe_hem(p.x))));
  c = blend(c, rgb(palette::skin_shade, 0.5f * smoothstep(1.06f, 1.36f, std::abs(p.x))));
  c = blend(c, faded(rgb(palette::cheek, 0.5f), spot(p, {0.72f, 16.77f}, {0.25f, 0.13f}, 0.4f)));
  // Eyelids and the hollow beside the nose.
  c = blend(c, faded(rgb(palette::cheek, 0.28f), spot(p, {0.63f, 17.27f}, {0.47f, 0.52f}, 0.16f)));
  c = blend(c, faded(rgb(palette::skin_line, 0.5f), disc(p, {0.035f, 16.975f}, {0.05f, 0.018f}, 0.05f)));
  c = blend(c, faded(rgb(0xffffff, 0.5f), disc(p, {-0.015f, 17.1f}, {0.025f, 0.04f}, 0.05f)));
  c = blend(c, faded(rgb(palette::cheek, 0.35f), disc(p, {0.0f, 16.55f}, {0.13f, 0.05f}, 0.12f)));
  const float neck = smoothstep(16.06f, 15.90f, p.y - 0.14f * p.x * p.x);
  // The chin's shadow ends on the neck in a soft curve; the throat is lit again.
  const float down = (uv.y - neck_strip.z) / (neck_strip.w - neck_strip.z);
  const float height = glm::mix(neck_strip.x, neck_strip.y, down);
  const float lit = smoothstep(15.68f, 15.54f, height - 1.5f * p.x * p.x);
  return blend(c, rgb(palette::skin_shade, 0.85f * neck * (1.0f - 0.8f * lit)));
}

}  // namespace

Image make_face_picture() {
  return painted(1024, 1024, face_paint);
}

Image make_face_parts_picture() {
  return painted(1024, 1024, parts_paint);
}

}  // namespace mmd::sample
