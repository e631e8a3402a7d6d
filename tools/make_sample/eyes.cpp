#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/face_shapes.h"
#include "make_sample/parts.h"
#include "make_sample/patch.h"

// What stands in and around the openings of the eyes. Functions make the left eye's parts; `on_both_eyes`
// mirrors them.

namespace mmd::sample {
namespace {

/// Behind the skin, at the outer side of the eye.
/// Eyes turn by 10 degrees, and the iris stays in front of the white.
constexpr float white_lift = -0.15f, iris_lift = -0.075f, star_lift = -0.055f;
constexpr float white_inner = 0.6f, iris_inner = 0.38f;  ///< the share of it at the inner side
constexpr vec2 iris_half{0.372f, 0.435f};
constexpr vec2 iris_centre = eye_centre + vec2(-0.03f, 0.03f);

/// The strip of a lash or crease in terms of the lids.
using LidStrip = std::function<vec2(const Lids& lids, float u, float v)>;

/// The name of a morph on the other side: one-sided morphs exchange their names.
std::string other_side(const std::string& name) {
  const char* const pairs[][2] = {{"ウィンク", "ウィンク右"}, {"ウィンク２", "ｳｨﾝｸ２右"}};
  for (const auto& pair : pairs) {
    if (name == pair[0]) return pair[1];
    if (name == pair[1]) return pair[0];
  }
  return name;
}

/// Adds the right eye's part. Pictures with a light keep their sides, so that both eyes are lit alike.
Mesh on_both_eyes(Mesh left, const Rig& rig, const std::string& bone, bool same_picture, const vec4& cell) {
  lower(left);
  set_weights(left, on_bone(rig, bone));
  Mesh right = mirrored(left, [&rig](std::int32_t b) { return rig.counterpart(b); });
  std::map<std::string, std::vector<vec3>> renamed;
  for (auto& [name, offsets] : right.morphs) renamed[other_side(name)] = std::move(offsets);
  right.morphs = std::move(renamed);
  if (same_picture)
    for (vec2& uv : right.uv) uv.x = cell.x + cell.z - uv.x;
  append(left, right);
  return left;
}

Mesh lid_strip(const vec4& cell, const std::function<float(float, float)>& lift, int columns, int rows,
               const LidStrip& strip, const Outline& pinched) {
  Patch p{cell, lift, columns, rows, [strip](float u, float v) { return strip({}, u, v); }, {}};
  for (const LidMorph& m : lid_morphs())
    if (m.sides >= 0)
      p.morphs[m.name] = [strip, lids = m.lids](float u, float v) { return strip(lids, u, v); };
  p.morphs["はぅ"] = pinched;
  return make_patch(p);
}

/// The upper lid from its inner end (u = 0) to beyond its outer end, where the lash goes on in a flick.
vec2 upper_edge(const Lids& lids, float u) {
  constexpr float corner = 0.9f;
  if (u <= corner) return lid_point(lids, pi * (1.0f - u / corner));
  const float beyond = (u - corner) / (1.0f - corner);
  return lid_point(lids, 0.0f) + beyond * vec2(0.115f, 0.035f + 0.035f * beyond);
}

vec2 upper_lash(const Lids& lids, float u, float v) {
  // A closed lid's lash is thinner, and ends in a point.
  const float open = smoothstep(0.05f, 0.45f, lids.up + lids.low);
  const float body = (0.024f + 0.135f * smoothstep(0.06f, 0.7f, u)) * glm::mix(0.62f, 1.0f, open);
  const float thick = body * smoothstep(-0.02f, 0.2f, u) * (1.0f - 0.96f * smoothstep(0.82f, 1.0f, u));
  const vec2 out = glm::normalize(vec2(0.9f * (u - 0.42f), 1.0f));
  return upper_edge(lids, u) + out * (thick * (1.0f - v) - 0.018f);
}

/// One hair of the lash: starts on the lid at u `from` and points outwards.
LidStrip lash_hair(float from, vec2 tip, float thick) {
  return [=](const Lids& lids, float u, float v) {
    const vec2 root = upper_edge(lids, from) + vec2(0.0f, 0.03f);
    const vec2 across = glm::normalize(vec2(-tip.y, tip.x));
    const vec2 bend = across * (0.2f * glm::length(tip) * std::sin(pi * u));
    return root + tip * u + bend + across * ((0.5f - v) * thick * (1.0f - 0.97f * u));
  };
}

vec2 lower_lash(const Lids& lids, float u, float v) {
  const float angle = -pi * (0.62f - 0.53f * u);
  const float thick = 0.004f + 0.03f * std::sin(pi * std::pow(u, 1.3f));
  return lid_point(lids, angle) + vec2(0.0f, 0.006f - thick * v);
}

/// The fold above the upper lid moves with it, but less.
vec2 crease(const Lids& lids, float u, float v) {
  Lids fold;
  fold.up = 0.44f + 0.08f + 0.3f * (lids.up - 0.43f);
  fold.wide = 1.03f;
  const float thick = 0.012f * std::sin(pi * (0.03f + 0.94f * u));
  return lid_point(fold, pi * (0.7f - 0.5f * u)) + vec2(0.0f, thick * (0.5f - v));
}

/// An arm of the shape > that eyes have when they are pinched: from the nose outwards.
Outline pinched_arm(float rise, float thick) {
  return [=](float u, float v) {
    const vec2 apex = eye_centre + vec2(-0.22f, -0.08f), end = eye_centre + vec2(0.24f, -0.08f + rise);
    return glm::mix(apex, end, u) + vec2(0.0f, thick * (0.5f - v) * (1.0f - 0.6f * u));
  };
}

Outline gone(vec2 at) {
  return [at](float u, float v) { return at + 0.002f * vec2(u, -v); };
}

Outline disc_outline(vec2 centre, vec2 half) {
  return [=](float u, float v) { return centre + half * vec2(2.0f * u - 1.0f, 1.0f - 2.0f * v); };
}

void add_uv_morph(Mesh& m, const std::string& name, const vec4& from, const vec4& to) {
  for (const vec2& uv : m.uv) {
    const vec2 inner = (uv - vec2(from.x, from.y)) / vec2(from.z - from.x, from.w - from.y);
    m.uv_morphs[name].push_back(glm::mix(vec2(to.x, to.y), vec2(to.z, to.w), inner) - uv);
  }
}

/// The eye lies in its socket like a wedge: shallow at the nose, where a deep rim would show from the side.
/// For a disc around `middle` of half width `half`.
std::function<float(float, float)> sunken(float lift, float inner, float middle, float half) {
  return [=](float u, float) {
    const float x = middle + half * (2.0f * u - 1.0f);
    return lift * glm::mix(inner, 1.0f, smoothstep(eye_centre.x - 0.36f, eye_centre.x + 0.05f, x));
  };
}

std::map<std::string, Outline> iris_sizes(vec2 centre, vec2 half) {
  const auto sized = [=](float scale) {
    return disc_outline(iris_centre + (centre - iris_centre) * scale, half * scale);
  };
  return {{"瞳小", sized(0.62f)}, {"瞳大", sized(1.16f)}, {"びっくり", sized(0.84f)}, {"白目", sized(0.01f)}};
}

}  // namespace

Mesh make_eye_whites(const Rig& rig) {
  const Patch p{cell::white,
                sunken(white_lift, white_inner, eye_centre.x, 0.46f),
                10,
                8,
                disc_outline(eye_centre, {0.46f, 0.5f}),
                {}};
  return on_both_eyes(make_patch(p), rig, "頭", false, cell::white);
}

Mesh make_irises(const Rig& rig) {
  Mesh m = make_patch({inner(cell::iris), sunken(iris_lift, iris_inner, iris_centre.x, iris_half.x), 12, 14,
                       disc_outline(iris_centre, iris_half), iris_sizes(iris_centre, iris_half)});
  m = on_both_eyes(std::move(m), rig, "左目", true, inner(cell::iris));
  add_uv_morph(m, "きらきら", inner(cell::iris), inner(cell::star));
  add_uv_morph(m, "はぁと", inner(cell::iris), inner(cell::heart));
  return m;
}

Mesh make_highlights(const Rig& rig) {
  Mesh m = make_patch({inner(cell::light), sunken(star_lift, iris_inner, iris_centre.x, iris_half.x), 8, 8,
                       disc_outline(iris_centre, iris_half), iris_sizes(iris_centre, iris_half)});
  return on_both_eyes(std::move(m), rig, "左目", true, inner(cell::light));
}

Mesh make_lashes(const Rig& rig) {
  const auto ridge = [](float u, float v) {
    return 0.012f + 0.05f * smoothstep(0.05f, 0.45f, u) * (1.0f - v) * (0.4f + v);
  };
  Mesh m = lid_strip(cell::lash, ridge, 36, 3, upper_lash, pinched_arm(0.26f, 0.07f));
  struct Hair {
    float from;
    vec2 tip;
    float thick;
  };
  constexpr Hair hairs[] = {{0.70f, {0.07f, 0.075f}, 0.07f}, {0.82f, {0.10f, 0.055f}, 0.085f}};
  constexpr vec4 hair_cell{0.3f, cell::lash.y, cell::lash.z, cell::lash.w};  // without the warm inner end
  for (const Hair& h : hairs)
    append(m, lid_strip(
                  hair_cell, [](float u, float) { return 0.03f + 0.04f * u; }, 5, 1,
                  lash_hair(h.from, h.tip, h.thick), gone(eye_centre + vec2(0.1f, 0.02f))));
  append(m, lid_strip(cell::lash, level(0.014f), 22, 1, lower_lash, pinched_arm(-0.24f, 0.06f)));
  append(m, lid_strip(cell::crease, level(0.012f), 18, 1, crease, gone(eye_centre + vec2(0.1f, 0.3f))));
  return on_both_eyes(std::move(m), rig, "頭", false, cell::lash);
}

Outline brow_outline(const Brow& b) {
  return [b](float u, float v) {
    const float s = 2.0f * u - 1.0f;
    const float thick = 0.072f * (1.0f - 0.65f * u) * smoothstep(-0.03f, 0.15f, u);
    return vec2(eye_centre.x - 0.02f - b.closer + 0.3f * s,
                17.93f + b.raise + 0.5f * b.inner_down * (s - 1.0f) + 0.5f * b.inner_down +
                    b.bend * (0.6f - s * s) + thick * (0.5f - v));
  };
}

/// The forehead's front between the brows (z): farther in front they would float beside it from the side.
constexpr float brow_front = -1.52f;

/// The part of the brows from `from` (0 the inner end, 1 the outer) outwards, `forward` units in front of the
/// skin in its middle; the ends lie almost on it, or they would show twice.
Mesh make_brows_at(const Rig& rig, float from, float forward) {
  const auto part = [from](const Brow& b) -> Outline {
    return [whole = brow_outline(b), from](float u, float v) { return whole(glm::mix(from, 1.0f, u), v); };
  };
  Patch p{cell::brow, level(0.014f), 14, 2, part({}), {}};
  for (const BrowMorph& m : brow_morphs()) p.morphs[m.name] = part(m.brow);
  Mesh m = make_patch(p);
  for (std::size_t v = 0; v < m.size(); ++v) {
    const float u = (m.uv[v].x - cell::brow.x) / (cell::brow.z - cell::brow.x);
    const float z = m.position[v].z - forward * smoothstep(0.0f, 0.4f, u) * (1.0f - 0.9f * u * u);
    m.position[v].z = std::max(z, std::min(m.position[v].z, brow_front));
  }
  return on_both_eyes(std::move(m), rig, "頭", false, cell::brow);
}

Mesh make_brows(const Rig& rig) {
  return make_brows_at(rig, 0.0f, 0.0f);
}

/// Without the inner ends, which would show beside the fringe from the side.
Mesh make_brows_in_front(const Rig& rig) {
  return make_brows_at(rig, 0.3f, 0.29f);
}

}  // namespace mmd::sample
