#include <array>
#include <cmath>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/bob.h"
#include "make_sample/parts.h"

// The hair that is combed into the ribbons: on each side one surface with grooves, which comes out of the bob
// along the parting and narrows into the ribbon, and loose strands that fall from it onto the bob.

namespace mmd::sample {
namespace {

/// The way of one strand into the left ribbon: out of the bob, and half-way.
struct Comb {
  Bearing root, half_way;
};

/// From the front over the crown to the back. The parting at the back is a zigzag, so the sides differ.
using Combs = std::array<Comb, 7>;
constexpr Combs left_combs{{{{38, 47}, {76, 37}},
                            {{34, 64}, {80, 51}},
                            {{50, 82}, {91, 65}},
                            {{165, 85}, {120, 65}},
                            {{186, 74}, {142, 56}},
                            {{179, 62}, {146, 46}},
                            {{168, 50}, {141, 35}}}};
constexpr Combs right_combs{{{{36, 50}, {75, 38}},
                             {{30, 67}, {80, 53}},
                             {{50, 83}, {91, 65}},
                             {{165, 85}, {122, 64}},
                             {{177, 76}, {141, 58}},
                             {{186, 64}, {148, 47}},
                             {{172, 46}, {143, 33}}}};
constexpr Bearing ribbon_bearing{109, 29};

/// The strands between the grooves, in columns of the mesh.
constexpr int strand_columns[] = {3, 5, 4, 3, 5, 4, 3};
constexpr int outer_columns = 27, inner_columns = 3;

vec3 direction(Bearing at) {
  const float s = at.side * pi / 180.0f, u = at.up * pi / 180.0f;
  return {std::sin(s) * std::cos(u), std::sin(u), -std::cos(s) * std::cos(u)};
}

Bearing bearing_of(const vec3& d) {
  return {std::atan2(d.x, -d.z) * 180.0f / pi, std::asin(d.y / glm::length(d)) * 180.0f / pi};
}

/// A point above the bob (`lift` in units). In front the hair lies on the roots of the fringe.
vec3 above_bob(const Sdf& head, Bearing at, float lift) {
  const float below = std::max(bob_radius(head, at), 1.86f * smoothstep(0.0f, 0.3f, in_front(at.side)));
  return whorled(around_skull(at, below + lift), at.up);
}

/// The strand at `share` (0 in front, 1 at the back) as three directions.
std::vector<vec3> way_at(const Combs& combs, float share) {
  std::vector<vec3> roots, half_ways;
  for (const Comb& c : combs) {
    roots.push_back(direction(c.root));
    half_ways.push_back(direction(c.half_way));
  }
  return {along_path(roots, share), along_path(half_ways, share), direction(ribbon_bearing)};
}

/// Where a strand arrives in the left ribbon: on the side of the tail that it comes from.
vec3 in_ribbon(const vec3& half_way, float radius) {
  const Chain& tail = hair_chains().front();
  const vec3 along = glm::normalize(tail.points[1] - tail.points[0]);
  const vec3 aside = half_way - direction(ribbon_bearing);
  return raised(glm::mix(tail.points[0], tail.points[1], 0.26f)) +
         radius * glm::normalize(aside - along * glm::dot(aside, along));
}

/// The height of the strand at a column: 0 in a groove, 1 in its middle.
float strand_height(int column) {
  for (const int width : strand_columns) {
    if (column < width) {
      const float x = 2.0f * static_cast<float>(column) / static_cast<float>(width) - 1.0f;
      return std::sqrt(1.0f - x * x);
    }
    column -= width;
  }
  return 0.0f;
}

vec3 surface_point(const Sdf& head, const Combs& combs, float share, float t, float height, bool outer) {
  const std::vector<vec3> way = way_at(combs, share);
  const Bearing at = bearing_of(along_path(way, t));
  // It rises out of the bob, and its borders lie on the bob.
  const float risen = smoothstep(0.0f, 0.5f, t);
  const float border = smoothstep(0.0f, 0.12f, share) * smoothstep(1.0f, 0.88f, share);
  const float full = 0.06f * border * smoothstep(0.2f, 0.65f, t);
  const float top = 0.03f + 0.05f * border + full + 0.04f * smoothstep(0.15f, 0.5f, t) * (height - 0.6f);
  // In front it dives below the hair of the temple, so that no ledge shows from the side.
  const float dive = 0.16f * smoothstep(0.13f, 0.0f, share);
  const float lift = outer ? glm::mix(-0.05f, top - dive, risen) : -0.14f - dive;
  return glm::mix(above_bob(head, at, lift), in_ribbon(way[1], outer ? 0.15f + 0.03f * height : 0.05f),
                  smoothstep(0.65f, 1.0f, t));
}

Mesh gathered_surface(const Sdf& head, const Combs& combs) {
  constexpr int rings = 16, around = outer_columns + inner_columns;
  const auto point = [&](float along, float angle) {
    const auto ring = static_cast<int>(std::lround(along * static_cast<float>(rings - 1)));
    if (ring == 0) return around_skull({150, 60}, 1.2f);
    if (ring == rings - 1) return in_ribbon(direction(combs[3].half_way), 0.02f);
    const auto column = static_cast<int>(std::lround(angle / (2.0f * pi) * static_cast<float>(around)));
    const bool outer = column <= outer_columns;
    const float share = outer ? static_cast<float>(column) / outer_columns
                              : 1.0f - static_cast<float>(column - outer_columns) / inner_columns;
    const float t = static_cast<float>(ring - 1) / static_cast<float>(rings - 3);
    return surface_point(head, combs, share, t, outer ? strand_height(column) : 0.0f, outer);
  };
  Mesh m = lathe({rings, around, false, point});
  for (std::size_t v = 0; v < m.size(); ++v) {
    const float column = m.uv[v].x * static_cast<float>(around);
    const float turns = 3.0f * std::min(column / static_cast<float>(outer_columns), 1.0f);
    const float there = std::abs(2.0f * (0.5f * turns - std::floor(0.5f * turns)) - 1.0f);
    // The ring of light fades towards the ribbon, as the hair turns away from the light there.
    const float lit = std::clamp(paint_at(m.position[v]), 0.08f, 0.6f);
    m.uv[v] = {0.02f + 0.46f * there, glm::mix(lit, 0.58f, smoothstep(0.1f, 0.5f, m.uv[v].y))};
  }
  share_normals(m, from_skull, shade_of_head);
  set_edge_scale(m, [](const vec3&) { return 0.5f; });
  return m;
}

/// A thin strand that leaves the gathered hair and falls onto the bob.
struct Loose {
  Bearing from, turn, to;
  float width;
};
constexpr Loose left_loose[] = {{{166, 56}, {148, 30}, {140, -34}, 0.13f},
                                {{156, 50}, {138, 30}, {126, -20}, 0.11f},
                                {{140, 48}, {124, 24}, {116, -40}, 0.14f},
                                {{66, 52}, {84, 30}, {90, -24}, 0.17f}};
constexpr Loose right_loose[] = {{{170, 52}, {154, 24}, {148, -20}, 0.12f},
                                 {{154, 52}, {140, 30}, {131, -38}, 0.14f},
                                 {{138, 46}, {123, 26}, {117, -26}, 0.11f},
                                 {{60, 58}, {70, 44}, {75, 27}, 0.11f}};

Lock loose_lock(const Sdf& head, const Loose& l) {
  const std::vector<vec3> way{direction(l.from), direction(l.turn), direction(l.to)};
  Lock lock;
  constexpr int parts = 8;
  for (int i = 0; i <= parts; ++i) {
    const float t = static_cast<float>(i) / parts;
    const float lift = glm::mix(-0.12f, 0.1f, smoothstep(0.0f, 0.4f, t)) - 0.03f * smoothstep(0.4f, 0.7f, t);
    lock.path.push_back(above_bob(head, bearing_of(along_path(way, t)), lift));
  }
  lock.out = from_skull;
  lock.width = l.width;
  lock.thickness = 0.06f;
  lock.root = 0.1f;
  lock.swell = 0.5f;
  lock.taper = 1.8f;
  lock.edge = 0.6f;
  lock.rings = 11;
  lock.around = 5;
  lock.paint_from = 0.45f;  // below the ring of light
  return lock;
}

}  // namespace

void add_gathered_hair(HeadHair& hair, const Sdf& head, bool is_left) {
  Mesh surface = gathered_surface(head, is_left ? left_combs : right_combs);
  hair.add(is_left ? surface : mirrored(surface, {}));
  for (const Loose& l : is_left ? left_loose : right_loose) {
    Lock lock = loose_lock(head, l);
    if (!is_left)
      for (vec3& p : lock.path) p.x = -p.x;
    hair.add(lock);
  }
}

}  // namespace mmd::sample
