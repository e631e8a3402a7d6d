#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/cloth.h"
#include "make_sample/parts.h"

// Socks and shoes with a strap, for the left foot.

namespace mmd::sample {
namespace {

const vec3 ankle = joint::ankle;

/// The foot in its sock. The shoe hides the toes, so it ends at the instep.
Sdf foot_shape() {
  const vec3 heel{ankle.x, 0.52f, ankle.z + 0.14f}, instep{ankle.x + 0.01f, 0.37f, -0.5f};
  const Sdf heel_part = round_cone(heel, ankle + vec3(0.0f, -0.15f, 0.0f), 0.27f, 0.275f);
  return smooth_union({heel_part, round_cone(heel, instep, 0.27f, 0.25f)}, 0.2f);
}

// The shoe, seen from above, around its middle. Angles go from the outer side (0) by the heel to the inner
// side, and by the toe back.
constexpr float shoe_middle = -0.36f, half_length = 1.25f, half_width = 0.46f;
constexpr float sole_top = 0.2f, welt = 0.035f;  ///< the sole is wider than the upper by the welt

/// The edge of the upper where it meets the sole, wider by `more`: x and z.
vec2 outline(float angle, float more) {
  const auto round = [](float v, float power) { return std::copysign(std::pow(std::abs(v), power), v); };
  const float z = shoe_middle + (half_length + more) * round(std::sin(angle), 0.84f);
  const float waist = std::exp(-std::pow((z - 0.1f) / 0.45f, 2.0f));
  const float narrow = 1.0f - 0.1f * waist - 0.08f * smoothstep(0.1f, 0.8f, z);
  // The tip lies towards the big toe.
  const float inward = 0.06f * smoothstep(-0.5f, -1.6f, z);
  return {ankle.x + 0.02f - inward + (half_width * narrow + more) * round(std::cos(angle), 0.68f), z};
}

/// The edge of the opening: low on the instep, high at the heel.
vec3 rim(float angle) {
  constexpr float front = -0.42f, back = 0.76f, side = 0.345f;
  const float z = 0.5f * (front + back) + 0.5f * (back - front) * std::sin(angle);
  const float y = 0.69f - 0.06f * std::pow(std::cos(angle), 2.0f) + 0.3f * smoothstep(0.1f, 0.74f, z);
  return {ankle.x + side * std::cos(angle), y, z};
}

/// The upper's outside: t goes from the sole (0) to the opening (1).
vec3 upper_point(float t, float angle) {
  constexpr float toe_height = 0.37f, squareness = 2.0f / 2.5f, bulge = 0.03f;
  const float bend = 0.5f * pi * t;
  const float inward = 1.0f - std::pow(std::max(std::cos(bend), 0.0f), squareness);
  const float rise = std::pow(std::sin(bend), squareness);
  const vec2 low = outline(angle, bulge * std::sin(2.0f * bend));
  const vec3 edge = rim(angle), from(low.x, sole_top - 0.03f, low.y);
  const float over = edge.y - from.y - toe_height;  // how far the opening is above the toe cap
  return {glm::mix(from.x, edge.x, inward), from.y + toe_height * rise + over * std::pow(inward, 1.4f),
          glm::mix(from.z, edge.z, inward)};
}

/// The upper of the shoe with the lining that shows in its opening. Texture: u around, v from the sole (0)
/// to the opening (0.9) and the lining.
Mesh upper() {
  constexpr int walls = 9, lining = 3, around = 36;
  constexpr int rings = 1 + walls + lining + 1;  // with the middle of the bottom and of the lining
  constexpr float thickness = 0.05f;
  Mesh m = lathe({rings, around, false, [=](float along, float angle) {
                    const int r = static_cast<int>(std::lround(along * static_cast<float>(rings - 1)));
                    if (r == 0) return vec3(ankle.x, 0.5f * sole_top, shoe_middle);
                    if (r == rings - 1) return vec3(ankle.x, 0.5f, 0.2f);
                    if (r <= walls)
                      return upper_point(static_cast<float>(r - 1) / static_cast<float>(walls - 1), angle);
                    // A round edge, and down inside.
                    const float down = static_cast<float>(r - walls);
                    const vec3 edge = rim(angle), middle(ankle.x, edge.y, 0.17f);
                    const vec3 inward = glm::normalize(middle - edge);
                    return edge + inward * (thickness * std::min(0.5f * down, 1.0f)) +
                           vec3(0.0f, down < 2.0f ? 0.02f : -0.06f * (down - 1.0f), 0.0f);
                  }});
  for (vec2& uv : m.uv) uv.y *= 0.9f * static_cast<float>(rings - 1) / static_cast<float>(walls);
  return m;
}

/// A strap over the instep, from one side of the shoe to the other.
vec3 strap_point(float u, float v) {
  const float angle = pi * (-0.03f + 1.06f * u), high = std::max(std::sin(angle), 0.0f);
  return {ankle.x + 0.015f + 0.43f * std::cos(angle), 0.5f + 0.375f * std::sin(angle) + 0.035f * v * high,
          -0.19f + 0.08f * v + 0.1f * high};
}

Mesh strap() {
  Mesh m = sheet({strap_point, 0.028f, 14, 4});
  // A part of the shoe's picture without seams.
  for (vec2& uv : m.uv) uv = {0.44f + 0.1f * uv.x, 0.5f + 0.2f * uv.y};
  return m;
}

}  // namespace

Mesh make_socks(const Rig& rig) {
  const vec3 top = glm::mix(joint::knee, joint::ankle, 0.29f), low = ankle + vec3(0, 0.1f, 0);
  const Sdf leg = strand({top, low}, {0.43f, 0.25f}, 0.05f);
  const Sdf calf = ellipsoid({joint::knee.x + 0.05f, 4.0f, 0.19f}, {0.44f, 1.2f, 0.46f});
  Sdf shape = smooth_union({leg, calf}, 0.3f);
  shape = smooth_intersection(std::move(shape), half_space({0, 1, 0}, 4.3f), 0.1f);
  shape = smooth_union({std::move(shape), foot_shape()}, 0.25f);
  Mesh m = surface_nets(shape, {-0.2f, -0.2f, -2.0f}, {2.0f, 4.8f, 1.3f}, 0.22f);
  Mesh hem = band_ring({joint::knee.x + 0.03f, 4.26f, 0.13f}, {0, 1, 0}, {1, 0, 0}, {0.492f, 0.492f},
                       {0.045f, 0.13f}, 28);
  append(m, hem);
  set_uv(m, [](const vec3& p, const vec3&) {
    return vec2(0.5f + 0.5f * std::atan2(p.x - ankle.x, 0.1f - p.z) / pi, (4.45f - p.y) / 3.8f);
  });
  repeat_across_seam(m);
  set_weights(m, leg_weights(rig));
  m.edge_scale.assign(m.size(), 0.9f);
  return both_sides(std::move(m), rig);
}

Mesh make_shoes(const Rig& rig) {
  Mesh m = upper();
  append(m, strap());
  set_weights(m, leg_weights(rig));
  m.edge_scale.assign(m.size(), 0.9f);
  return both_sides(std::move(m), rig);
}

Mesh make_soles(const Rig& rig) {
  struct Ring {
    float share, more, y;  ///< of the outline, and beyond it
  };
  static constexpr Ring rings[] = {{0.0f, 0.0f, 0.0f},     {1.0f, -0.03f, 0.0f},
                                   {1.0f, welt, 0.035f},   {1.0f, welt, sole_top - 0.03f},
                                   {1.0f, 0.0f, sole_top}, {0.0f, 0.0f, sole_top}};
  Mesh m = lathe({static_cast<int>(std::size(rings)), 36, false, [](float along, float angle) {
                    const auto r = static_cast<std::size_t>(
                        std::lround(along * static_cast<float>(std::size(rings) - 1)));
                    const vec2 edge = outline(angle, rings[r].more);
                    const float x = glm::mix(ankle.x, edge.x, rings[r].share);
                    const float z = glm::mix(shoe_middle, edge.y, rings[r].share);
                    // The arch before the heel, and the tip of the toe, do not touch the ground.
                    const float arch = smoothstep(0.36f, 0.26f, z) * smoothstep(-0.45f, 0.0f, z);
                    const float lift = 0.11f * arch + 0.06f * smoothstep(-1.1f, -1.6f, z);
                    return vec3(x, rings[r].y + (r == 1 || r == 2 ? lift : 0.0f), z);
                  }});
  turn_normals_outwards(m);
  set_weights(m, leg_weights(rig));
  m.edge_scale.assign(m.size(), 0.9f);
  return both_sides(std::move(m), rig);
}

Mesh make_buckles(const Rig& rig) {
  constexpr float at = 0.1f, half_height = 0.1f, half_length = 0.075f, wire = 0.02f;
  const vec3 centre = strap_point(at, 0.0f);
  const vec3 along = glm::normalize(strap_point(at + 0.03f, 0.0f) - strap_point(at - 0.03f, 0.0f));
  const vec3 across = glm::normalize(strap_point(at, 0.5f) - strap_point(at, -0.5f));
  const vec3 out = glm::normalize(glm::cross(across, along));
  const vec3 front = out.x > 0.0f ? out : -out;
  Mesh m = lathe({5, 12, true, [=](float turn, float angle) {
                    // A rectangle with round corners.
                    const auto square = [](float v) { return std::copysign(std::pow(std::abs(v), 0.5f), v); };
                    const float bend = 2.0f * pi * turn, wide = 1.0f + wire / half_length * std::cos(bend);
                    return centre + front * (0.035f + wire * std::sin(bend)) +
                           along * (half_length * wide * square(std::cos(angle))) +
                           across * (half_height * wide * square(std::sin(angle)));
                  }});
  set_weights(m, leg_weights(rig));
  m.edge_scale.assign(m.size(), 0.0f);
  return both_sides(std::move(m), rig);
}

}  // namespace mmd::sample
