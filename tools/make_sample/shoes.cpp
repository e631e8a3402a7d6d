#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/cloth.h"
#include "make_sample/parts.h"
#include "make_sample/pose_builder.h"

// Socks and shoes with a strap, for the left foot.

namespace mmd::sample {
namespace {

const vec3 ankle = joint::ankle;

/// The cuff's middle, and its half width and half depth: it lies on the sock where the calf is full.
const vec3 cuff_middle{joint::knee.x + 0.035f, 4.27f, 0.18f};
constexpr vec2 cuff_radii{0.462f, 0.503f};

/// The leg and the foot in their sock: the calf is full and high at the back and highest outside, the ankle
/// slim with its bones at the sides. The shoe hides the toes, so it ends at the instep.
Sdf sock_shape() {
  const Sdf upright = tower({{0.8f, 0.255f, 0.275f, 0.3f},
                             {1.25f, 0.248f, 0.266f, 0.288f},
                             {1.7f, 0.256f, 0.278f, 0.282f},
                             {2.3f, 0.31f, 0.35f, 0.262f},
                             {3.0f, 0.41f, 0.48f, 0.25f},
                             {3.6f, 0.495f, 0.565f, 0.245f},
                             {4.1f, 0.482f, 0.525f, 0.19f},
                             {4.4f, 0.455f, 0.495f, 0.17f}},
                            0.12f);
  const Sdf leg = [upright](const vec3& p) {
    const float bow = 0.1f * std::exp(-std::pow((p.y - 3.5f) / 0.8f, 2.0f));  // the calf's outer side
    return upright(p - vec3(glm::mix(ankle.x, cuff_middle.x, smoothstep(1.4f, 4.2f, p.y)) + bow, 0, 0));
  };
  const vec3 heel{ankle.x, 0.47f, ankle.z + 0.1f}, instep{ankle.x + 0.01f, 0.38f, -0.46f};
  // The instep is wider than it is thick.
  const auto instep_half = [](float side) {
    return round_cone(ankle + vec3(0, -0.02f, 0), {ankle.x + side, 0.43f, -0.42f}, 0.19f, 0.2f);
  };
  const Sdf foot =
      smooth_union({round_cone(heel, ankle + vec3(0.0f, 0.0f, 0.02f), 0.235f, 0.17f),
                    round_cone(heel, instep, 0.235f, 0.25f), instep_half(0.1f), instep_half(-0.1f)},
                   0.15f);
  const Sdf whole = smooth_union({smooth_intersection(leg, half_space({0, 1, 0}, 4.45f), 0.1f), foot}, 0.22f);
  // The bone inside the ankle is higher than the one outside.
  return smooth_union({whole, ellipsoid(ankle + vec3(0.185f, 0.04f, 0.02f), {0.08f, 0.13f, 0.11f}),
                       ellipsoid(ankle + vec3(-0.185f, 0.13f, -0.01f), {0.08f, 0.13f, 0.11f})},
                      0.09f);
}

/// Across the leg, around the heel like a fan, and along the foot.
std::vector<Slice> sock_slices() {
  std::vector<Slice> out;
  const vec3 pivot{ankle.x, 0.8f, -0.22f};  // in front of the ankle
  constexpr float radius = 0.48f;
  // Dense where the outline bends: at the calf's fullest place and above the instep.
  for (float y = 4.3f; y > pivot.y + 0.02f; y -= y > 2.9f ? 0.27f : y > 1.6f ? 0.33f : 0.165f) {
    const float low = smoothstep(4.2f, 1.4f, y);
    out.push_back({{glm::mix(cuff_middle.x, ankle.x, low), y, glm::mix(0.2f, 0.27f, low)}, axis_x, axis_z});
  }
  for (float degrees = 0.0f; degrees < 95.0f; degrees += 22.5f) {
    const float angle = degrees * pi / 180.0f;
    const vec3 back = axis_z * std::cos(angle) - axis_y * std::sin(angle);
    out.push_back({pivot + back * radius, axis_x, back});
  }
  out.push_back({{ankle.x, 0.34f, -0.42f}, axis_x, -axis_y});
  out.push_back({{ankle.x, 0.34f, -0.6f}, axis_x, -axis_y});
  return out;
}

// The shoe, seen from above, around its middle. Angles go from the outer side (0) by the heel to the inner
// side, and by the toe back.
constexpr float shoe_middle = -0.335f, half_length = 1.075f, half_width = 0.44f;
constexpr float oval = 0.74f;   ///< exponent along the shoe: 1 an ellipse, less a rounder toe
constexpr float welt = 0.025f;  ///< the sole is wider than the upper by the welt

/// The height of the sole's upper side: the heel lifts the foot a little.
float sole_top(float z) {
  return 0.1f + 0.12f * smoothstep(-0.4f, 0.3f, z);
}

/// The edge of the upper where it meets the sole, wider by `more`: x and z.
vec2 outline(float angle, float more) {
  const auto round = [](float v, float power) { return std::copysign(std::pow(std::abs(v), power), v); };
  const float z = shoe_middle + (half_length + more) * round(std::sin(angle), oval);
  const float waist = std::exp(-std::pow((z - 0.08f) / 0.45f, 2.0f));
  const float narrow = 1.0f - 0.1f * waist - 0.08f * smoothstep(0.1f, 0.8f, z);
  // The tip lies towards the big toe.
  const float inward = 0.06f * smoothstep(-0.4f, -1.3f, z);
  return {ankle.x + 0.02f - inward + (half_width * narrow + more) * round(std::cos(angle), 0.68f), z};
}

/// The edge of the opening: low on the instep, high at the heel.
vec3 rim(float angle) {
  constexpr float front = -0.42f, back = 0.65f, side = 0.33f;
  const float z = 0.5f * (front + back) + 0.5f * (back - front) * std::sin(angle);
  const float y = 0.6f - 0.04f * std::pow(std::cos(angle), 2.0f) + 0.28f * smoothstep(0.05f, 0.66f, z);
  return {ankle.x + side * std::cos(angle), y, z};
}

/// The upper's outside: t goes from the sole (0) to the opening (1).
vec3 upper_point(float t, float angle) {
  constexpr float toe_height = 0.4f, squareness = 2.0f / 2.5f, bulge = 0.03f;
  const float bend = 0.5f * pi * t;
  const float inward = 1.0f - std::pow(std::max(std::cos(bend), 0.0f), squareness);
  const float rise = std::pow(std::sin(bend), squareness);
  const vec2 low = outline(angle, bulge * std::sin(2.0f * bend));
  const vec3 edge = rim(angle), from(low.x, sole_top(low.y) - 0.03f, low.y);
  const float over = edge.y - from.y - toe_height;  // how far the opening is above the toe cap
  return {glm::mix(from.x, edge.x, inward), from.y + toe_height * rise + over * std::pow(inward, 1.4f),
          glm::mix(from.z, edge.z, inward)};
}

/// The upper of the shoe with the lining that shows in its opening. Texture: u around, v from the sole (0)
/// to the opening (0.9) and the lining.
Mesh upper() {
  constexpr int walls = 8, lining = 3, around = 34;
  constexpr int rings = 1 + walls + lining + 1;  // with the middle of the bottom and of the lining
  constexpr float thickness = 0.05f;
  Mesh m = lathe({rings, around, false, [=](float along, float angle) {
                    const int r = static_cast<int>(std::lround(along * static_cast<float>(rings - 1)));
                    if (r == 0) return vec3(ankle.x, 0.09f, shoe_middle);
                    if (r == rings - 1) return vec3(ankle.x, 0.45f, 0.16f);
                    if (r <= walls)
                      return upper_point(static_cast<float>(r - 1) / static_cast<float>(walls - 1), angle);
                    // A round edge, and down inside.
                    const float down = static_cast<float>(r - walls);
                    const vec3 edge = rim(angle), middle(ankle.x, edge.y, 0.14f);
                    const vec3 inward = glm::normalize(middle - edge);
                    return edge + inward * (thickness * std::min(0.5f * down, 1.0f)) +
                           vec3(0.0f, down < 2.0f ? 0.02f : -0.06f * (down - 1.0f), 0.0f);
                  }});
  for (vec2& uv : m.uv) uv.y *= 0.9f * static_cast<float>(rings - 1) / static_cast<float>(walls);
  return m;
}

/// The distance from a point inside the sock to its surface.
float sock_depth(const vec3& from, const vec3& direction) {
  static const Sdf sock = sock_shape();
  float out = 0.0f;
  for (int i = 0; i < 24; ++i) out -= 0.8f * sock(from + direction * out);
  return out;
}

/// A strap over the instep, from one side of the shoe to the other: an arch that touches the sock at its top
/// and nowhere goes through it. `u` along, `v` across (-1 to 1).
vec3 strap_point(float u, float v) {
  constexpr float half_width_of_strap = 0.115f, half_arch = 0.375f, above = 0.025f;
  constexpr float ends = 0.1f;  // radians below the middle, where the strap lies on the shoe
  const float angle = -ends + (pi + 2.0f * ends) * u, high = std::max(std::sin(angle), 0.0f);
  const vec3 middle(ankle.x + 0.01f, 0.45f, -0.3f + half_width_of_strap * v + 0.02f * high);
  const vec3 out(std::cos(angle), std::sin(angle), 0.0f);
  const float top = sock_depth(middle, axis_y) + above;
  const float arch = 1.0f / std::hypot(out.x / half_arch, out.y / top);
  return middle + out * std::max(arch, sock_depth(middle, out) + above);
}

Mesh strap() {
  Mesh m = sheet({strap_point, 0.028f, 14, 4});
  // A part of the shoe's picture without seams.
  for (vec2& uv : m.uv) uv = {0.44f + 0.1f * uv.x, 0.5f + 0.2f * uv.y};
  return m;
}

}  // namespace

Mesh make_socks(const Rig& rig) {
  Mesh m = ring_mesh(sock_shape(), sock_slices(), 16);
  // Two sides and two rounded edges are enough for the thin cuff.
  Mesh hem = band_ring(cuff_middle, {0, 1, 0}, {1, 0, 0}, cuff_radii, {0.042f, 0.13f}, 24, 6);
  append(m, hem);
  set_uv(m, [](const vec3& p, const vec3&) {
    return vec2(0.5f + 0.5f * std::atan2(p.x - ankle.x, 0.1f - p.z) / pi, (4.45f - p.y) / 4.15f);
  });
  repeat_across_seam(m);
  set_weights(m, leg_weights(rig));
  m.edge_scale.assign(m.size(), 0.9f);
  return both_sides(std::move(m), rig);
}

Mesh make_shoes(const Rig& rig) {
  Mesh m = upper();
  append(m, strap());
  set_weights(m, shoe_weights(rig));
  m.edge_scale.assign(m.size(), 0.9f);
  return both_sides(std::move(m), rig);
}

/// Thin under the toes, with a low heel; the arch before the heel and the tip of the toe do not touch the
/// ground.
Mesh make_soles(const Rig& rig) {
  constexpr float heel_front = 0.2f, arch_height = 0.1f, toe_spring = 0.045f;
  // Cross-sections from the heel to the toe, in half lengths from the middle; two make the heel's front.
  constexpr float heel_share = (heel_front - shoe_middle) / half_length;
  static constexpr float at[] = {1.0f,
                                 0.995f,
                                 0.96f,
                                 0.85f,
                                 0.68f,
                                 heel_share + 0.02f,
                                 heel_share - 0.02f,
                                 0.2f,
                                 -0.1f,
                                 -0.35f,
                                 -0.57f,
                                 -0.75f,
                                 -0.88f,
                                 -0.96f,
                                 -0.995f,
                                 -1.0f};
  // A corner of the section: its side (-1 to 1), the share of the welt, and its height from bottom to top.
  static constexpr vec3 corners[] = {{1, 1, 0.25f}, {1, 1, 0.8f},   {1, 0, 1},   {0, 0, 1}, {-1, 0, 1},
                                     {-1, 1, 0.8f}, {-1, 1, 0.25f}, {-1, -1, 0}, {0, 0, 0}, {1, -1, 0}};
  constexpr auto stations = static_cast<int>(std::size(at)), around = static_cast<int>(std::size(corners));
  Mesh m = lathe(
      {stations, around, false, [](float along, float turn) {
         const auto ring = static_cast<std::size_t>(std::lround(along * (stations - 1)));
         const vec3 c = corners[std::lround(turn / (2.0f * pi) * around) % around];
         const float angle = std::asin(std::copysign(std::pow(std::abs(at[ring]), 1.0f / oval), at[ring]));
         const vec2 outer = outline(angle, welt * c.y), inner = outline(pi - angle, welt * c.y);
         const float z = outer.y;
         const float bottom = arch_height * smoothstep(heel_front + 0.02f, heel_front - 0.02f, z) *
                                  smoothstep(-0.5f, 0.0f, z) +
                              toe_spring * smoothstep(-0.8f, -1.4f, z);
         return vec3(glm::mix(inner.x, outer.x, 0.5f + 0.5f * c.x), glm::mix(bottom, sole_top(z), c.z), z);
       }});
  turn_normals_outwards(m);
  set_weights(m, shoe_weights(rig));
  m.edge_scale.assign(m.size(), 0.9f);
  return both_sides(std::move(m), rig);
}

Mesh make_buckles(const Rig& rig) {
  constexpr float at = 0.1f, half_height = 0.085f, half_length = 0.065f, wire = 0.018f;
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
  set_weights(m, shoe_weights(rig));
  m.edge_scale.assign(m.size(), 0.0f);
  return both_sides(std::move(m), rig);
}

}  // namespace mmd::sample
