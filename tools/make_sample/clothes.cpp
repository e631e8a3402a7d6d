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

/// Half-width and half-depth of the skirt; `t` goes from the waist (0) to the hem (1).
struct SkirtShape {
  float top, bottom, top_radius, hem_radius, pleats, pleat_depth, thickness;
};

vec3 skirt_point(const SkirtShape& s, float t, float angle, float offset) {
  const float flare = t * (1.45f - 0.45f * t);
  // Knife pleats: a slow rise and a quick fall.
  const float turn = s.pleats * angle / (2.0f * pi), x = turn - std::floor(turn);
  const float wave =
      s.pleat_depth * (0.15f + 0.85f * t) * ((x < 0.78f ? x / 0.78f : (1.0f - x) / 0.22f) - 0.5f);
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

constexpr SkirtShape over{11.45f, 8.15f, 0.99f, 2.3f, 18.0f, 0.24f, 0.06f};
constexpr SkirtShape under{10.2f, 7.7f, 1.2f, 2.16f, 24.0f, 0.12f, 0.05f};

/// A puffed sleeve, gathered at the shoulder and in the cuff.
Mesh sleeve(const Rig& rig) {
  const vec3 axis = glm::normalize(joint::elbow - joint::arm);
  // From inside the shoulder, over the joint, along the arm.
  const vec3 from = joint::arm + vec3(-0.42f, -0.16f, 0.0f), over = joint::arm + vec3(0.12f, 0.14f, 0.0f);
  const vec3 to = glm::mix(joint::arm, joint::elbow, 0.5f);
  const vec3 side(0, 0, -1), up = glm::cross(axis, side);
  constexpr int rings = 13;
  Mesh m = lathe({rings, 36, false, [=](float along, float angle) {
                    // The last ring is in the cuff, which hides the end.
                    const float t = std::min(along * (rings - 1.0f) / (rings - 2.0f), 1.0f);
                    const bool pole = along <= 0.0f || along >= 1.0f;
                    const float puff = std::pow(std::sin(pi * (0.04f + 0.81f * t)), 0.8f);
                    const float ends = std::pow(std::abs(2.0f * t - 1.0f), 1.5f);
                    const float gather = 0.022f * std::cos(12.0f * angle) * ends;
                    const float radius = pole ? 0.0f : 0.24f + 0.33f * puff + gather;
                    // Fuller above than below the arm.
                    const float lift = 0.06f * puff;
                    return glm::mix(glm::mix(from, over, t), glm::mix(over, to, t), t) + up * lift +
                           radius * (std::cos(angle) * side * 0.96f + std::sin(angle) * up);
                  }});
  for (vec2& uv : m.uv) uv = {uv.x, 0.75f + 0.24f * uv.y};
  set_weights(m, trunk_weights(rig));
  return m;
}

}  // namespace

Sdf trunk_shape() {
  const Sdf trunk = tower({{10.6f, 1.08f, 0.86f, 0.08f},
                           {11.5f, 0.95f, 0.73f, 0.05f},
                           {12.4f, 1.02f, 0.78f, 0.03f},
                           {13.4f, 1.12f, 0.84f, 0.03f},
                           {14.1f, 1.1f, 0.76f, 0.08f},
                           {14.55f, 0.9f, 0.62f, 0.12f},
                           {14.82f, 0.55f, 0.52f, 0.15f}},
                          0.15f);
  const auto bust = [](float side) {
    return ellipsoid({side * 0.4f, 13.32f, -0.46f}, {0.44f, 0.42f, 0.46f});
  };
  const auto shoulder = [](float side) {
    return ellipsoid({side * 0.96f, 14.2f, 0.1f}, {0.38f, 0.34f, 0.38f});
  };
  return smooth_union({trunk, bust(1), bust(-1), shoulder(1), shoulder(-1)}, 0.3f);
}

Mesh band_ring(vec3 centre, vec3 axis, vec3 side, vec2 radii, vec2 size, int around, int section) {
  const vec3 x = glm::normalize(side - axis * glm::dot(side, axis)), z = glm::cross(x, axis);
  Mesh m =
      lathe({section, around, true, [=](float along, float angle) {
               const float bend = 2.0f * pi * along;
               // A flat band with round edges.
               const auto flat = [](float v) { return std::copysign(std::sqrt(std::abs(v)), v); };
               const vec3 out = x * std::cos(angle) + z * std::sin(angle);
               const vec3 middle = centre + x * (radii.x * std::cos(angle)) + z * (radii.y * std::sin(angle));
               return middle + out * (size.x * flat(std::cos(bend))) + axis * (size.y * flat(std::sin(bend)));
             }});
  for (std::size_t v = 0; v < m.size(); ++v)
    m.uv[v] = {0.5f + 0.5f * glm::dot(m.position[v] - centre, axis) / size.y, m.uv[v].x};
  return m;
}

Mesh make_shirt(const Rig& rig) {
  Mesh m = surface_nets(trunk_shape(), {-1.9f, 10.2f, -1.4f}, {1.9f, 15.3f, 1.4f}, 0.235f);
  // u around from the back, v down.
  set_uv(m, [](const vec3& p, const vec3&) {
    return vec2(0.5f + 0.5f * std::atan2(p.x, 0.05f - p.z) / pi, 0.74f * (15.0f - p.y) / 4.4f);
  });
  repeat_across_seam(m);
  // The sleeves are parts of their own: below them the trunk follows the arm less.
  set_weights(m, [weights = trunk_weights(rig)](const vec3& p) { return weights({0.82f * p.x, p.y, p.z}); });
  append(m = finished(std::move(m)), both_sides(sleeve(rig), rig));
  return m;
}

Mesh make_shorts(const Rig& rig) {
  const Sdf hips = ellipsoid({0, 10.25f, 0.1f}, {1.18f, 0.95f, 0.92f});
  const auto thigh = [](float side) {
    const vec3 hip(side * (joint::leg.x + 0.01f), 9.88f, 0.05f),
        end(side * (joint::leg.x + 0.015f), 9.0f, 0.03f);
    return round_cone(hip, end, 0.7f, 0.8f);  // narrow below the waist of the skirt
  };
  const Sdf legs =
      smooth_intersection(smooth_union({thigh(1), thigh(-1)}, 0.06f), half_space({0, -1, 0}, -8.65f), 0.12f);
  Mesh m = surface_nets(smooth_union({hips, legs}, 0.25f), {-2.2f, 8.1f, -1.5f}, {2.2f, 11.6f, 1.6f}, 0.3f);
  set_weights(m, hip_weights(rig));
  return finished(std::move(m));
}

Mesh make_skirt(const Rig& rig) {
  Mesh m = skirt(over, 6, 108);
  plaid_uv(m, over, 9.0f);
  set_weights(m, skirt_weights(rig));
  Mesh band = band_ring({0, 11.4f, 0.06f}, {0, 1, 0}, {1, 0, 0}, {0.97f, 0.78f}, {0.045f, 0.17f}, 48);
  for (vec2& uv : band.uv) uv = {0.25f, 0.25f};
  set_weights(band, skirt_weights(rig));
  append(m, band);
  return finished(std::move(m));
}

Mesh make_petticoat(const Rig& rig) {
  Mesh m = skirt(under, 4, 72);
  plaid_uv(m, under, 12.0f);
  set_weights(m, skirt_weights(rig));
  set_edge_scale(m, [](const vec3&) { return 0.6f; });
  return finished(std::move(m));
}

}  // namespace mmd::sample
