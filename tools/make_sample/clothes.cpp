#include <utility>

#include <glm/geometric.hpp>

#include "make_sample/parts.h"

namespace mmd::sample {
namespace {

/// Fills in unset streams of a part in the middle.
Mesh finished(Mesh mesh) {
  mesh.uv.resize(mesh.size(), vec2(0.0f));
  mesh.edge_scale.resize(mesh.size(), 1.0f);
  return mesh;
}

Sdf trunk_shape() {
  return tower({{10.6f, 1.12f, 0.9f, 0.08f},
                {11.5f, 1.0f, 0.76f, 0.05f},
                {12.4f, 1.08f, 0.82f, 0.03f},
                {13.4f, 1.24f, 0.92f, 0.0f},
                {14.2f, 1.2f, 0.82f, 0.06f},
                {14.7f, 0.82f, 0.66f, 0.1f},
                {14.88f, 0.57f, 0.57f, 0.1f}},
               0.15f);
}

/// The z coordinate of a shape's front on the middle line.
float front_of(const Sdf& shape, float y) {
  float outside = -2.0f, inside = 0.0f;
  for (int i = 0; i < 24; ++i) {
    const float middle = 0.5f * (outside + inside);
    (shape({0, y, middle}) > 0.0f ? outside : inside) = middle;
  }
  return outside;
}

/// A ring of elliptic cross-section around `axis`: `size` half-widths across and along the axis.
Mesh ring(vec3 centre, vec3 axis, vec3 side, float radius, float other_radius, vec2 size, int around) {
  const vec3 x = glm::normalize(side - axis * glm::dot(side, axis)), z = glm::cross(x, axis);
  return lathe({10, around, true, [=](float along, float angle) {
                  const float bend = 2.0f * pi * along;
                  const vec3 out = x * std::cos(angle) + z * std::sin(angle);
                  const vec3 middle =
                      centre + x * (radius * std::cos(angle)) + z * (other_radius * std::sin(angle));
                  return middle + out * (size.x * std::cos(bend)) + axis * (size.y * std::sin(bend));
                }});
}

Mesh cuff(const Rig& rig) {
  const vec3 axis = glm::normalize(joint::elbow - joint::arm);
  Mesh m =
      ring(glm::mix(joint::arm, joint::elbow, 0.54f), axis, {0, 0, -1}, 0.54f, 0.54f, {0.13f, 0.18f}, 36);
  set_weights(m, trunk_weights(rig));
  return m;
}

/// The neck's opening, tilted forward.
Mesh collar(const Rig& rig) {
  const vec3 axis = glm::normalize(vec3(0, 1, -0.32f));
  Mesh m = ring({0, 15.0f, 0.06f}, axis, {1, 0, 0}, 0.61f, 0.61f, {0.14f, 0.2f}, 44);
  set_weights(m, on_bone(rig, "上半身2"));
  return m;
}

Mesh bow(const Rig& rig) {
  const vec3 knot = joint::knot;
  const auto loop = [&](float side) {
    return strand({knot + vec3(side * 0.1f, 0, 0), knot + vec3(side * 0.48f, 0.14f, -0.02f),
                   knot + vec3(side * 0.8f, 0.16f, 0.1f)},
                  {0.1f, 0.22f, 0.24f}, 0.1f);
  };
  const auto tail = [&](float side) {
    return strand({knot, knot + vec3(side * 0.22f, -0.5f, -0.08f), knot + vec3(side * 0.4f, -0.95f, -0.06f)},
                  {0.08f, 0.13f, 0.15f}, 0.05f);
  };
  const Sdf shape = smooth_union({smooth_union({loop(1), loop(-1), tail(1), tail(-1)}, 0.05f),
                                  ellipsoid(knot + vec3(0, 0, -0.06f), {0.17f, 0.19f, 0.17f})},
                                 0.04f);
  Mesh m = surface_nets(shape, {-1.4f, 13.1f, -1.4f}, {1.4f, 15.1f, -0.2f}, 0.095f);
  set_weights(m, bow_weights(rig));
  return m;
}

/// Half-width and half-depth of the skirt; `t` goes from the waist (0) to the hem (1).
struct SkirtShape {
  float top, bottom, top_radius, hem_radius, pleats, pleat_depth, thickness;
};

vec3 skirt_point(const SkirtShape& s, float t, float angle, float offset) {
  const float flare = t * (1.45f - 0.45f * t);
  const float wave = s.pleat_depth * t * std::cos(s.pleats * angle);
  const float radius = s.top_radius + (s.hem_radius - s.top_radius) * flare + wave + offset;
  const float depth = 0.8f + 0.12f * flare;  // flatter at the waist
  return {radius * std::cos(angle), s.top + (s.bottom - s.top) * t, 0.06f + radius * depth * std::sin(angle)};
}

/// A shell of two walls of `wall` rings each, joined by a rounded hem and waist.
Mesh skirt(const SkirtShape& s, int wall, int around) {
  const int rings = 2 * wall + 2;
  return lathe({rings, around, true, [=](float along, float angle) {
                  const int r = static_cast<int>(std::lround(along * static_cast<float>(rings)));
                  const float round = 0.5f * s.thickness / (s.top - s.bottom);
                  const auto step = [wall](int i) {
                    return static_cast<float>(i) / static_cast<float>(wall - 1);
                  };
                  if (r < wall) return skirt_point(s, step(r), angle, 0.0f);
                  if (r == wall) return skirt_point(s, 1.0f + round, angle, -0.5f * s.thickness);
                  if (r <= 2 * wall) return skirt_point(s, step(2 * wall - r), angle, -s.thickness);
                  return skirt_point(s, -round, angle, -0.5f * s.thickness);
                }});
}

/// u: plaid repeats around; v: down the skirt. A repeating texture takes any range.
void plaid_uv(Mesh& mesh, const SkirtShape& s, float repeats) {
  for (std::size_t v = 0; v < mesh.size(); ++v)
    mesh.uv[v] = {mesh.uv[v].x * repeats, (s.top - mesh.position[v].y) / 1.25f};
}

constexpr SkirtShape over{11.45f, 8.15f, 1.08f, 2.3f, 16.0f, 0.1f, 0.07f};
constexpr SkirtShape under{10.2f, 7.35f, 1.2f, 2.2f, 24.0f, 0.09f, 0.05f};

}  // namespace

Mesh make_shirt(const Rig& rig) {
  const vec3 shoulder = joint::arm + vec3(-0.12f, -0.02f, 0), end = glm::mix(joint::arm, joint::elbow, 0.47f);
  const auto sleeve = [&](float side) {
    const vec3 s(side, 1, 1);
    return strand({shoulder * s, glm::mix(shoulder, end, 0.55f) * s, end * s}, {0.5f, 0.64f, 0.46f}, 0.2f);
  };
  const Sdf shape = smooth_union({trunk_shape(), sleeve(1), sleeve(-1)}, 0.38f);
  Mesh m = surface_nets(shape, {-3.2f, 10.2f, -1.4f}, {3.2f, 15.5f, 1.4f}, 0.165f);
  set_weights(m, trunk_weights(rig));
  return finished(std::move(m));
}

Mesh make_trim(const Rig& rig) {
  Mesh m = both_sides(cuff(rig), rig);
  append(m, finished(collar(rig)));
  append(m, finished(bow(rig)));
  append(m, make_hair_ribbons(rig));
  return m;
}

Mesh make_buttons(const Rig& rig) {
  Mesh all;
  const Sdf trunk = trunk_shape();
  for (const float y : {13.1f, 12.4f, 11.75f}) {
    const float z = front_of(trunk, y) - 0.01f;
    Mesh m = surface_nets(ellipsoid({0, y, z}, {0.13f, 0.13f, 0.07f}), {-0.3f, y - 0.3f, z - 0.3f},
                          {0.3f, y + 0.3f, z + 0.3f}, 0.035f);
    set_weights(m, trunk_weights(rig));
    append(all, finished(std::move(m)));
  }
  return all;
}

Mesh make_shorts(const Rig& rig) {
  const Sdf hips = ellipsoid({0, 10.25f, 0.1f}, {1.22f, 1.0f, 0.95f});
  const auto thigh = [](float side) {
    const vec3 hip(side * (joint::leg.x + 0.01f), 10.0f, 0.05f),
        end(side * (joint::leg.x + 0.015f), 9.0f, 0.03f);
    return round_cone(hip, end, 0.78f, 0.78f);
  };
  const Sdf legs =
      smooth_intersection(smooth_union({thigh(1), thigh(-1)}, 0.06f), half_space({0, -1, 0}, -8.65f), 0.12f);
  Mesh m = surface_nets(smooth_union({hips, legs}, 0.25f), {-2.2f, 8.1f, -1.5f}, {2.2f, 11.6f, 1.6f}, 0.16f);
  set_weights(m, hip_weights(rig));
  return finished(std::move(m));
}

Mesh make_skirt(const Rig& rig) {
  Mesh m = skirt(over, 11, 112);
  plaid_uv(m, over, 10.0f);
  set_weights(m, skirt_weights(rig));
  Mesh band = ring({0, 11.4f, 0.06f}, {0, 1, 0}, {1, 0, 0}, 1.08f, 0.86f, {0.07f, 0.16f}, 64);
  for (vec2& uv : band.uv) uv = {uv.x * 10.0f, 0.02f};
  set_weights(band, skirt_weights(rig));
  append(m, band);
  return finished(std::move(m));
}

Mesh make_tulle(const Rig& rig) {
  Mesh m = skirt(under, 7, 120);
  plaid_uv(m, under, 12.0f);
  set_weights(m, skirt_weights(rig));
  // Triangles are not sorted, so the inner wall comes first: from outside, the far side shows through the
  // near one.
  const auto wall = [&m](std::size_t i) {
    const vec3 &p = m.position[m.indices[i]], &n = m.normal[m.indices[i]];
    return n.x * p.x + n.z * p.z > 0.0f;
  };
  std::vector<std::uint32_t> ordered;
  for (const bool outer : {false, true})
    for (std::size_t i = 0; i < m.indices.size(); i += 3)
      if (wall(i) == outer) ordered.insert(ordered.end(), {m.indices[i], m.indices[i + 1], m.indices[i + 2]});
  m.indices = std::move(ordered);
  set_edge_scale(m, [](const vec3&) { return 0.6f; });
  return finished(std::move(m));
}

Mesh make_socks(const Rig& rig) {
  const vec3 top = glm::mix(joint::knee, joint::ankle, 0.31f), low = joint::ankle + vec3(0, 0.1f, 0);
  const Sdf leg = strand({top, low}, {0.53f, 0.36f}, 0.05f);
  const Sdf calf = ellipsoid({joint::knee.x + 0.02f, 3.95f, 0.26f}, {0.53f, 1.0f, 0.5f});
  const Sdf cut = smooth_intersection(smooth_union({leg, calf}, 0.3f), half_space({0, 1, 0}, 4.35f), 0.18f);
  Mesh m = surface_nets(cut, {-0.2f, 0.6f, -0.9f}, {2.0f, 4.8f, 1.3f}, 0.15f);
  set_weights(m, leg_weights(rig));
  set_uv(m, [](const vec3& p, const vec3&) { return vec2(0.5f, (4.45f - p.y) / 3.4f); });
  return both_sides(std::move(m), rig);
}

Mesh make_shoes(const Rig& rig) {
  const vec3 a = joint::ankle;
  const Sdf shaft = round_cone(a + vec3(0, 0.42f, 0.0f), a + vec3(0, -0.7f, 0.02f), 0.5f, 0.46f);
  const Sdf foot =
      strand({{a.x, 0.5f, a.z + 0.12f}, {a.x + 0.02f, 0.5f, -0.55f}, {a.x + 0.05f, 0.42f, -1.15f}},
             {0.5f, 0.48f, 0.47f}, 0.15f);
  const Sdf boot = smooth_intersection(smooth_union({shaft, foot}, 0.4f), half_space({0, 1, 0}, 1.72f), 0.1f);
  const Sdf shape = smooth_intersection(boot, half_space({0, -1, 0}, -0.13f), 0.06f);
  Mesh m = surface_nets(shape, {-0.1f, -0.2f, -2.0f}, {2.0f, 2.2f, 1.3f}, 0.15f);
  set_weights(m, leg_weights(rig));
  Mesh rim = ring({a.x, 1.66f, a.z}, {0, 1, 0}, {1, 0, 0}, 0.47f, 0.47f, {0.1f, 0.1f}, 28);
  set_weights(rim, leg_weights(rig));
  rim.uv.clear();
  append(m, rim);
  return both_sides(std::move(m), rig);
}

Mesh make_soles(const Rig& rig) {
  const float x = joint::ankle.x, z = joint::ankle.z;
  const Sdf outline = strand({{x, 0.3f, z + 0.12f}, {x + 0.02f, 0.3f, -0.55f}, {x + 0.05f, 0.3f, -1.15f}},
                             {0.57f, 0.54f, 0.55f}, 0.15f);
  const Sdf slab = smooth_intersection(outline, half_space({0, 1, 0}, 0.28f), 0.14f);
  Mesh m = surface_nets(smooth_intersection(slab, half_space({0, -1, 0}, 0.0f), 0.1f), {-0.1f, -0.3f, -2.1f},
                        {2.0f, 0.7f, 1.4f}, 0.12f);
  set_weights(m, leg_weights(rig));
  return both_sides(std::move(m), rig);
}

}  // namespace mmd::sample
