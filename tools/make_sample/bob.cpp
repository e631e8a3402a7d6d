#include "make_sample/bob.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/locks.h"
#include "make_sample/parts.h"
#include "make_sample/scalp.h"

// The back of the head: a bob that falls from the crown as one surface and ends in tips, and locks below it.

namespace mmd::sample {
namespace {

/// How far the bob is from the middle of the skull, by height: from 90 degrees up in steps of 15 degrees
/// down.
constexpr int steps = 12;
constexpr std::array<float, steps> radius_behind{1.93f, 1.94f, 1.93f, 1.91f, 1.88f, 1.84f,
                                                 1.81f, 1.79f, 1.79f, 1.86f, 2.06f, 2.60f};
constexpr std::array<float, steps> radius_beside{1.93f, 1.95f, 1.92f, 1.87f, 1.82f, 1.78f,
                                                 1.77f, 1.82f, 1.89f, 1.98f, 2.16f, 2.60f};

}  // namespace

float in_front(float side) {
  return smoothstep(-0.05f, 0.4f, std::cos(side * pi / 180.0f));
}

float bob_radius(const Sdf& head, Bearing at) {
  static const std::vector<vec3> table = [] {
    std::vector<vec3> out;
    for (std::size_t i = 0; i < steps; ++i) out.emplace_back(radius_behind[i], radius_beside[i], 0.0f);
    return out;
  }();
  const vec3 both = along_path(table, (90.0f - at.up) / (15.0f * (steps - 1)));
  const float beside = std::pow(std::abs(std::sin(at.side * pi / 180.0f)), 2.0f);
  const float cap = std::min(scalp_radius(head, at) + 0.1f, both.x);
  return glm::mix(glm::mix(both.x, both.y, beside), cap, in_front(at.side) * smoothstep(90.0f, 60.0f, at.up));
}

vec3 whorled(const vec3& p, float up) {
  const float tilt = 0.4f * smoothstep(35.0f, 90.0f, up);
  return p + vec3(0.0f, -0.12f * tilt * tilt, tilt) * smoothstep(40.0f, 90.0f, up);
}

namespace {

/// One broad strand of the bob, from the one before it to `to`. Angles in degrees.
struct Strand {
  float to;        ///< side
  float tip, gap;  ///< up: its tip, and the gap between it and the next one
  float lean;      ///< where the tip is across the strand: -1 to 1
  float sway;      ///< how far the tip swings to the side
  int columns;     ///< of the mesh
};
/// The first one is the cap below the fringe, which has no tips.
constexpr float first_side = -91.0f;
constexpr Strand strands[] = {{91, 20, -30, 0, 0, 12},        {109, -52, -33, -0.2f, -8, 4},
                              {131, -63, -38, 0.35f, 9, 6},   {150, -56, -42, -0.3f, -9, 5},
                              {175, -72, -44, 0.3f, 8, 7},    {191, -62, -45, -0.1f, -8, 5},
                              {217, -72, -40, -0.35f, -9, 7}, {232, -56, -38, 0.3f, 9, 5},
                              {252, -64, -32, -0.25f, -9, 6}, {269, -51, -30, 0.2f, 7, 4}};

/// A column of the mesh from the crown to the hem.
struct Column {
  float side, hem;  ///< degrees
  float across;     ///< its place on the strand: -1 to 1
  float sway;       ///< degrees at the hem
};

std::vector<Column> bob_columns() {
  std::vector<Column> out;
  float from = first_side, gap = strands[0].gap;
  bool cap = true;
  for (const Strand& s : strands) {
    for (int i = 0; i < s.columns; ++i) {
      const float share = static_cast<float>(i) / static_cast<float>(s.columns), x = 2.0f * share - 1.0f;
      const float up_to_tip = x < s.lean ? (x + 1.0f) / (s.lean + 1.0f) : (1.0f - x) / (1.0f - s.lean);
      const float valley = glm::mix(gap, s.gap, share);
      const float hem = cap ? glm::mix(valley, s.tip, smoothstep(0.0f, 0.35f, up_to_tip))
                            : glm::mix(valley, s.tip, std::pow(up_to_tip, 1.2f));
      out.push_back({glm::mix(from, s.to, share), hem, cap ? 1.0f : x, s.sway * up_to_tip});
    }
    from = s.to;
    gap = s.gap;
    cap = false;
  }
  return out;
}

vec3 bob_point(const Sdf& head, const Column& c, float down) {
  constexpr float swirl = 35.0f;  // degrees that the strands turn at the crown
  const float up = glm::mix(90.0f, c.hem, down);
  const float side = c.side + swirl * smoothstep(50.0f, 90.0f, up) + c.sway * smoothstep(0.6f, 1.0f, down);
  // The grooves between the strands deepen from the crown to the hem.
  const float depth = (0.015f + 0.1f * smoothstep(60.0f, -30.0f, up)) * smoothstep(88.0f, 60.0f, up);
  const float arch = std::sqrt(std::max(1.0f - c.across * c.across, 0.0f)) - 0.7f;
  return whorled(around_skull({side, up}, bob_radius(head, {side, up}) + depth * arch), up);
}

/// The bob with a lining that ends inside the head.
Mesh bob_surface(const Sdf& head) {
  const std::vector<Column> columns = bob_columns();
  const auto count = static_cast<int>(columns.size());
  constexpr int outer = 18, lining = 2;  // rings
  constexpr int rings = outer + lining + 1;
  const auto column_at = [&](float angle) -> const Column& {
    return columns[static_cast<std::size_t>(std::lround(angle / (2.0f * pi) * static_cast<float>(count))) %
                   columns.size()];
  };
  const auto point = [&](float along, float angle) {
    const Column& c = column_at(angle);
    const auto ring = static_cast<int>(std::lround(along * static_cast<float>(rings - 1)));
    if (ring == rings - 1) return around_skull({180.0f, 0.0f}, 0.2f);
    if (ring < outer) return bob_point(head, c, static_cast<float>(ring) / static_cast<float>(outer - 1));
    // Just inside the hem, and then under the skull.
    const bool inner = ring > outer;
    const Bearing at{c.side + 0.6f * c.sway, std::min(c.hem + (inner ? 26.0f : 5.0f), 60.0f)};
    const float scalp = scalp_radius(head, at);
    return around_skull(at, inner ? scalp - 0.12f : std::max(bob_radius(head, at) - 0.14f, scalp - 0.05f));
  };
  Mesh m = lathe({rings, count, false, point});
  std::vector<vec2> uv;
  for (std::size_t v = 0; v < m.size(); ++v) {
    const float turns = m.uv[v].x * 5.0f, ring = m.uv[v].y * static_cast<float>(rings - 1);
    const float there = std::abs(2.0f * (0.5f * turns - std::floor(0.5f * turns)) - 1.0f);
    const float hem = column_at(2.0f * pi * m.uv[v].x).hem;
    const float up = glm::mix(90.0f, hem, std::min(ring / static_cast<float>(outer - 1), 1.0f));
    const float along = up > 20.0f ? std::clamp(paint_at(m.position[v]), 0.09f, 0.58f)
                                   : glm::mix(0.58f, 0.97f, smoothstep(20.0f, -75.0f, up));
    uv.emplace_back(0.02f + 0.46f * there, ring > static_cast<float>(outer) + 0.5f ? 0.7f : along);
  }
  m.uv = std::move(uv);
  share_normals(m, from_skull, shade_of_head);
  set_edge_scale(m, [](const vec3&) { return 0.7f; });
  return m;
}

/// A lock that hangs below the bob or on it.
struct Hanging {
  Bearing from, to;
  float lift_from, lift_to;  ///< units above the bob's surface
  float width;
  float sway;  ///< degrees that the lower half swings to the side
};

Lock hanging_lock(const Sdf& head, const Hanging& h) {
  Lock lock;
  constexpr int parts = 7;
  for (int i = 0; i <= parts; ++i) {
    const float t = static_cast<float>(i) / parts;
    const Bearing at{glm::mix(h.from.side, h.to.side, t) + h.sway * std::sin(2.5f * t) * t,
                     glm::mix(h.from.up, h.to.up, t)};
    lock.path.push_back(
        around_skull(at, bob_radius(head, at) + glm::mix(h.lift_from, h.lift_to, std::pow(t, 0.6f))));
  }
  lock.out = [](const vec3& p) { return from_skull(p) * vec3(1.0f, 0.35f, 1.0f); };
  lock.width = h.width;
  lock.thickness = 0.1f;
  lock.root = 0.3f;
  lock.taper = 2.2f;
  lock.tip = 0.9f;
  lock.rings = 10;
  lock.around = 6;
  lock.paint_from = 0.5f;
  return lock;
}

/// The layer below the bob, close to the neck, and single locks on the bob.
constexpr Hanging lower_layer[] = {
    {{112, -10}, {117, -60}, -0.2f, -0.12f, 0.3f, 6},   {{138, -10}, {146, -70}, -0.2f, -0.1f, 0.4f, 8},
    {{160, -10}, {154, -63}, -0.2f, -0.12f, 0.36f, -8}, {{178, -10}, {183, -76}, -0.2f, -0.1f, 0.42f, 8},
    {{205, -10}, {199, -66}, -0.2f, -0.12f, 0.36f, -8}, {{228, -10}, {220, -71}, -0.2f, -0.1f, 0.4f, -8},
    {{250, -10}, {243, -59}, -0.2f, -0.12f, 0.3f, -6}};
constexpr Hanging upper_layer[] = {{{128, 30}, {117, -58}, -0.12f, 0.06f, 0.3f, -8},
                                   {{158, 34}, {149, -66}, -0.12f, 0.05f, 0.27f, -9},
                                   {{185, 40}, {202, -65}, -0.12f, 0.07f, 0.34f, 9},
                                   {{212, 32}, {220, -61}, -0.12f, 0.05f, 0.26f, 9},
                                   {{234, 30}, {244, -57}, -0.12f, 0.06f, 0.28f, 8}};

}  // namespace

Mesh make_back_hair(const Rig& rig) {
  HeadHair hair;
  const Sdf head = head_shape();
  hair.add(bob_surface(head));
  for (const Hanging& h : lower_layer) hair.add(hanging_lock(head, h));
  for (const Hanging& h : upper_layer) hair.add(hanging_lock(head, h));
  for (const bool is_left : {true, false}) add_gathered_hair(hair, head, is_left);
  return hair.take(rig);
}

}  // namespace mmd::sample
