#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/palette.h"
#include "make_sample/samples.h"
#include "make_sample/sdf.h"

// Pictures of the clothes: seams and folds are painted, as they are too fine for the mesh.

namespace mmd::sample {
namespace {

/// Coverage by a line of the half width `half` at the distance `d` from its middle.
float line(float d, float half) {
  return smoothstep(half * 1.4f, half * 0.6f, std::abs(d));
}

/// Coverage by a stroke from `a` to `b` that is wide at `a` and ends in a point.
float stroke(vec2 p, vec2 a, vec2 b, float half) {
  const vec2 axis = b - a;
  const float t = std::clamp(glm::dot(p - a, axis) / glm::dot(axis, axis), 0.0f, 1.0f);
  const float wide = half * (1.0f - 0.9f * t);
  return smoothstep(wide, 0.2f * wide, glm::length(p - a - axis * t));
}

/// A row of stitches along a line: `along` in stitches.
float stitches(float d, float along) {
  return line(d, 0.0022f) * smoothstep(0.62f, 0.55f, along - std::floor(along));
}

/// The sleeves' part: folds from both gathered ends.
vec4 sleeve_paint(vec4 c, vec2 p) {
  const float t = (p.y - 0.75f) / 0.24f;
  const float fold = std::cos(2.0f * pi * 9.0f * p.x + 0.8f * std::sin(2.0f * pi * 2.0f * p.x));
  const float ends = std::pow(std::abs(2.0f * t - 1.0f), 1.6f);
  c = blend(c, rgb(palette::blouse_shade, 0.75f * ends * smoothstep(0.35f, 0.95f, fold)));
  return blend(c, rgb(palette::seam, 0.35f * line(t - 0.9f, 0.012f)));
}

/// u around, from the back; v from the neck to the waist. Both sides are alike: folds go from 0, the front,
/// to 1, the back.
vec4 blouse_paint(vec2 p) {
  vec4 c = rgb(palette::blouse);
  if (p.y > 0.745f) return sleeve_paint(c, p);
  p.x = std::abs(2.0f * p.x - 1.0f);
  const auto shade = [&c](float amount) { c = blend(c, rgb(palette::blouse_shade, amount)); };
  struct Fold {
    vec2 from, to;
    float half, amount;
  };
  // From the armpit to the front and back, below the bust, and up from the waistband.
  static const Fold folds[] = {
      {{0.42f, 0.25f}, {0.22f, 0.32f}, 0.020f, 0.8f},  {{0.44f, 0.29f}, {0.27f, 0.42f}, 0.016f, 0.7f},
      {{0.60f, 0.26f}, {0.78f, 0.34f}, 0.020f, 0.8f},  {{0.58f, 0.30f}, {0.70f, 0.44f}, 0.016f, 0.7f},
      {{0.30f, 0.36f}, {0.12f, 0.40f}, 0.022f, 0.55f}, {{0.10f, 0.62f}, {0.13f, 0.48f}, 0.014f, 0.8f},
      {{0.20f, 0.62f}, {0.24f, 0.44f}, 0.018f, 0.8f},  {{0.33f, 0.62f}, {0.33f, 0.50f}, 0.014f, 0.7f},
      {{0.45f, 0.62f}, {0.41f, 0.46f}, 0.018f, 0.8f},  {{0.57f, 0.62f}, {0.60f, 0.48f}, 0.016f, 0.8f},
      {{0.70f, 0.62f}, {0.68f, 0.46f}, 0.018f, 0.8f},  {{0.84f, 0.62f}, {0.86f, 0.50f}, 0.016f, 0.8f}};
  for (const Fold& f : folds) shade(f.amount * stroke(p, f.from, f.to, f.half));
  shade(0.45f * smoothstep(0.5f, 0.62f, p.y));
  shade(0.5f * smoothstep(0.06f, 0.0f, p.y));
  // The placket with its stitches, the side seams, the yoke at the back.
  c = blend(c, rgb(palette::seam, 0.75f * line(p.x - 0.042f, 0.0032f)));
  shade(0.6f * smoothstep(0.065f, 0.043f, p.x) * smoothstep(0.040f, 0.044f, p.x));
  c = blend(c, rgb(palette::seam, 0.6f * stitches(p.x - 0.034f, 90.0f * p.y)));
  c = blend(c, rgb(palette::seam, 0.55f * line(p.x - 0.5f, 0.0028f)));
  const float yoke = p.y - 0.22f - 0.03f * std::cos(pi * p.x);
  c = blend(c, rgb(palette::seam, 0.6f * line(yoke, 0.0024f) * smoothstep(0.6f, 0.64f, p.x)));
  return c;
}

/// u across: a stripe inside the hem; v along.
vec4 collar_paint(vec2 p) {
  vec4 c = rgb(palette::blouse);
  c = blend(c, rgb(palette::blouse_shade, 0.5f * smoothstep(0.6f, 1.0f, p.x)));
  for (const float at : {0.16f, 0.84f}) c = blend(c, rgb(palette::accent, line(p.x - at, 0.05f)));
  return blend(c, rgb(palette::seam, 0.4f * line(p.x - 0.04f, 0.012f)));
}

/// u across, v along from the knot: woven cloth with hems and folds at the knot.
vec4 ribbon_paint(vec2 p) {
  vec4 c = rgb(palette::accent);
  const float knot = std::max(smoothstep(0.26f, 0.0f, p.y), 0.0f);
  const float fold = std::cos(2.0f * pi * 3.0f * p.x + 0.5f);
  c = blend(c, rgb(palette::accent_dark, 0.75f * knot * smoothstep(-0.1f, 0.8f, fold)));
  c = blend(c, rgb(0xffffff, 0.16f * smoothstep(0.15f, 0.5f, p.y) * line(p.x - 0.38f, 0.12f)));
  for (const float at : {0.09f, 0.91f})
    c = blend(c, rgb(palette::accent_dark, 0.7f * line(p.x - at, 0.016f)));
  const float weave = 0.5f + 0.5f * std::sin(2.0f * pi * 64.0f * p.y);
  return blend(c, rgb(palette::accent_dark, 0.06f * weave));
}

/// Ribs along v, two stripes below the hem, shade at the foot.
vec4 sock_paint(vec2 p) {
  vec4 c = rgb(palette::sock);
  const float rib = std::cos(2.0f * pi * 40.0f * p.x);
  const float hem = smoothstep(0.10f, 0.09f, p.y);
  c = blend(c, rgb(palette::blouse_shade,
                   (0.35f + 0.3f * hem) * smoothstep(0.2f, 0.95f, rib) * smoothstep(0.8f, 0.6f, p.y)));
  c = blend(c, rgb(palette::seam, 0.5f * line(p.y - 0.095f, 0.004f)));
  for (const float y : {0.135f, 0.17f}) c = blend(c, rgb(palette::accent, line(p.y - y, 0.011f)));
  // Folds where the sock bends into the foot: in front, and shorter ones above the heel.
  struct Fold {
    float u, v, reach, drop;
  };
  for (const Fold& f : {Fold{0.46f, 0.775f, 0.2f, 0.03f}, Fold{0.55f, 0.815f, 0.17f, -0.025f},
                        Fold{0.48f, 0.85f, 0.14f, 0.02f}, Fold{0.97f, 0.80f, 0.1f, 0.02f}}) {
    const float aside = (p.x - f.u) / f.reach, below = p.y - f.v - f.drop * aside;
    const float fades = smoothstep(1.0f, 0.3f, std::abs(aside));
    c = blend(c, rgb(palette::blouse_shade, 0.8f * fades * line(below, 0.006f)));
    c = blend(c, rgb(palette::blouse_shade,
                     0.35f * fades * smoothstep(0.03f, 0.0f, below) * smoothstep(-0.004f, 0.0f, below)));
  }
  return blend(c, rgb(palette::blouse_shade, 0.5f * smoothstep(0.86f, 1.0f, p.y)));
}

/// u around, from the outer side by the heel (0.25) to the toe (0.75); v from the sole to the opening (0.9)
/// and the lining. Toe cap, heel piece, seams and the light on the leather.
vec4 shoe_paint(vec2 p) {
  if (p.y > 0.93f) return rgb(palette::leather_lining);
  vec4 c = rgb(palette::leather);
  const auto dark = [&c](float amount) { c = blend(c, rgb(palette::leather_dark, amount)); };
  const auto light = [&c](float amount) { c = blend(c, rgb(palette::leather_light, amount)); };
  const float toe = std::abs(p.x - 0.75f), heel = std::abs(p.x - 0.25f);
  // The toe cap's seam runs across the vamp; the heel piece's rises to the opening.
  const float cap = p.y - 0.56f * (1.0f - std::pow(toe / 0.16f, 2.0f));
  const float piece = heel - 0.085f + 0.03f * p.y;
  light(0.22f * smoothstep(0.02f, -0.04f, cap));
  dark(0.25f * smoothstep(0.01f, -0.01f, piece));
  dark(0.5f * smoothstep(0.16f, 0.0f, p.y));
  light(0.5f * disc({toe, p.y}, {0.0f, 0.3f}, {0.045f, 0.09f}, 0.06f));
  light(0.3f * disc({toe, p.y}, {0.2f, 0.34f}, {0.05f, 0.05f}, 0.05f));
  light(0.25f * disc({heel, p.y}, {0.0f, 0.4f}, {0.04f, 0.12f}, 0.06f));
  for (const float seam : {cap, 4.0f * piece}) {
    dark(0.9f * line(seam, 0.012f));
    light(0.5f * line(seam - 0.035f, 0.007f) * smoothstep(0.62f, 0.55f, glm::fract(60.0f * p.x)));
  }
  // The binding of the opening.
  dark(0.8f * line(p.y - 0.8f, 0.012f));
  light(0.3f * smoothstep(0.8f, 0.84f, p.y));
  return c;
}

}  // namespace

std::vector<std::pair<std::string, Image>> make_cloth_pictures() {
  std::vector<std::pair<std::string, Image>> out;
  out.emplace_back("tex/blouse.png", painted(1024, 1024, blouse_paint));
  out.emplace_back("tex/collar.png", painted(128, 64, collar_paint));
  out.emplace_back("tex/ribbon.png", painted(256, 256, ribbon_paint));
  out.emplace_back("tex/sock.png", painted(1024, 256, sock_paint));
  out.emplace_back("tex/shoe.png", painted(512, 256, shoe_paint));
  return out;
}

}  // namespace mmd::sample
